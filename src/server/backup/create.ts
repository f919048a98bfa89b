import { formatCount } from '#shared/resource-kit/labels.ts';
import { createBackup } from '../database/copy-database.ts';
import { asBackupFolder, asKeep, serverOptions } from '../lib/options.ts';
import { fail, readOptions } from '../lib/read-options.ts';
import { toBackupError } from './backup-error.ts';
import { createSnapshot } from './create-snapshot.ts';

// A backup contains all records.
process.umask(0o077);

const options = readOptions(
  {
    usage: 'npm run backup -- --to DIR',
    about: 'Makes a backup of the database and the files. The server can keep running.',
    shared: {
      data: serverOptions.data,
      'database-url': serverOptions['database-url'],
      'files-url': serverOptions['files-url'],
    },
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
  },
  (values) => {
    const { to, keep, data: dataDir, 'database-url': databaseUrl } = values;
    if (to === undefined && databaseUrl !== undefined) throw new Error('Specify --to');
    const source = { dataDir, databaseUrl, filesUrl: values['files-url'] };
    return { to, source, keep, scheduledFor: values['scheduled-for'] };
  },
);

const print = (text: string) => process.stderr.write(`${text}\n`);

const copyDatabaseOnly = async (dataDir: string): Promise<void> => {
  const backup = await createBackup({ dataDir, reason: 'daily' });
  print(`Backup saved: ${backup}`);
};

/** Returns what the administrator has to look at. */
const addSnapshot = async (to: string): Promise<string[]> => {
  const { source, ...others } = options;
  const created = await createSnapshot({ ...source, ...others, to, onWarning: print });
  const { path, manifest, isNew, damaged, deleted } = created;
  const { files, problems = [] } = manifest;
  const count = formatCount(Object.keys(files).length - 1, 'file');
  print(isNew ? `Backup saved: ${path} (${count})` : `There is a backup for this time already: ${path}`);
  for (const name of damaged) print(`Not a complete backup: ${name}`);
  if (options.keep !== undefined) print(`Deleted: ${formatCount(deleted, 'older backup')}`);
  return problems;
};

const { to, source } = options;
try {
  const problems = to === undefined ? await copyDatabaseOnly(source.dataDir) : await addSnapshot(to);
  if (problems && problems.length > 0) fail(problems.join('\n'));
} catch (error) {
  const { message, path } = toBackupError(error, to ?? source.dataDir);
  fail(`${path}: ${message}`);
}
