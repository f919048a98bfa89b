import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '../database/automatic-backups.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { toBackupError } from './backup-error.ts';
import { readFilesBucket } from './files-bucket.ts';
import { archiveDataFolder } from './pack.ts';

// A backup contains all records.
process.umask(0o077);

const usage = `Usage: create-backup [options]

Makes a backup. The server can keep running.

  --data DIR            Folder for the database and uploads
  --to FILE             Save the data and all files as one file. Without it, the database is copied
                        to DIR/backups, where the newest seven copies are kept. If the files are in a bucket,
                        leave it out, and back up the bucket separately`;

const { dataDir, to } = readArguments(usage, () => {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: defaultDataDir() }, to: { type: 'string' } },
  });
  return { dataDir: resolve(values.data), to: values.to === undefined ? null : resolve(values.to) };
});
if (configFromEnvironment(process.env).databaseUrl !== undefined) {
  fail(
    `The data is in PostgreSQL. Back it up with pg_dump, and copy the files in ${dataDir} or in the bucket too.`,
  );
}
try {
  if (to === null) {
    const backup = await createBackup({ dataDir, reason: 'daily' });
    process.stderr.write(`Backup saved: ${backup}\n`);
    const bucket = readFilesBucket(backup);
    if (bucket !== null)
      process.stderr.write(
        `It contains the database only. The files are in ${bucket}: back it up separately.\n`,
      );
  } else {
    await archiveDataFolder({ dataDir, to, tempDir: join(dirname(to), `.backup-${process.pid}`) });
    process.stderr.write(`Backup saved: ${to}\n`);
  }
} catch (error) {
  const { message, path } = toBackupError(error, to ?? dataDir);
  fail(`${path}: ${message}`);
}
