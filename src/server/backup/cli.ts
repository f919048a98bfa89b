import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { explainBackupError } from './explain-backup-error.ts';
import { restoreIntoPostgres } from './move-to-postgres.ts';
import { restoreDataFolder } from './restore.ts';

// As in the server's: a backup holds all records, and the key of the sessions.
process.umask(0o077);

const usage = `Usage: npm run restore -- --from FILE [options]   (brings a server to what a backup holds, while it is stopped)
  --from FILE            a backup made by the app, or a copy of a SQLite database
  --data DIR             folder of the server's database and uploads
  --database-url URL     an empty PostgreSQL database, such as postgres://user:password@host/name`;

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        data: { type: 'string', default: defaultDataDir() },
        'database-url': { type: 'string' },
      },
    });
    if (values.from === undefined) throw new Error('Say which backup: --from FILE');
    const databaseUrl = values['database-url'] ?? configFromEnvironment(process.env).databaseUrl;
    return { from: resolve(values.from), dataDir: resolve(values.data), databaseUrl };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const { from, dataDir, databaseUrl } = readOptions();
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  if (databaseUrl === undefined) {
    await restoreDataFolder({ dataDir, from });
    say(`${dataDir} is as it was; what was there before is beside it`);
  } else {
    const rows = await restoreIntoPostgres({
      dataDir,
      databaseUrl,
      from,
      onConnectionError: () => {},
      onNotice: say,
    });
    say(`${rows} rows are in the PostgreSQL database, their files in ${dataDir}`);
  }
} catch (error) {
  const { message, path } = explainBackupError(error, from);
  fail(`${message}: ${path}`);
}
