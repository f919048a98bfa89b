import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepCopy } from '../database/automatic.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { explainBackupError } from './explain-backup-error.ts';
import { packDataFolder } from './pack.ts';

// A backup holds all records, and the key of the sessions.
process.umask(0o077);

const usage = `Usage: create-backup [options]   (also while the server runs)
  --data DIR   folder of the server's database and uploads
  --to FILE    the records and all files in one file; without it, a copy of the database in DIR/backups, where
               the newest seven are kept`;

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string', default: defaultDataDir() }, to: { type: 'string' } },
    });
    return { dataDir: resolve(values.data), to: values.to === undefined ? null : resolve(values.to) };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const { dataDir, to } = readOptions();
if (configFromEnvironment(process.env).databaseUrl !== undefined) {
  fail(`The records are in PostgreSQL. Back them up with pg_dump, and the files in ${dataDir} with them`);
}
try {
  if (to === null) process.stderr.write(`${await keepCopy({ dataDir, reason: 'daily' })} was written\n`);
  else {
    await packDataFolder({ dataDir, to, scratch: join(dirname(to), `.backup-${process.pid}`) });
    process.stderr.write(`${to} was written\n`);
  }
} catch (error) {
  const { message, path } = explainBackupError(error, to ?? dataDir);
  fail(`${message}: ${path}`);
}
