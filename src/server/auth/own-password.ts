import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import { createKeyedQueue } from '../lib/keyed-queue.ts';
import { tooManyAttemptsError } from './login.ts';
import { verifyPassword } from './passwords.ts';

const maxFailures = 5;
const lockSeconds = 15 * 60;

/** Checks the password of a signed-in user. Throws an error of `field` if it is wrong. */
export type CheckOwnPassword = (options: {
  userId: string;
  password: string;
  field: string;
}) => Promise<void>;

/** Creates the check of a server, which limits wrong passwords by account: a stolen session mustn't allow guessing. */
export const createOwnPasswordCheck = (database: Database): CheckOwnPassword => {
  const limiter = new RateLimiterMemory({ points: maxFailures, duration: lockSeconds });
  const runExclusive = createKeyedQueue();

  const findHash = (userId: string) =>
    database.selectFrom('credential').select('passwordHash').where('userId', '=', userId).executeTakeFirst();

  return ({ userId, password, field }) =>
    runExclusive(userId, async () => {
      const failures = await limiter.get(userId);
      if (failures && failures.consumedPoints >= maxFailures)
        throw tooManyAttemptsError(failures.msBeforeNext);
      const credential = await findHash(userId);
      if (await verifyPassword(password, credential?.passwordHash)) {
        await limiter.delete(userId);
        return;
      }
      await limiter.penalty(userId);
      throw validationError([{ field, message: 'Incorrect password' }]);
    });
};
