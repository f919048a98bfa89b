import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { recoveryCodeCount } from '#shared/account.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { FailedAttemptError } from './login-limits.ts';
import { revokeUserSessions } from './sessions.ts';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

const createGroup = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const normalize = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

// The codes are short enough to be guessed from a fast hash.
const hashCode = async (code: string, salt: Buffer) => {
  const { hashRaw } = await import('@node-rs/argon2');
  const hash = await hashRaw(normalize(code), { salt, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return hash.toString('base64');
};

/** Whether a text can be a recovery code, and not a code from an authenticator app. */
const isRecoveryCode = (code: string): boolean => normalize(code).length === 2 * groupLength;

type RecoveryCodes = { codes: string[]; salt: string; hashes: string[] };

/** Creates recovery codes and their hashes, before the transaction that stores them opens. */
const createRecoveryCodes = async (): Promise<RecoveryCodes> => {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${createGroup()}-${createGroup()}`);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashCode(code, salt)));
  return { codes, salt: salt.toString('base64'), hashes };
};

/** Uses up a recovery code. Returns false if the user has no such code left. */
const consumeRecoveryCode = async (
  database: Database,
  { userId, recoverySalt }: { userId: string; recoverySalt: string | null },
  code: string,
): Promise<boolean> => {
  if (recoverySalt === null) return false;
  const hash = await hashCode(code, Buffer.from(recoverySalt, 'base64'));
  const { numDeletedRows } = await database
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const countRecoveryCodes = async (database: Database, userId: string): Promise<number> => {
  const { count } = await database
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const issuer = 'Catalogue Back Office';
const secretBytes = 20;
const periodSeconds = 30;
/** Accepted difference between the clocks of server and phone, in time steps. */
const maxDriftSteps = 1;

const toTotp = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });

/** Returns the time step of a valid code; null if the code is wrong. */
const findStep = (secret: string, code: string): number | null => {
  const token = code.replace(/\s/g, '');
  const drift = toTotp(secret).validate({ token, window: maxDriftSteps });
  return drift === null ? null : Math.floor(Date.now() / 1000 / periodSeconds) + drift;
};

export const findTwoFactor = (database: Database, userId: string) =>
  database.selectFrom('twoFactor').selectAll().where('userId', '=', userId).executeTakeFirst();

/** Uses up a code of an authenticator app. Returns false if the code is wrong or was used before. */
const consumeCode = async (
  database: Database,
  { userId, secret }: { userId: string; secret: string },
  code: string,
): Promise<boolean> => {
  const step = findStep(secret, code);
  if (step === null) return false;
  // Of two requests with the same code, only one updates the row.
  const { numUpdatedRows } = await database
    .updateTable('twoFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A correct password without the code that it needs isn't a failed attempt. */
const codeNeededError = () =>
  new AppError('unauthenticated', 'Enter the code from your authenticator app', {
    extra: { needsCode: true },
  });

/** Checks the second factor of a login, after the password. Does nothing for users without one. */
export const assertSecondFactor = async (
  database: Database,
  { userId, code }: { userId: string; code: string | undefined },
): Promise<void> => {
  const twoFactor = await findTwoFactor(database, userId);
  if (!twoFactor?.confirmedAt) return;
  if (!code) throw codeNeededError();
  const isCorrect = isRecoveryCode(code)
    ? await consumeRecoveryCode(database, twoFactor, code)
    : await consumeCode(database, twoFactor, code);
  if (isCorrect) return;
  throw new FailedAttemptError('unauthenticated', 'This code is incorrect or was already used. Enter a new one.', {
    extra: { needsCode: true },
  });
};

const assertOff = async (database: Database, userId: string) => {
  const existing = await findTwoFactor(database, userId);
  if (existing?.confirmedAt) throw new AppError('conflict', 'Two-factor login is already on');
  return existing;
};

/** Begins the setup, which replaces an unfinished one. Returns the secret for the authenticator app. */
export const beginTwoFactor = async (
  database: Database,
  user: { _id: string; email: string },
): Promise<{ secret: string; uri: string }> => {
  await assertOff(database, user._id);
  const secret = new Secret({ size: secretBytes }).base32;
  await database
    .insertInto('twoFactor')
    .values({ userId: user._id, secret, confirmedAt: null, lastStep: 0, recoverySalt: null })
    .onConflict((conflict) =>
      // Another request may have finished the setup meanwhile.
      conflict.column('userId').doUpdateSet({ secret, lastStep: 0 }).where('twoFactor.confirmedAt', 'is', null),
    )
    .execute();
  return { secret, uri: toTotp(secret, user.email).toString() };
};

const wrongFirstCodeError = () =>
  validationError([{ field: 'code', message: 'Incorrect code. Check the clock of your phone.' }]);

/** Finishes the setup with a first code. Returns the recovery codes. */
export const confirmTwoFactor = async (
  { database, transaction }: Pick<DatabaseHandle, 'database' | 'transaction'>,
  { userId, code }: { userId: string; code: string },
): Promise<string[]> => {
  const pending = await assertOff(database, userId);
  if (!pending) throw new AppError('conflict', 'Start setting up two-factor login first');
  const lastStep = findStep(pending.secret, code);
  if (lastStep === null) throw wrongFirstCodeError();
  const { codes, salt, hashes } = await createRecoveryCodes();
  await transaction(async (open) => {
    const { numUpdatedRows } = await open
      .updateTable('twoFactor')
      .set({ confirmedAt: new Date().toISOString(), lastStep, recoverySalt: salt })
      .where('userId', '=', userId)
      .where('secret', '=', pending.secret)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst();
    // Another request has finished or restarted the setup meanwhile.
    if (numUpdatedRows === 0n) throw wrongFirstCodeError();
    await insertRows(open, { table: 'recoveryCode', rows: hashes.map((hash) => ({ userId, hash })) });
  });
  return codes;
};

/** Turns two-factor login off and deletes the recovery codes. */
export const removeTwoFactor = async (database: Database, userId: string): Promise<void> => {
  await database.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await database.deleteFrom('twoFactor').where('userId', '=', userId).execute();
};

/** Removes all second factors of a user who lost them, passkeys included, and ends the user's sessions. */
export const resetSecondFactors = async (database: Database, userId: string): Promise<void> => {
  await removeTwoFactor(database, userId);
  await database.deleteFrom('passkey').where('userId', '=', userId).execute();
  await revokeUserSessions(database, userId);
};
