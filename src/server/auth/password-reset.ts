import type { PasswordReset } from '#shared/passwords.ts';
import { resetFragment } from '#shared/routes.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { canLogIn } from './accounts.ts';
import { FailedAttemptError } from './login-limits.ts';
import { createCode, hashCode } from './one-time-codes.ts';
import { assertGoodPassword } from './password-rules.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { revokeUserSessions } from './sessions.ts';

const validMs = 15 * 60 * 1000;

const findUser = (database: Database, userId: string) =>
  database.selectFrom('user').select(['name', 'email', 'role', 'status']).where('_id', '=', userId).executeTakeFirst();

/** A one-time code with which a user sets a new password. */
export type ResetCode = { code: string; expiresAt: string };

/** Returns the address of the login screen with a code filled in. */
export const toResetUrl = (code: string, publicUrl: string | undefined): string | undefined =>
  publicUrl === undefined ? undefined : new URL(`/#${resetFragment}=${code}`, publicUrl).href;

/** Creates a code for a user, which replaces an earlier one. Only its hash is stored. */
export const createResetCode = async (database: Database, userId: string): Promise<ResetCode> => {
  const user = await findUser(database, userId);
  if (!user) throw new AppError('notFound', 'User not found. It may have been deleted.');
  if (!canLogIn(user)) throw new AppError('conflict', 'This user can’t log in. Check role and status first.');
  const code = createCode();
  const values = {
    codeHash: hashCode(code),
    expiresAt: new Date(Date.now() + validMs).toISOString(),
  };
  await database
    .insertInto('passwordReset')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
  return { code, expiresAt: values.expiresAt };
};

const invalidCodeError = () => {
  const message = 'This code is incorrect or has expired. Ask for a new one.';
  return new FailedAttemptError('forbidden', message, { errors: [{ field: 'code', message }] });
};

/** Sets a new password with a one-time code, and ends the user's sessions. Returns the user's id. */
export const resetPassword = async (
  { database, transaction }: Pick<DatabaseHandle, 'database' | 'transaction'>,
  { code, password }: PasswordReset,
): Promise<string> => {
  const codeHash = hashCode(code);
  const find = (reader: Database) =>
    reader
      .selectFrom('passwordReset')
      .select('userId')
      .where('codeHash', '=', codeHash)
      .where('expiresAt', '>', new Date().toISOString())
      .executeTakeFirst();
  const userId = (await find(database))?.userId;
  const user = userId === undefined ? undefined : await findUser(database, userId);
  if (userId === undefined || !user || !canLogIn(user)) throw invalidCodeError();
  await assertGoodPassword(password, { owner: user });
  const passwordHash = await hashPassword(password);
  await transaction(async (write) => {
    // Of two requests with the same code, only one deletes it.
    const { numDeletedRows } = await write
      .deleteFrom('passwordReset')
      .where('codeHash', '=', codeHash)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw invalidCodeError();
    await setPassword(write, { userId, passwordHash, mustChange: false });
    await revokeUserSessions(write, userId);
  });
  return userId;
};
