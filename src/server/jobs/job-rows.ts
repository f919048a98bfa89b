import { type RawBuilder, sql } from 'kysely';
import type { Job } from '#shared/import.ts';
import { type Database, isSqlite, type JobTable, supportsRowLocks } from '../database/tables.ts';

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

/** Adds a waiting job. Without a `serverId`, any server may claim it; otherwise that server has a lease already. */
export const insertJob = async (database: Database, job: NewJob): Promise<void> => {
  await database
    .insertInto('job')
    .values({
      ...job,
      state: 'waiting',
      outcome: toOutcome({ message: '', report: null }),
      leaseUntil: job.serverId === '' ? null : newLease(database),
      updatedAt: job.createdAt,
    })
    .execute();
};

/**
 * Claims the oldest waiting job that this server may do, or the one with `_id`. Concurrent calls never get the same job.
 */
export const claimJob = (
  database: Database,
  { serverId, _id }: { serverId: string; _id?: string },
): Promise<JobTable | undefined> =>
  database
    .updateTable('job')
    .set({ state: 'running', serverId, leaseUntil: newLease(database), updatedAt: now() })
    .where('_id', '=', ({ selectFrom }) =>
      selectFrom('job')
        .select('_id')
        .where('state', '=', 'waiting')
        .where('serverId', 'in', [serverId, ''])
        .$if(_id !== undefined, (query) => query.where('_id', '=', String(_id)))
        .orderBy('_id')
        .limit(1)
        .$if(supportsRowLocks(database), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();

type OwnJob = { _id: string; serverId: string };

const updateOwn = (database: Database, { _id, serverId }: OwnJob) =>
  database.updateTable('job').where('_id', '=', _id).where('serverId', '=', serverId);

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

/**
 * Marks jobs that this server didn't finish before it was restarted as interrupted, and deletes old jobs. Jobs without a
 * lease are of versions without leases, and those without a server of even older ones.
 */
export const cleanUpJobs = async (database: Database, serverId: string): Promise<void> => {
  const yesterday = new Date(Date.now() - day).toISOString();
  await database
    .updateTable('job')
    .set(interrupted())
    .where('state', 'in', unfinishedStates)
    .where((where) =>
      where.or([
        where('serverId', '=', serverId),
        where('state', '=', 'running').and('serverId', '=', ''),
        where('leaseUntil', 'is', null).and('createdAt', '<', yesterday),
      ]),
    )
    .execute();
  await interruptExpired(database);
  await database
    .deleteFrom('job')
    .where('createdAt', '<', new Date(Date.now() - retentionDays * day).toISOString())
    .execute();
};
