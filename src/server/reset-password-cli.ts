import { recordInTransaction } from './audit/record.ts';
import { findAccount } from './auth/accounts.ts';
import { createResetCode } from './auth/password-reset.ts';
import { resetSecondFactors } from './auth/two-factor.ts';
import type { DatabaseHandle } from './database/database-handle.ts';
import { openDatabase } from './database/open.ts';
import type { DatabaseTransaction } from './database/tables.ts';
import { AppError, StartupError } from './lib/app-error.ts';
import { asSwitch, serverOptions } from './lib/options.ts';
import { fail, readOptions } from './lib/read-options.ts';

const options = readOptions(
  {
    usage: 'npm run reset-password -- --user EMAIL',
    about: `Prints a one-time code with which a user sets a new password on the login screen, for 15 minutes.
For admins who can't ask another admin. Stop the server first, and start it again to use the code.`,
    shared: { data: serverOptions.data, 'database-url': serverOptions['database-url'] },
    own: {
      user: { value: 'EMAIL', parse: String, help: 'Email address or phone number of the user' },
      'two-factor': {
        parse: asSwitch,
        help: "Also remove the user's second factors: authenticator app, recovery codes and passkeys",
      },
    },
  },
  ({ user, 'two-factor': hasLostFactors, data: dataDir, 'database-url': databaseUrl }) => {
    if (user === undefined) throw new Error('Specify a user with --user EMAIL');
    return { user, hasLostFactors, dataDir, databaseUrl };
  },
);

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
