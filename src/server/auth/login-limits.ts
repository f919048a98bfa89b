import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { isLoopback } from '#shared/urls.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';

/** A maximum number of attempts by a subject, such as an account, in a time window. Its id is the hash of the subject. */
type AttemptLimit = { _id: string; max: number; seconds: number };

type Count = { _id: string; count: number; expiresAt: string };

/** Hashed, so that the table contains no email addresses, phone numbers or addresses of clients. */
export const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/**
 * Adds to counts that haven't expired, and begins the others. None lasts longer than a new one would: the clock may have
 * been ahead. Returns the new counts.
 */
export const addCounts = (database: Database, rows: readonly Count[]): Promise<Count[]> => {
  const now = new Date().toISOString();
  return (
    database
      .insertInto('loginCount')
      // In the same order everywhere, so that parallel statements don't deadlock.
      // biome-ignore lint/plugin: an attempt has at most three subjects
      .values(rows.toSorted((a, b) => (a._id < b._id ? -1 : 1)))
      .onConflict((conflict) =>
        conflict.column('_id').doUpdateSet((set) => ({
          count: set
            .case()
            .when('loginCount.expiresAt', '<=', now)
            .then(set.ref('excluded.count'))
            .else(set('loginCount.count', '+', set.ref('excluded.count')))
            .end(),
          expiresAt: set
            .case()
            .when(
              set.or([
                set('loginCount.expiresAt', '<=', now),
                set('loginCount.expiresAt', '>', set.ref('excluded.expiresAt')),
              ]),
            )
            .then(set.ref('excluded.expiresAt'))
            .else(set.ref('loginCount.expiresAt'))
            .end(),
        })),
      )
      .returningAll()
      .execute()
  );
};

const idsOf = (limits: readonly AttemptLimit[]): string[] => limits.map(({ _id }) => _id);

/** Counts attempts in the database, which all its servers share. An attempt counts from its start. */
export const createAttemptCounts = (database: Database) => ({
  /** Counts an attempt. Returns the milliseconds to wait, which are 0 unless a limit is exceeded. */
  add: async (limits: readonly AttemptLimit[]): Promise<number> => {
    const counted = await addCounts(
      database,
      limits.map(({ _id, seconds }) => ({
        _id,
        count: 1,
        expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
      })),
    );
    const waits = limits.map(({ _id, max }) => {
      const found = counted.find((row) => row._id === _id);
      return found && found.count > max ? Math.max(1, Date.parse(found.expiresAt) - Date.now()) : 0;
    });
    return Math.max(...waits);
  },
  get: async ({ _id }: AttemptLimit): Promise<number> => {
    const found = await database
      .selectFrom('loginCount')
      .select('count')
      .where('_id', '=', _id)
      .where('expiresAt', '>', new Date().toISOString())
      .executeTakeFirst();
    return found?.count ?? 0;
  },
  /** Removes a counted attempt that succeeded or couldn't be made. */
  remove: async (limits: readonly AttemptLimit[]): Promise<void> => {
    await database
      .updateTable('loginCount')
      .set((set) => ({ count: set('count', '-', set.lit(1)) }))
      .where('_id', 'in', idsOf(limits))
      .where('count', '>', 0)
      .execute();
  },
  reset: async (limits: readonly AttemptLimit[]): Promise<void> => {
    await database.deleteFrom('loginCount').where('_id', 'in', idsOf(limits)).execute();
  },
});

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

/** Attempts by a subject in a time window. `failures` only counts; `delay` slows down. */
const limits = {
  pair: { max: 5, seconds: 15 * minute },
  address: { max: 50, seconds: 15 * minute },
  failures: { max: Number.POSITIVE_INFINITY, seconds: hour },
  delay: { max: 1, seconds: maxDelaySeconds },
  password: { max: 5, seconds: 15 * minute },
  mail: { max: 3, seconds: hour },
  mailFrom: { max: 20, seconds: hour },
};

