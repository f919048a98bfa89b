import { type RawBuilder, sql } from 'kysely';
import type { ImportReport, Job } from '#shared/import.ts';
import { type Database, isSqlite, type JobTable, supportsRowLocks } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';

export type JobResult = Pick<Job, 'state' | 'message' | 'report' | 'response'>;

/** Milliseconds after which a job whose server has stopped renewing its lease counts as interrupted. */
const leaseMs = 30_000;
const day = 24 * 60 * 60 * 1000;
const retentionDays = 7;
const unfinishedStates = ['waiting', 'running'];

const databaseTime = (database: Database): RawBuilder<number> =>
  isSqlite(database)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

const newLease = (database: Database) => sql<number>`${databaseTime(database)} + ${sql.lit(leaseMs)}`;

const now = () => new Date().toISOString();

const toOutcome = ({ message, report, response }: Omit<JobResult, 'state'>) =>
  JSON.stringify({ message, report, response });

const interrupted = () => ({
  state: 'interrupted',
  outcome: toOutcome({ message: '', report: null }),
  updatedAt: now(),
});

type NewJob = Pick<JobTable, '_id' | 'serverId' | 'kind' | 'userId' | 'createdAt'>;

/** Adds a waiting job, for which its server has a lease already. */
export const insertJob = async (database: Database, job: NewJob): Promise<void> => {
  await database
    .insertInto('job')
    .values({
      ...job,
      state: 'waiting',
      outcome: toOutcome({ message: '', report: null }),
      leaseUntil: newLease(database),
      updatedAt: job.createdAt,
    })
    .execute();
};

type OwnJob = { _id: string; serverId: string };

const updateOwn = (database: Database, { _id, serverId }: OwnJob) =>
  database.updateTable('job').where('_id', '=', _id).where('serverId', '=', serverId);

/** Begins a waiting job. Returns false if another server has marked it as interrupted. */
export const beginJob = async (database: Database, job: OwnJob): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(database, job)
    .set({ state: 'running', leaseUntil: newLease(database), updatedAt: now() })
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Renews the lease of an unfinished job and stores its progress. Returns whether it has been cancelled; undefined if
 * the job has finished or another server has marked it as interrupted.
 */
export const renewJob = async (
  database: Database,
  { progress, ...job }: OwnJob & { progress: Job['progress'] },
): Promise<{ isCancelled: boolean } | undefined> => {
  const renewed = await updateOwn(database, job)
    .set({ leaseUntil: newLease(database), progress: JSON.stringify(progress), updatedAt: now() })
    .where('state', 'in', unfinishedStates)
    .returning('isCancelled')
    .executeTakeFirst();
  return renewed && { isCancelled: renewed.isCancelled === 1 };
};

/**
 * Stores the outcome of an unfinished job. Returns false if it isn't this server's any more. With `isReportPending`, the
 * job keeps its lease until `completeReport`.
 */
export const finishJob = async (
  database: Database,
  { isReportPending = false, _id, serverId, ...result }: OwnJob & JobResult & { isReportPending?: boolean },
): Promise<boolean> => {
  const { numUpdatedRows } = await updateOwn(database, { _id, serverId })
    .set({
      state: result.state,
      outcome: toOutcome(result),
      updatedAt: now(),
      ...(isReportPending ? {} : { leaseUntil: null }),
    })
    .where('state', 'in', unfinishedStates)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Replaces the report of a job that is done. */
export const completeReport = async (
  database: Database,
  { message, report, ...job }: OwnJob & JobResult,
): Promise<void> => {
  await updateOwn(database, job)
    .set({ outcome: toOutcome({ message, report }), leaseUntil: null, updatedAt: now() })
    .where('state', '=', 'done')
    .execute();
};

/** Whether the server of a job that is done is about to store its complete report. */
export const isReportPending = async (database: Database, id: string): Promise<boolean> => {
  const pending = await database
    .selectFrom('job')
    .select('_id')
    .where('_id', '=', id)
    .where('state', '=', 'done')
    .where('leaseUntil', '>', databaseTime(database))
    .executeTakeFirst();
  return pending !== undefined;
};

/** Asks the server of a job to cancel it. Returns false if the job has finished. */
export const requestCancellation = async (database: Database, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('job')
    .set({ isCancelled: 1 })
    .where('_id', '=', id)
    .where('state', 'in', unfinishedStates)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const isUnfinished = ({ state }: Pick<JobTable, 'state'>): boolean => unfinishedStates.includes(state);

/** Marks the jobs of dead servers as interrupted. Skips jobs whose server is just storing their outcome. */
export const interruptExpired = async (database: Database): Promise<void> => {
  await database
    .updateTable('job')
    .set(interrupted())
    .where('_id', 'in', ({ selectFrom }) =>
      selectFrom('job')
        .select('_id')
        .where('state', 'in', unfinishedStates)
        .where('leaseUntil', '<', databaseTime(database))
        .$if(supportsRowLocks(database), (query) => query.forUpdate().skipLocked()),
    )
    .execute();
};

/** Marks jobs that this server didn't finish before it was restarted as interrupted, and deletes old jobs. */
export const cleanUpJobs = async (database: Database, serverId: string): Promise<void> => {
  await database
    .updateTable('job')
    .set(interrupted())
    .where('state', 'in', unfinishedStates)
    .where('serverId', '=', serverId)
    .execute();
  await interruptExpired(database);
  await database
    .deleteFrom('job')
    .where('createdAt', '<', new Date(Date.now() - retentionDays * day).toISOString())
    .execute();
};

/** Abort reasons when the server stops, or hasn't renewed the lease of a job in time. */
export const stopReason = 'stopping';
export const lostReason = 'lost';

/** Kind of the jobs that change many records; those of imports have the name of their resource. */
export const changeKind = 'change';

const cancelledMessage = 'Import cancelled. Nothing was imported.';

export const getInterruptedMessage = (kind: string): string =>
  kind === changeKind
    ? 'The server stopped before this was done. Check the list, and try again.'
    : 'The import was interrupted because its server stopped. Nothing was imported. Start the import again.';

export const throwIfCancelled = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new AppError('conflict', cancelledMessage);
};

export const toProgress = (
  { state, progress }: Pick<JobTable, 'state' | 'progress'>,
  report: ImportReport | null,
): Job['progress'] => {
  if (state === 'waiting') return { phase: 'waiting', done: 0, total: null };
  if (state !== 'running') return { phase: 'ended', done: report?.total ?? 0, total: report?.total ?? null };
  return progress === null ? { phase: 'reading', done: 0, total: null } : JSON.parse(progress);
};

export const fromRow = (row: JobTable): Job => {
  const { _id, kind, createdAt, updatedAt } = row;
  const { message, report, response } = JSON.parse(row.outcome) as JobResult;
  const state = row.state as Job['state'];
  return {
    _id,
    kind,
    state,
    message: state === 'interrupted' ? getInterruptedMessage(kind) : message,
    report,
    ...(response && { response }),
    progress: toProgress(row, report),
    createdAt,
    updatedAt,
  };
};

/** The result of a job that was aborted. */
export const toAbortedResult = (error: unknown, { kind, reason }: { kind: string; reason: unknown }): JobResult => {
  if (reason === stopReason || reason === lostReason) return { state: 'interrupted', message: '', report: null };
  const cancelled = kind === changeKind ? 'Cancelled. Nothing was changed.' : cancelledMessage;
  return { state: 'cancelled', message: error instanceof AppError ? error.message : cancelled, report: null };
};
