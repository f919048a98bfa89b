import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../database/tables.ts';

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let dummyHash: Promise<string> | undefined;

/** Checks a password. Takes as long without an account, so that timing doesn't reveal which accounts exist. */
export const verifyPassword = async (
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> => {
  dummyHash ??= hashPassword('the password of nobody');
  const isCorrect = await verify(passwordHash ?? (await dummyHash), password);
  return isCorrect && typeof passwordHash === 'string';
};

export const setPassword = async (
  database: Database,
  credential: { userId: string; passwordHash: string },
): Promise<void> => {
  await database
    .insertInto('credential')
    .values(credential)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ passwordHash: credential.passwordHash }),
    )
    .execute();
};

export const hasPassword = async (database: Database, userId: string): Promise<boolean> => {
  const found = await database
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
};
