import type { Database } from '../database/tables.ts';
import { FailedAttemptError, type LoginLimits } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';

/** Checks the password of a signed-in user. Throws an error of `field` if it is wrong. */
export type CheckOwnPassword = (options: { userId: string; password: string; field: string }) => Promise<void>;

const wrongPasswordError = (field: string) => {
  const message = 'Incorrect password';
  return new FailedAttemptError('invalid', message, { errors: [{ field, message }] });
};

type CheckOptions = { database: Database; limits: LoginLimits };

/** Creates the check of a server, which limits wrong passwords by account: a stolen session mustn't allow guessing. */
export const createOwnPasswordCheck =
  ({ database, limits }: CheckOptions): CheckOwnPassword =>
  ({ userId, password, field }) =>
    limits.limitOwnPassword(userId, async () => {
      const credential = await database
        .selectFrom('credential')
        .select('passwordHash')
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (!(await verifyPassword(password, credential?.passwordHash))) throw wrongPasswordError(field);
    });
