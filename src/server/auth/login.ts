import { RateLimiterMemory } from 'rate-limiter-flexible';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { Credentials } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { createKeyedQueue } from '../lib/keyed-queue.ts';
import { findAccount, normalizeEmail, normalizePhone } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { beginSession } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const maxFailures = 5;
const lockSeconds = 15 * 60;

/** Signs in with an email address or phone number and a password. Returns the session token. */
export type Login = (options: { credentials: Credentials; address: string }) => Promise<string>;

const tooManyAttemptsError = (waitMs: number) => {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new AppError(
    'tooMany',
    `Too many failed attempts. Try again in ${formatCount(minutes, 'minute')}.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );
};

const assertNotEmpty = ({ email, password }: Credentials) => {
  const errors = [
    ...(email.trim() ? [] : [{ field: 'email', message: texts.login.identifierRequired }]),
    ...(password ? [] : [{ field: 'password', message: texts.login.passwordRequired }]),
  ];
  const [first] = errors;
  if (first) throw new AppError('invalid', first.message, { errors });
};

const checkCredentials = async (database: Database, { email, password }: Credentials) => {
  const user = await findAccount(database, email);
  const isCorrect = await verifyPassword(password, user?.passwordHash);
  if (!user || !isCorrect) throw new AppError('unauthenticated', 'Incorrect email, phone number or password');
  if (user.status !== 'ACTIVE' || user.role === 'USER') {
    throw new AppError('forbidden', 'This account can’t log in here. Contact an admin.');
  }
  return user;
};

/** Creates the login of a server, which limits failures by account and address. */
export const createLogin = ({ database, tokens }: { database: Database; tokens: Tokens }): Login => {
  const limiter = new RateLimiterMemory({ points: maxFailures, duration: lockSeconds });
  const runExclusive = createKeyedQueue();

  const attempt = async (key: string, credentials: Credentials) => {
    const failures = await limiter.get(key);
    if (failures && failures.consumedPoints >= maxFailures) throw tooManyAttemptsError(failures.msBeforeNext);
    try {
      const user = await checkCredentials(database, credentials);
      await limiter.delete(key);
      return await beginSession({ database, tokens }, user);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') await limiter.penalty(key);
      throw error;
    }
  };

  return async ({ credentials, address }) => {
    assertNotEmpty(credentials);
    const { email } = credentials;
    const account = email.includes('@') ? normalizeEmail(email) : normalizePhone(email);
    const key = `${account} ${address}`;
    // Attempts run one at a time; parallel ones would all pass before the first failure counts.
    return runExclusive(key, () => attempt(key, credentials));
  };
};
