import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { restoreDataFolder } from '../backup/restore.ts';
import { restoreToPostgres } from '../backup/restore-to-postgres.ts';
import { resolveSnapshot } from '../backup/snapshots.ts';
import { DamagedFilesError } from '../backup/unpack.ts';
import { StartupError } from '../lib/app-error.ts';
import { asSwitch } from '../lib/options.ts';
import { dataOptions, print, runCommand } from './run-command.ts';

const onDamaged = (name: string) => print(`Not a complete backup: ${name}`);

const addHint = (error: unknown): never => {
  if (!(error instanceof DamagedFilesError)) throw error;
  throw new StartupError(`${error.message}. Add --skip-damaged to restore everything else.`, error.path);
};

await runCommand(
  {
    usage: 'npm run restore -- --from PLACE',
    about: 'Restores a backup. Stop the server first.',
    shared: dataOptions,
    own: {
      from: {
        value: 'PLACE',
        isRequired: true,
        parse: resolve,
        help: 'Folder of npm run backup, for its newest backup, or the folder of one backup, a backup made by the app, or a copy of its SQLite database',
      },
      'skip-damaged': { parse: asSwitch, help: 'Leave out files that are damaged in the backup' },
    },
    place: ({ from }) => from,
  },
  async ({ from: place, data: dataDir, 'skip-damaged': skipDamaged, ...urls }) => {
    const from = (await stat(place)).isDirectory() ? await resolveSnapshot(place, onDamaged) : place;
    const { 'database-url': databaseUrl, 'files-url': filesUrl } = urls;
    const hasFiles = () => existsSync(join(dataDir, 'uploads'));
    let bucket: string | null = null;
    const onBucket = (found: string) => {
      bucket = found;
    };
    const options = { dataDir, from, onBucket, skipDamaged, onWarning: print };
    if (databaseUrl === undefined) {
      await restoreDataFolder(options).catch(addHint);
      print(`Restored ${from} to ${dataDir}. The previous data is in ${dataDir}.before-restore`);
    } else {
      const rows = await restoreToPostgres({ ...options, databaseUrl, onConnectionError: () => {} }).catch(addHint);
      const files = hasFiles() ? ` and their files to ${dataDir}` : '';
      print(`Restored ${formatCount(rows, 'row')} to PostgreSQL${files}`);
    }
    if (bucket !== null)
      print(`This backup contains the database only. Its files are in ${bucket}, which wasn't changed.`);
    else if (filesUrl !== undefined && hasFiles())
      print(
        `Copy the files to an empty bucket: npm run files:copy -- --from "${dataDir}" --to "$BACKOFFICE_FILES_URL"`,
      );
  },
);
