import { recordInTransaction } from '../audit/record.ts';
import { findAccount } from '../auth/accounts.ts';
import { createResetCode } from '../auth/password-reset.ts';
import { resetSecondFactors } from '../auth/two-factor.ts';
import { openDatabase } from '../database/open.ts';
import { AppError } from '../lib/app-error.ts';
import { asSwitch } from '../lib/options.ts';
import { dataOptions, print, runCommand } from './run-command.ts';

await runCommand(
  {
    usage: 'npm run reset-password -- --user EMAIL',
    about: `Prints a one-time code with which a user sets a new password on the login screen, for 15 minutes.
For admins who can't ask another admin. Stop the server first, and start it again to use the code.`,
    shared: { data: dataOptions.data, 'database-url': dataOptions['database-url'] },
    own: {
      user: { value: 'EMAIL', isRequired: true, parse: String, help: 'Email address or phone number of the user' },
      'two-factor': {
        parse: asSwitch,
        help: "Also remove the user's second factors: authenticator app, recovery codes and passkeys",
      },
    },
    place: ({ user }) => user,
  },
  async ({ user, data: dataDir, 'database-url': databaseUrl, 'two-factor': hasLostFactors }) => {
    const databaseHandle = await openDatabase({ dataDir, databaseUrl, onConnectionError: () => {}, onWarning: print });
    const reset = databaseHandle.transaction(async (database) => {
      const account = await findAccount(database, user);
      if (!account) throw new AppError('notFound', 'There is no such user');
      const { _id: userId } = account;
      const { code } = await createResetCode(database, userId);
      if (hasLostFactors) {
        await resetSecondFactors(database, userId);
        const entry = { event: 'twoFactorOff', subjectId: userId, detail: 'On the server’s machine' } as const;
        await recordInTransaction({ databaseHandle, database, actor: null }, [entry]);
      }
      return code;
    });
    process.stdout.write(`${await reset.finally(databaseHandle.close)}\n`);
  },
);
