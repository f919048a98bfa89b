import type { Credentials } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import type { Database } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { type Account, canLogIn, findAccount, normalizeEmail, normalizePhone } from './accounts.ts';
import { FailedAttemptError, type LoginLimits } from './login-limits.ts';
import { assertGoodPassword, hashPassword, needsRehash, replaceHash, verifyPassword } from './passwords.ts';
import { beginSession, revokeUserSessions, type SessionClient, type SessionContext } from './sessions.ts';
import { assertSecondFactor } from './two-factor.ts';

const assertNotEmpty = ({ email, password }: Credentials) => {
  const errors = [
    ...(email.trim() ? [] : [{ field: 'email', message: texts.login.identifierRequired }]),
    ...(password ? [] : [{ field: 'password', message: texts.login.passwordRequired }]),
  ];
  const [first] = errors;
  if (first) throw new AppError('invalid', first.message, { errors });
};

export const assertCanLogIn = (account: Parameters<typeof canLogIn>[0]): void => {
  if (!canLogIn(account)) {
    throw new AppError('forbidden', 'This account can’t log in here. Contact an admin.');
  }
};

type VerifiedAccount = Account & { passwordHash: string };

const checkCredentials = async (account: Account | undefined, { password }: Credentials): Promise<VerifiedAccount> => {
  const isCorrect = await verifyPassword(password, account?.passwordHash);
  if (!account?.passwordHash || !isCorrect)
    throw new FailedAttemptError('unauthenticated', 'Incorrect email, phone number or password');
  assertCanLogIn(account);
  return { ...account, passwordHash: account.passwordHash };
};

const assertNewPassword = async (account: Account, { password, newPassword }: Credentials) => {
  if (newPassword === undefined) {
    if (!account.mustChange) return;
    throw new AppError('forbidden', 'Choose your own password to continue', { extra: { mustChangePassword: true } });
  }
  const field = 'newPassword';
  if (newPassword === password) {
    throw validationError([{ field, message: 'Choose a password that’s different from the current one' }]);
  }
  await assertGoodPassword(newPassword, { owner: account, field });
};

const changePassword = async (database: Database, account: VerifiedAccount, newPassword: string) => {
  const { _id: userId, passwordHash: from } = account;
  if (!(await replaceHash(database, { userId, from, to: await hashPassword(newPassword) }))) {
    throw new AppError('conflict', 'Your password has been changed meanwhile. Log in with the new one.');
  }
  await revokeUserSessions(database, userId);
};

const upgradeHash = async (database: Database, account: VerifiedAccount, password: string) => {
  const { _id: userId, passwordHash: from } = account;
  if (needsRehash(from)) await replaceHash(database, { userId, from, to: await hashPassword(password) });
};

type Attempt = { credentials: Credentials; client: SessionClient };

/**
 * Creates the login of a server, with an email address or phone number, a password and a second factor. It returns the
 * token of a session.
 */
export const createLogin = ({ sessions, limits }: { sessions: SessionContext; limits: LoginLimits }) => {
  const { database } = sessions;

  const logIn = async (found: Account | undefined, { credentials, client }: Attempt): Promise<string> => {
    const account = await checkCredentials(found, credentials);
    await assertNewPassword(account, credentials);
    const { password, newPassword, code } = credentials;
    // Last of the checks, because it uses up the code.
    await assertSecondFactor(database, { userId: account._id, code });
    if (newPassword === undefined) await upgradeHash(database, account, password);
    else await changePassword(database, account, newPassword);
    return beginSession(sessions, { user: account, client });
  };

  return async ({ credentials, client }: Attempt): Promise<string> => {
    assertNotEmpty(credentials);
    const { email } = credentials;
    const account = await findAccount(database, email);
    const identifier = (!email.includes('@') && normalizePhone(email)) || normalizeEmail(email);
    const userId = account?._id ?? null;
    return limits.limitLogin({ identifier, userId, address: client.address }, () =>
      logIn(account, { credentials, client }),
    );
  };
};

export type Login = ReturnType<typeof createLogin>;

/**
 * Creates the check of a signed-in user's password, which throws an error of `field` if it is wrong. It limits wrong
 * passwords by account: a stolen session mustn't allow guessing.
 */
export const createOwnPasswordCheck =
  ({ database, limits }: { database: Database; limits: LoginLimits }) =>
  ({ userId, password, field }: { userId: string; password: string; field: string }): Promise<void> =>
    limits.limitOwnPassword(userId, async () => {
      const credential = await database
        .selectFrom('credential')
        .select('passwordHash')
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (await verifyPassword(password, credential?.passwordHash)) return;
      const message = 'Incorrect password';
      throw new FailedAttemptError('invalid', message, { errors: [{ field, message }] });
    });

export type CheckOwnPassword = ReturnType<typeof createOwnPasswordCheck>;
