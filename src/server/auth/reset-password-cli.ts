import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { AppError, StartupError } from '../lib/app-error.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { findAccount } from './accounts.ts';
import { createResetCode } from './password-reset.ts';

const usage = `Usage: npm run reset-password -- --user EMAIL [options]

Prints a one-time code with which a user sets a new password on the login screen, for 15 minutes.
For admins who can't ask another admin for a code. Stop the server first, and start it again to use the code.

  --user EMAIL          Email address or phone number of the user
  --data DIR            Folder for the database
  --database-url URL    PostgreSQL database, such as postgres://user:password@host/name`;

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
    },
  });
  if (values.user === undefined) throw new Error('Specify a user with --user EMAIL');
  const databaseUrl = values['database-url'] ?? configFromEnvironment(process.env).databaseUrl;
  return { user: values.user, dataDir: resolve(values.data), databaseUrl };
});

const printCode = async (database: Database) => {
  const account = await findAccount(database, options.user);
  if (!account) throw new AppError('notFound', `There is no user ${options.user}`);
  const { code } = await createResetCode(database, account._id);
  process.stdout.write(`${code}\n`);
};

try {
  const databaseHandle = await openDatabase({
    ...options,
    onConnectionError: () => {},
    onWarning: (text) => process.stderr.write(`${text}\n`),
  });
  await printCode(databaseHandle.database).finally(() => databaseHandle.close());
} catch (error) {
  if (error instanceof StartupError) fail(`${error.path}: ${error.message}`);
  if (error instanceof AppError) fail(error.message);
  throw error;
}
