import type { Logger } from 'pino';
import type { AuditEvent, AuditOutcome } from '#shared/audit.ts';
import type { Credentials } from '#shared/session.ts';
import { findAccount, findUserNames } from '../auth/accounts.ts';
import { createAttemptCounts, hashSubject } from '../auth/login-limits.ts';
import { errorCode, isDiskFull } from '../database/database-errors.ts';
import { newId } from '../database/ids.ts';
import type { AuditTable, Database } from '../database/tables.ts';
import { withSavepoints } from '../database/transactions.ts';
import { insertRows } from '../database/write-rows.ts';
import type { AppError } from '../lib/app-error.ts';
import type { WriteContext } from '../records/hooks.ts';

export type AuditInput = {
  event: AuditEvent;
  /** Default: success. */
  outcome?: AuditOutcome;
  /** The user who acted; missing for the server itself and for unknown accounts. */
  userId?: string | null | undefined;
  /** The user whose account was affected, if it is another one. */
  subjectId?: string | null;
  address?: string | null | undefined;
  /** Plain text without names, email addresses and secrets. */
  detail?: string | null;
};

type Entry = Omit<AuditTable, 'userName' | 'subjectName'>;

/**
 * An entry whose account is looked up by the email address or phone number that was entered. The text itself is never
 * stored, because users sometimes enter their password there.
 */
type PendingEntry = { entry: Entry; identifier: string | undefined };

/** Entries that wait while the database is unavailable; beyond that, the oldest are logged and dropped. */
const maxPending = 10_000;

const toEntry = ({ event, outcome = 'success', ...rest }: AuditInput): Entry => ({
  _id: newId(),
  event,
  outcome,
  userId: rest.userId ?? null,
  subjectId: rest.subjectId ?? null,
  address: rest.address ?? null,
  detail: rest.detail ?? null,
  createdAt: new Date().toISOString(),
});

const withNames = async (database: Database, entries: readonly Entry[]): Promise<AuditTable[]> => {
  const ids = entries.flatMap(({ userId, subjectId }) => [userId, subjectId]).filter((id) => id !== null);
  const names = await findUserNames(database, ids);
  return entries.map((entry) => ({
    ...entry,
    userName: names.get(entry.userId) ?? null,
    subjectName: names.get(entry.subjectId) ?? null,
  }));
};

const identify = async (database: Database, { entry, identifier }: PendingEntry): Promise<Entry> => {
  if (identifier === undefined) return entry;
  const account = await findAccount(database, identifier);
  return account ? { ...entry, userId: account._id } : { ...entry, detail: 'Unknown account' };
};

const insert = async (database: Database, entries: readonly Entry[]): Promise<void> => {
  // An earlier attempt may have been committed before its connection broke.
  await insertRows(database, {
    table: 'audit',
    rows: await withNames(database, entries),
    onConflict: 'skip',
  });
};

const toLogEntry = ({ event, outcome, userId, subjectId, createdAt }: Entry) => ({
  event,
  outcome,
  userId,
  subjectId,
  createdAt,
});

/** Records events in the background, so that a request neither waits for the audit log nor fails with it. */
export const createAudit = ({ database, log }: { database: Database; log: Logger }) => {
  let pending: PendingEntry[] = [];
  let writing: Promise<void> = Promise.resolve();

  const writePending = async (): Promise<void> => {
    const entries = pending;
    if (entries.length === 0) return;
    pending = [];
    try {
      await insert(database, await Promise.all(entries.map((entry) => identify(database, entry))));
    } catch (error) {
      const kept = [...entries, ...pending];
      for (const { entry } of kept.slice(0, -maxPending))
        log.error({ audit: toLogEntry(entry) }, 'an audit entry was lost');
      pending = kept.slice(-maxPending);
      log.error({ err: error, waiting: pending.length }, 'audit entries wait for the database');
    }
  };

  /** Writes waiting entries. Never rejects: what can't be written waits for the next call. */
  const flush = (): Promise<void> => {
    writing = writing.then(writePending);
    return writing;
  };

  return {
    /** With `identifier`, the user is the account that it names. */
    record: ({ identifier, ...input }: AuditInput & { identifier?: string }): void => {
      pending.push({ entry: toEntry(input), identifier });
      void flush();
    },
    flush,
  };
};

export type Audit = ReturnType<typeof createAudit>;

/**
 * Records changes of data in the transaction of those changes, so that neither exists without the other. An entry that
 * can't be written is rolled back alone.
 */
export const recordInTransaction = async (
  { database, databaseHandle, actor }: Pick<WriteContext, 'database' | 'databaseHandle' | 'actor'>,
  inputs: readonly Omit<AuditInput, 'userId' | 'address'>[],
): Promise<void> => {
  if (inputs.length === 0) return;
  const entries = inputs.map((input) =>
    toEntry({
      ...input,
      userId: actor?.userId,
      address: actor?.address,
      subjectId: input.subjectId === actor?.userId ? null : (input.subjectId ?? null),
    }),
  );
  try {
    await withSavepoints(databaseHandle, database).transaction((trx) => insert(trx, entries));
  } catch (error) {
    // SQLite has then rolled back the whole transaction.
    if (isDiskFull(error)) throw error;
    // Writes have no logger. The warning goes to stderr like the log.
    process.emitWarning(`Audit entries were lost: ${JSON.stringify(entries.map(toLogEntry))} (${errorCode(error)})`);
  }
};

type Attempt = { credentials: Credentials; address: string };

/** Time in which further blocked logins with the same account and address aren't recorded, by all servers together. */
const lockoutSeconds = 60;

const describeFactors = ({ code }: Credentials): string => (code ? 'Password and code' : 'Password');

/** Records logins with a password. The account is found by the email address or phone number as typed. */
export const recordLogins = ({ audit, database }: { audit: Audit; database: Database }) => {
  const counts = createAttemptCounts(database);

  const recordLockout = async (entry: { identifier: string; address: string }): Promise<void> => {
    const _id = hashSubject(`lockout ${entry.identifier} ${entry.address}`);
    // Another server may have recorded it.
    const waitMs = await counts.add([{ _id, max: 1, seconds: lockoutSeconds }]).catch(() => 0);
    if (waitMs === 0) audit.record({ event: 'lockout', outcome: 'failure', ...entry });
  };

  return {
    succeeded: ({ credentials, address }: Attempt): void => {
      const entry = { identifier: credentials.email, address };
      if (credentials.newPassword !== undefined) audit.record({ event: 'password', ...entry });
      audit.record({ event: 'signIn', detail: describeFactors(credentials), ...entry });
    },
    failed: ({ credentials, address }: Attempt, { code, extra }: AppError): void => {
      const entry = { identifier: credentials.email, address };
      // Without a password, it wasn't an attempt. One that only lacks a code or a new password continues.
      if (code === 'invalid' || extra) return;
      if (code === 'tooMany') void recordLockout(entry);
      else audit.record({ event: 'signIn', outcome: 'failure', detail: describeFactors(credentials), ...entry });
    },
  };
};
