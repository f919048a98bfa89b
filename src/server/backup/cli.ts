import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { toBackupError } from './backup-error.ts';
import { restoreDataFolder } from './restore.ts';
import { restoreToPostgres } from './restore-to-postgres.ts';

// As in the server's cli.ts: a backup contains all records.
process.umask(0o077);

const usage = `Usage: npm run restore -- --from FILE [options]

Restores a backup. Stop the server first.

  --from FILE           Backup made by the app, or a copy of its SQLite database
  --data DIR            Folder for the database and uploads
  --database-url URL    Empty PostgreSQL database to restore into, such as postgres://user:password@host/name`;

const { from, dataDir, databaseUrl } = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
    },
  });
  if (values.from === undefined) throw new Error('Specify a backup with --from FILE');
  const databaseUrl = values['database-url'] ?? configFromEnvironment(process.env).databaseUrl;
  return { from: resolve(values.from), dataDir: resolve(values.data), databaseUrl };
});
const print = (text: string) => process.stderr.write(`${text}\n`);
const { filesUrl } = configFromEnvironment(process.env);
let bucket: string | null = null;
const onBucket = (found: string) => {
  bucket = found;
};
try {
  if (databaseUrl === undefined) {
    await restoreDataFolder({ dataDir, from, onBucket });
    print(`Restored ${dataDir}. The previous data is in ${dataDir}.before-restore`);
  } else {
    const rows = await restoreToPostgres({
      dataDir,
      databaseUrl,
      from,
      onBucket,
      onConnectionError: () => {},
      onWarning: print,
    });
    print(`Restored ${formatCount(rows, 'row')} to PostgreSQL and their files to ${dataDir}`);
  }
  if (bucket !== null) {
    print(`This backup contains the database only. Its files are in ${bucket}, which wasn't changed.`);
  } else if (filesUrl !== undefined && existsSync(join(dataDir, 'uploads'))) {
    print(
      `Copy the files to the bucket: npm run files:copy -- --from "${dataDir}" --to "$BACKOFFICE_FILES_URL"`,
    );
  }
} catch (error) {
  const { message, path } = toBackupError(error, from);
  fail(`${path}: ${message}`);
}
