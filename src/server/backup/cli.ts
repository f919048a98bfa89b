import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { asSwitch, serverOptions } from '../lib/options.ts';
import { fail, readOptions } from '../lib/read-options.ts';
import { toBackupError } from './backup-error.ts';
import { restoreDataFolder } from './restore.ts';
import { restoreToPostgres } from './restore-to-postgres.ts';
import { resolveSnapshot } from './snapshots.ts';
import { DamagedFilesError } from './unpack.ts';

// As in the server's cli.ts: a backup contains all records.
process.umask(0o077);

const { from, isSkipping, dataDir, databaseUrl, filesUrl } = readOptions(
  {
    usage: 'npm run restore -- --from PLACE',
    about: 'Restores a backup. Stop the server first.',
    shared: {
      data: serverOptions.data,
      'database-url': serverOptions['database-url'],
      'files-url': serverOptions['files-url'],
    },
    own: {
      from: {
        value: 'PLACE',
        parse: resolve,
        help: 'Folder of npm run backup, for its newest backup, or the folder of one backup, a backup made by the app, or a copy of its SQLite database',
      },
      'skip-damaged': { parse: asSwitch, help: 'Leave out files that are damaged in the backup' },
    },
  },
  (values) => {
    if (values.from === undefined) throw new Error('Specify a backup with --from');
    return {
      from: values.from,
      isSkipping: values['skip-damaged'],
      dataDir: values.data,
      databaseUrl: values['database-url'],
      filesUrl: values['files-url'],
    };
  },
);
const hasFiles = () => existsSync(join(dataDir, 'uploads'));
const print = (text: string) => process.stderr.write(`${text}\n`);

const restore = async (path: string): Promise<void> => {
  let bucket: string | null = null;
  const options = {
    dataDir,
    from: path,
    onBucket: (found: string) => {
      bucket = found;
    },
    skipDamaged: isSkipping,
    onWarning: print,
  };
  if (databaseUrl === undefined) {
    await restoreDataFolder(options);
    print(`Restored ${path} to ${dataDir}. The previous data is in ${dataDir}.before-restore`);
  } else {
    const rows = await restoreToPostgres({ ...options, databaseUrl, onConnectionError: () => {} });
    const files = hasFiles() ? ` and their files to ${dataDir}` : '';
    print(`Restored ${formatCount(rows, 'row')} to PostgreSQL${files}`);
  }
  if (bucket !== null)
    print(`This backup contains the database only. Its files are in ${bucket}, which wasn't changed.`);
  else if (filesUrl !== undefined && hasFiles())
    print(`Copy the files to an empty bucket: npm run files:copy -- --from "${dataDir}" --to "$BACKOFFICE_FILES_URL"`);
};

const onDamaged = (name: string) => print(`Not a complete backup: ${name}`);

try {
  const isFolder = (await stat(from)).isDirectory();
  await restore(isFolder ? await resolveSnapshot(from, onDamaged) : from);
} catch (error) {
  const { message, path } = toBackupError(error, from);
  const hint = error instanceof DamagedFilesError ? '. Add --skip-damaged to restore everything else.' : '';
  fail(`${path}: ${message}${hint}`);
}
