import { formatCount } from '#shared/resource-kit/labels.ts';
import { createSnapshot } from '../backup/create-snapshot.ts';
import { createBackup } from '../database/copy-database.ts';
import { asBackupFolder, asKeep } from '../lib/options.ts';
import { fail } from '../lib/read-options.ts';
import { dataOptions, print, runCommand } from './run-command.ts';

await runCommand(
  {
    usage: 'npm run backup -- --to DIR',
    about: 'Makes a backup of the database and the files. The server can keep running.',
    shared: dataOptions,
    own: {
      to: {
        value: 'DIR',
        parse: asBackupFolder,
        help: 'Folder of the backups, which gets a folder for this one. Without this option, only an SQLite database is copied, to the folder backups of --data, where the newest seven copies are kept',
      },
      keep: {
        value: 'NUMBER',
        parse: asKeep,
        help: 'Then delete older backups of this database, but keep this many',
      },
      'scheduled-for': {
        value: 'TIME',
        parse: String,
        help: 'Do nothing if the last backup with this option was for the same time',
      },
    },
    place: ({ to, data }) => to ?? data,
  },
  async ({ to, keep, data: dataDir, 'database-url': databaseUrl, 'files-url': filesUrl, ...options }) => {
    if (to === undefined) {
      if (databaseUrl !== undefined) fail('Specify --to');
      print(`Backup saved: ${await createBackup({ dataDir, reason: 'daily' })}`);
      return;
    }
    const scheduledFor = options['scheduled-for'];
    const source = { dataDir, databaseUrl, filesUrl };
    const created = await createSnapshot({ ...source, to, keep, scheduledFor, onWarning: print });
    const { path, manifest, isNew, damaged, deleted } = created;
    const { files, problems = [] } = manifest;
    const count = formatCount(Object.keys(files).length - 1, 'file');
    print(isNew ? `Backup saved: ${path} (${count})` : `There is a backup for this time already: ${path}`);
    for (const name of damaged) print(`Not a complete backup: ${name}`);
    if (keep !== undefined) print(`Deleted: ${formatCount(deleted, 'older backup')}`);
    if (problems.length > 0) fail(problems.join('\n'));
  },
);
