import { RateLimiterMemory } from 'rate-limiter-flexible';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { Credentials } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import type { Database, UserTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { createKeyedQueue } from '../lib/keyed-queue.ts';
import { findAccount, normalizeEmail, normalizePhone } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { beginSession, type SessionClient, type SessionContext } from './sessions.ts';
import { assertSecondFactor, CodeNeededError } from './two-factor.ts';

const maxFailures = 5;
const lockSeconds = 15 * 60;

/** Signs in with an email address or phone number, a password and a second factor. Returns the session token. */
export type Login = (options: { credentials: Credentials; client: SessionClient }) => Promise<string>;

export const tooManyAttemptsError = (waitMs: number) => {
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

export const assertMaySignIn = ({ status, role }: UserTable): void => {
  if (status === 'ACTIVE' && role !== 'USER') return;
  throw new AppError('forbidden', 'This account can’t log in here. Contact an admin.');
};

const checkCredentials = async (database: Database, { email, password, code }: Credentials) => {
  const user = await findAccount(database, email);
  const isCorrect = await verifyPassword(password, user?.passwordHash);
  if (!user || !isCorrect) throw new AppError('unauthenticated', 'Incorrect email, phone number or password');
  assertMaySignIn(user);
  await assertSecondFactor(database, { userId: user._id, code });
  return user;
};

const isFailedAttempt = (error: unknown) =>
  error instanceof AppError && error.code === 'unauthenticated' && !(error instanceof CodeNeededError);

/** Creates the login of a server, which limits failures by account and address. */
export const createLogin = (context: SessionContext): Login => {
  const { database } = context;
  const limiter = new RateLimiterMemory({ points: maxFailures, duration: lockSeconds });
  const runExclusive = createKeyedQueue();

  const attempt = async (key: string, { credentials, client }: Parameters<Login>[0]) => {
    const failures = await limiter.get(key);
    if (failures && failures.consumedPoints >= maxFailures) throw tooManyAttemptsError(failures.msBeforeNext);
    try {
      const user = await checkCredentials(database, credentials);
      await limiter.delete(key);
      return await beginSession(context, { user, client });
    } catch (error) {
      if (isFailedAttempt(error)) await limiter.penalty(key);
      throw error;
    }
  };

  return async ({ credentials, client }) => {
    assertNotEmpty(credentials);
    const { email } = credentials;
    const account = email.includes('@') ? normalizeEmail(email) : normalizePhone(email);
    const key = `${account} ${client.address}`;
    // Attempts run one at a time; parallel ones would all pass before the first failure counts.
    return runExclusive(key, () => attempt(key, { credentials, client }));
  };
};
