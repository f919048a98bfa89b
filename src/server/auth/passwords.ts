import { loadOnce } from '#shared/load-once.ts';
import { type PasswordOwner, weakPasswordMessage } from '#shared/passwords.ts';
import type { Database } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hashPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Loaded at the first login: a desktop app usually starts with a stored session. */
const loadArgon2 = () => import('@node-rs/argon2');

export const hashPassword = async (password: string): Promise<string> => (await loadArgon2()).hash(password, cost);

/** Whether a hash was made with other parameters than today's. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(hashPrefix);

const getDummyHash = loadOnce(() => hashPassword('the password of nobody'));

/** Checks a password. Takes as long without an account, so that timing doesn't reveal which accounts exist. */
export const verifyPassword = async (password: string, passwordHash: string | null | undefined): Promise<boolean> => {
  const { verify } = await loadArgon2();
  const dummyHash = getDummyHash();
  const isCorrect = await verify(passwordHash ?? (await dummyHash), password);
  return isCorrect && typeof passwordHash === 'string';
};

type Credential = { userId: string; passwordHash: string; mustChange: boolean };

export const setPassword = async (
  database: Database,
  { userId, passwordHash, mustChange }: Credential,
): Promise<void> => {
  const values = { passwordHash, mustChange: mustChange ? 1 : 0 };
  await database
    .insertInto('credential')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
};

/** Replaces a hash unless the password has changed meanwhile. Returns false if it has. */
export const replaceHash = async (
  database: Database,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('credential')
    .set({ passwordHash: to, mustChange: 0 })
    .where('userId', '=', userId)
    .where('passwordHash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const hasPassword = async (database: Database, userId: string): Promise<boolean> => {
  const found = await database
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
};

/** Rejects passwords that are common, easy to guess, or made of the names of product, company or user. */
export const assertGoodPassword = async (
  password: string,
  { owner, field = 'password' }: { owner: PasswordOwner; field?: string },
): Promise<void> => {
  const { estimateStrength } = await import('#shared/password-strength.ts');
  if (estimateStrength(password, owner) !== 'weak') return;
  throw validationError([{ field, message: weakPasswordMessage }]);
};
