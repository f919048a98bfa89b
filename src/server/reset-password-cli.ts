import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordInTransaction } from './audit/record.ts';
import { findAccount } from './auth/accounts.ts';
import { createResetCode } from './auth/password-reset.ts';
import { resetSecondFactors } from './auth/two-factor.ts';
import type { DatabaseHandle } from './database/database-handle.ts';
import { openDatabase } from './database/open.ts';
import type { DatabaseTransaction } from './database/tables.ts';
import { AppError, StartupError } from './lib/app-error.ts';
import { fail, readArguments } from './lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from './lib/config.ts';

const usage = `Usage: npm run reset-password -- --user EMAIL [options]

Prints a one-time code with which a user sets a new password on the login screen, for 15 minutes.
For admins who can't ask another admin. Stop the server first, and start it again to use the code.

  --user EMAIL          Email address or phone number of the user
  --two-factor          Also remove the user's second factors: authenticator app, recovery codes and passkeys
  --data DIR            Folder for the database
  --database-url URL    PostgreSQL database, such as postgres://user:password@host/name`;

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      'two-factor': { type: 'boolean', default: false },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
    },
  });
  if (values.user === undefined) throw new Error('Specify a user with --user EMAIL');
  const databaseUrl = values['database-url'] ?? configFromEnvironment(process.env).databaseUrl;
  const dataDir = resolve(values.data);
  return { user: values.user, hasLostFactors: values['two-factor'], dataDir, databaseUrl };
});

const reset = async (databaseHandle: DatabaseHandle, database: DatabaseTransaction) => {
  const account = await findAccount(database, options.user);
  if (!account) throw new AppError('notFound', `There is no user ${options.user}`);
  const { _id: userId } = account;
  const { code } = await createResetCode(database, userId);
  if (options.hasLostFactors) {
    await resetSecondFactors(database, userId);
    const entry = { event: 'twoFactorOff', subjectId: userId, detail: 'On the server’s machine' } as const;
    await recordInTransaction({ databaseHandle, database, actor: null }, [entry]);
  }
  return code;
};

try {
  const databaseHandle = await openDatabase({
    ...options,
    onConnectionError: () => {},
    onWarning: (text) => process.stderr.write(`${text}\n`),
  });
  const code = await databaseHandle
    .transaction((transaction) => reset(databaseHandle, transaction))
    .finally(() => databaseHandle.close());
  process.stdout.write(`${code}\n`);
} catch (error) {
  if (error instanceof StartupError) fail(`${error.path}: ${error.message}`);
  if (error instanceof AppError) fail(error.message);
  throw error;
}