const limitOf = (kind: keyof typeof limits, subject: string): AttemptLimit => ({
  ...limits[kind],
  _id: hashSubject(`${kind} ${subject}`),
});

/** Without limit on loopback, which everybody shares behind a web server that the server doesn't know of. */
const limitAddress = (network: string): AttemptLimit => {
  const limit = limitOf('address', network);
  return isLoopback(network) ? { ...limit, max: Number.POSITIVE_INFINITY } : limit;
};

const tooManyError = (waitMs: number, reason = 'Too many failed attempts'): AppError => {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds < minute ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / minute), 'minute');
  return new AppError('tooMany', `${reason}. Try again in ${wait}.`, { retryAfterSeconds: seconds });
};

/** Thrown by an attempt with a wrong password or code. */
export class FailedAttemptError extends AppError {}

/** A login attempt. `userId` is null if no account has the identifier. */
type LoginAttempt = { identifier: string; userId: string | null; address: string };

const validMs = 30 * 24 * 60 * 60 * 1000;

/** Whether a user has recently logged in from a network. */
const isKnownAddress = async (database: Database, userId: string, network: string): Promise<boolean> => {
  const found = await database
    .selectFrom('knownAddress')
    .select('userId')
    .where('_id', '=', hashSubject(`${userId} ${network}`))
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
};

const rememberAddress = async (database: Database, userId: string, network: string): Promise<void> => {
  const expiresAt = new Date(Date.now() + validMs).toISOString();
  await database
    .insertInto('knownAddress')
    .values({ _id: hashSubject(`${userId} ${network}`), userId, expiresAt })
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
      const pair = limitOf('pair', `${account} ${network}`);
      const failures = limitOf('failures', account);
      const getDelay = async () => {
        const excess = (await counts.get(failures)) - freeFailures;
        if (excess <= 0) return 0;
        if (userId !== null && (await isKnownAddress(database, userId, network))) return 0;
        const seconds = Math.min(maxDelaySeconds, 2 ** Math.min(excess, 10));
        return counts.add([{ ...limitOf('delay', account), seconds }]);
      };
      const result = await run([pair, limitAddress(network), failures], work, { getDelay });
      await Promise.all([counts.reset([pair]), userId !== null && rememberAddress(database, userId, network)]);
      return result;
    },
    /** Limits wrong passwords of a signed-in user. */
    limitOwnPassword: async (userId: string, work: () => Promise<void>): Promise<void> => {
      const limit = limitOf('password', userId);
      await run([limit], work);
      await counts.reset([limit]);
    },
    /** Limits wrong one-time codes of an address. */
    limitCodes: <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
      run([limitAddress(toNetwork(address))], work),
    /** Throws if an address asks for too many emails. */
    assertMayAskForMail: async (address: string): Promise<void> => {
      const waitMs = await counts.add([limitOf('mailFrom', toNetwork(address))]);
      if (waitMs > 0) throw tooManyError(waitMs, 'Too many requests for codes');
    },
    /** Whether an account may get another email. */
    mayGetMail: async (userId: string): Promise<boolean> => (await counts.add([limitOf('mail', userId)])) === 0,
    /** Resets the counts of failures, so that a user with a new password can log in at once. */
    forgiveFailures: async ({ userId, address }: { userId: string; address: string }): Promise<void> =>
      counts.reset([
        limitOf('pair', `${userId} ${toNetwork(address)}`),
        limitOf('failures', userId),
        limitOf('delay', userId),
      ]),
  };
};

export type LoginLimits = ReturnType<typeof createLoginLimits>;

export const deleteExpiredLoginData = async (database: Database): Promise<void> => {
  const now = new Date().toISOString();
  for (const table of ['loginCount', 'knownAddress', 'passwordReset'] as const) {
    await database.deleteFrom(table).where('expiresAt', '<', now).execute();
  }
};
