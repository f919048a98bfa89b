import { isIPv6 } from 'node:net';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { isLoopback } from '#shared/urls.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { type AttemptLimit, createAttemptCounts, hashSubject } from './attempt-counts.ts';

const groupCount = 8;
const networkGroups = 4;

/**
 * Returns what counts as one address for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * client can use all addresses of such a network.
 */
export const toNetwork = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address) || isLoopback(address)) return address;
  const [start = '', end] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = start ? start.split(':') : [];
  const after = end ? end.split(':') : [];
  const zeros = end === undefined ? 0 : groupCount - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

const minute = 60;
const hour = 60 * minute;

/** Failures of an account within an hour after which logins from unknown addresses are slowed down. */
const freeFailures = 10;
const maxDelaySeconds = minute;

const limitPair = (account: string, network: string): AttemptLimit => {
  return { subject: `pair ${account} ${network}`, max: 5, seconds: 15 * minute };
};
/** Without limit on loopback, which everybody shares behind a web server that the server doesn't know of. */
const limitAddress = (network: string): AttemptLimit => {
  const max = isLoopback(network) ? Number.POSITIVE_INFINITY : 50;
  return { subject: `address ${network}`, max, seconds: 15 * minute };
};
/** Only counts; `delayAccount` slows down. */
const countAccount = (account: string): AttemptLimit => {
  return { subject: `account ${account}`, max: Number.POSITIVE_INFINITY, seconds: hour };
};
const delayAccount = (account: string, failures: number): AttemptLimit => {
  const seconds = Math.min(maxDelaySeconds, 2 ** Math.min(failures - freeFailures, 10));
  return { subject: `delay ${account}`, max: 1, seconds };
};
const limitPasswords = (userId: string): AttemptLimit => {
  return { subject: `password ${userId}`, max: 5, seconds: 15 * minute };
};
const limitMailsToAccount = (userId: string): AttemptLimit => {
  return { subject: `mail ${userId}`, max: 3, seconds: hour };
};
const limitMailsFromAddress = (network: string): AttemptLimit => {
  return { subject: `mail from ${network}`, max: 20, seconds: hour };
};

const tooManyError = (waitMs: number, reason = 'Too many failed attempts'): AppError => {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds < minute ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / minute), 'minute');
  return new AppError('tooMany', `${reason}. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

/** Thrown by an attempt with a wrong password or code. */
export class FailedAttemptError extends AppError {}

/** A login attempt. `userId` is null if no account has the identifier. */
export type LoginAttempt = { identifier: string; userId: string | null; address: string };

const validMs = 30 * 24 * 60 * 60 * 1000;

type KnownAddress = { userId: string; network: string };

const toId = ({ userId, network }: KnownAddress) => hashSubject(`${userId} ${network}`);

/** Whether a user has recently logged in from an address. */
const isKnownAddress = async (database: Database, address: KnownAddress): Promise<boolean> => {
  const found = await database
    .selectFrom('knownAddress')
    .select('userId')
    .where('_id', '=', toId(address))
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
};

const rememberAddress = async (database: Database, address: KnownAddress): Promise<void> => {
  const expiresAt = new Date(Date.now() + validMs).toISOString();
  await database
    .insertInto('knownAddress')
    .values({ _id: toId(address), userId: address.userId, expiresAt })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet({ expiresAt }))
    .execute();
};

/**
 * Limits failed logins by account and address, by address over all accounts, and by account over all addresses. The
 * last one only slows down logins from new addresses, so an attacker can't lock the user out.
 */
export const createLoginLimits = (database: Database) => {
  const counts = createAttemptCounts(database);

  const run = async <Result>(
    limits: readonly AttemptLimit[],
    work: () => Promise<Result>,
    { getDelay = async () => 0 }: { getDelay?: () => Promise<number> } = {},
  ): Promise<Result> => {
    const waitMs = (await counts.add(limits)) || (await getDelay());
    if (waitMs > 0) {
      await counts.remove(limits);
      throw tooManyError(waitMs);
    }
    try {
      const result = await work();
      await counts.remove(limits);
      return result;
    } catch (error) {
      if (!(error instanceof FailedAttemptError)) await counts.remove(limits);
      throw error;
    }
  };

  return {
    limitLogin: async <Result>(
      { identifier, userId, address }: LoginAttempt,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const network = toNetwork(address);
      const account = userId ?? identifier;
      const pair = limitPair(account, network);
      const getDelay = async () => {
        const failures = await counts.get(countAccount(account));
        if (failures <= freeFailures) return 0;
        if (userId !== null && (await isKnownAddress(database, { userId, network }))) return 0;
        return counts.add([delayAccount(account, failures)]);
      };
      const result = await run([pair, limitAddress(network), countAccount(account)], work, { getDelay });
      await Promise.all([counts.reset([pair]), userId !== null && rememberAddress(database, { userId, network })]);
      return result;
    },
    /** Limits wrong passwords of a signed-in user. */
    limitOwnPassword: async (userId: string, work: () => Promise<void>): Promise<void> => {
      await run([limitPasswords(userId)], work);
      await counts.reset([limitPasswords(userId)]);
    },
    /** Limits wrong one-time codes of an address. */
    limitCodes: <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
      run([limitAddress(toNetwork(address))], work),
    /** Throws if an address asks for too many emails. */
    assertMayAskForMail: async (address: string): Promise<void> => {
      const waitMs = await counts.add([limitMailsFromAddress(toNetwork(address))]);
      if (waitMs > 0) throw tooManyError(waitMs, 'Too many requests for codes');
    },
    /** Whether an account may get another email. */
    mayGetMail: async (userId: string): Promise<boolean> => (await counts.add([limitMailsToAccount(userId)])) === 0,
    /** Resets the counts of failures, so that a user with a new password can log in at once. */
    forgiveFailures: async ({ userId, address }: { userId: string; address: string }): Promise<void> =>
      counts.reset([limitPair(userId, toNetwork(address)), countAccount(userId), delayAccount(userId, 0)]),
  };
};

export type LoginLimits = ReturnType<typeof createLoginLimits>;

export const deleteExpiredLoginData = async (database: Database): Promise<void> => {
  const now = new Date().toISOString();
  for (const table of ['loginCount', 'knownAddress', 'passwordReset'] as const) {
    await database.deleteFrom(table).where('expiresAt', '<', now).execute();
  }
};
