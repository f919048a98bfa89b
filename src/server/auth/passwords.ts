import { hash, verify } from '@node-rs/argon2';

// argon2id, which is the library's own choice of algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password so that it can be checked and not be read. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | undefined;

/** Whether a password is right. Takes as long where there is no account, so that nobody can tell. */
export const isPasswordRight = async (
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> => {
  nobody ??= hashPassword('the password of nobody');
  const isRight = await verify(passwordHash ?? (await nobody), password);
  return isRight && passwordHash !== undefined;
};
