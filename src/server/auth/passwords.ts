import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../database/tables.ts';

// argon2id, which is the library's own choice of algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password so that it can be checked and not be read. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | undefined;

/** Whether a password is right. Takes as long where there is no account, so that nobody can tell. */
export const isPasswordRight = async (
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> => {
  nobody ??= hashPassword('the password of nobody');
  const isRight = await verify(passwordHash ?? (await nobody), password);
  return isRight && typeof passwordHash === 'string';
};

/** Sets a user's password by its hash. */
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

/** Whether a user has a password. */
export const hasPassword = async (database: Database, userId: string): Promise<boolean> => {
  const found = await database
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
};
