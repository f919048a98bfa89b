import { randomBytes, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#shared/two-factor.ts';
import type { Database } from '../database/tables.ts';

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
export const isRecoveryCode = (code: string): boolean => normalize(code).length === 2 * groupLength;

export type RecoveryCodes = { codes: string[]; salt: string; hashes: string[] };

/** Creates recovery codes and their hashes, before the transaction that stores them opens. */
export const createRecoveryCodes = async (): Promise<RecoveryCodes> => {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${createGroup()}-${createGroup()}`);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => hashCode(code, salt)));
  return { codes, salt: salt.toString('base64'), hashes };
};

/** Uses up a recovery code. Returns false if the user has no such code left. */
export const consumeRecoveryCode = async (
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
