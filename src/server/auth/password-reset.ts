import { createHash, hkdfSync, randomInt } from 'node:crypto';
import type { PasswordReset } from '#shared/passwords.ts';
import { resetFragment } from '#shared/routes.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { canLogIn } from './accounts.ts';
import { FailedAttemptError } from './login-limits.ts';
import { assertGoodPassword, hashPassword, setPassword } from './passwords.ts';
import { revokeUserSessions } from './sessions.ts';

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groupCount = 4;
const groupLength = 4;

const format = (pick: (position: number) => number): string =>
  Array.from({ length: groupCount }, (_group, group) =>
    Array.from({ length: groupLength }, (_, index) => alphabet[pick(group * groupLength + index)]).join(''),
  ).join('-');

/** Creates a random code of 80 bits, in groups for typing. */
const createCode = (): string => format(() => randomInt(alphabet.length));

/** Derives a code from a key and a purpose, so that all servers with the key get the same one. */
export const deriveCode = (key: Uint8Array, purpose: string): string => {
  const bytes = new Uint8Array(hkdfSync('sha256', key, '', purpose, groupCount * groupLength));
  return format((position) => (bytes[position] ?? 0) % alphabet.length);
};

/** A fast hash is enough, because a random code can't be guessed. Case, spaces and dashes don't matter. */
export const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');

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
