import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { createBackup } from '../database/automatic-backups.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { toBackupError } from './backup-error.ts';
import { createSnapshot } from './create-snapshot.ts';
import { parseKeep, parseTarget } from './snapshots.ts';

// A backup contains all records.
process.umask(0o077);

const usage = `Usage: npm run backup -- --to DIR [options]

Makes a backup of the database and the files. The server can keep running.

  --to DIR              Folder of the backups, which gets a folder for this one. Without this option, only an SQLite
                        database is copied, to the folder backups of --data, where the newest seven copies are kept
  --keep NUMBER         Then delete older backups of this database, but keep this many
  --scheduled-for TIME  Do nothing if the last backup with this option was for the same time
  --data DIR            Folder for the database and uploads
  --database-url URL    PostgreSQL database of the server. Better set BACKOFFICE_DATABASE_URL
  --files-url URL       Bucket of the server's files. Better set BACKOFFICE_FILES_URL`;

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      'scheduled-for': { type: 'string' },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
      'files-url': { type: 'string' },
    },
  });
  const { databaseUrl, filesUrl } = configFromEnvironment(process.env);
  const source = {
    dataDir: resolve(values.data),
    databaseUrl: values['database-url'] ?? databaseUrl,
    filesUrl: values['files-url'] ?? filesUrl,
  };
  const to = values.to === undefined ? undefined : parseTarget(values.to);
  if (to === undefined && source.databaseUrl !== undefined) throw new Error('Specify --to');
  const keep = values.keep === undefined ? undefined : parseKeep(values.keep);
  return { to, source, keep, scheduledFor: values['scheduled-for'] };
});

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
