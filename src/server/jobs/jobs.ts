import { setTimeout } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { maxHomeItems, type RecentImport } from '#shared/home.ts';
import type { Job } from '#shared/import.ts';
import { isDatabaseUnavailable, isDiskFull } from '../database/database-errors.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { type Database, isSqlite, type JobTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import {
  beginJob,
  changeKind,
  cleanUpJobs,
  completeReport,
  finishJob,
  fromRow,
  getInterruptedMessage,
  insertJob,
  interruptExpired,
  isReportPending,
  isUnfinished,
  type JobResult,
  lostReason,
  renewJob,
  requestCancellation,
  stopReason,
  throwIfCancelled,
  toAbortedResult,
  toProgress,
} from './job-rows.ts';

type JobTools = {
  signal: AbortSignal;
  onProgress: (progress: Job['progress']) => void;
  /** Stores the outcome of a successful job in the transaction of its work. */
  markDone: (database: Database, outcome: Omit<JobResult, 'state'>) => Promise<void>;
};

type NewJob = {
  kind: string;
  userId: string;
  runJob: (tools: JobTools) => Promise<JobResult>;
  /** Returns the result of a job that failed, unless it was cancelled. */
  toFailure: (error: unknown) => JobResult;
  /** Removes what the job needs; called once, when it has ended. */
  discard?: () => Promise<void>;
  /** Called in the transaction that adds the job. */
  beforeCommit: (write: { database: Database }, jobId: string) => Promise<void>;
};

type OwnJob = Pick<NewJob, 'runJob' | 'toFailure' | 'discard'> & {
  job: Job;
  controller: AbortController;
  /** Whether the transaction of its work has stored the outcome. */
  isDone: boolean;
};

const retryDelay = 2000;
/** Milliseconds between two renewals of leases; a cancellation on another server takes this long. */
const renewInterval = 1000;
type JobsOptions = {
  databaseHandle: Pick<DatabaseHandle, 'database' | 'transaction'>;
  serverId: string;
  log: Logger;
};

/** Runs long work in the background. Its state is in the database, so that every server can report and cancel it. */
export const createJobs = async ({ databaseHandle, serverId, log }: JobsOptions) => {
  const { database } = databaseHandle;
  const imports = new PQueue({ concurrency: 1 });
  const own = new Map<string, OwnJob>();
  const stopped = new AbortController();
  const inFlight = new Set<Promise<void>>();
  await cleanUpJobs(database, serverId);

  /** Repeats `work` while its error is temporary, because nothing else does it. */
  const untilAvailable = async <Result>(
    work: () => Promise<Result>,
    isTemporary = isDatabaseUnavailable,
  ): Promise<Result> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isTemporary(error) || stopped.signal.aborted) throw error;
        await setTimeout(retryDelay, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      }
    }
  };

  /**
   * Stores the result. If the work's transaction already did, only a complete report replaces it, as it also has the
   * failed rows.
   */
  const storeResult = async (_id: string, result: JobResult): Promise<void> => {
    const isSaved = await finishJob(database, { _id, serverId, ...result });
    if (!isSaved && result.state === 'done' && result.report)
      await completeReport(database, { _id, serverId, ...result });
  };

  /** Stores the result as soon as the database can, and reports it meanwhile. */
  const saveResult = (id: string, { job, isDone }: OwnJob, result: JobResult): Promise<void> =>
    untilAvailable(
      async () => {
        await storeResult(id, result).catch((error: unknown) => {
          if (!isDone)
            Object.assign(job, result, {
              progress: toProgress({ ...result, progress: null }, result.report),
            });
          throw error;
        });
      },
      (error) => isDatabaseUnavailable(error) || isDiskFull(error),
    );

  const run = async (_id: string, entry: OwnJob): Promise<JobResult> => {
    const { job, controller, runJob } = entry;
    const lostError = () => new AppError('conflict', getInterruptedMessage(job.kind));
    if (!(await untilAvailable(() => beginJob(database, { _id, serverId })))) throw lostError();
    controller.signal.throwIfAborted();
    return runJob({
      signal: controller.signal,
      onProgress: (progress) => Object.assign(job, { state: 'running', progress, updatedAt: new Date().toISOString() }),
      markDone: async (transaction, done) => {
        // From now on, no other server can cancel the job or report it as interrupted.
        const renewed = await renewJob(transaction, { _id, serverId, progress: job.progress });
        if (!renewed) throw lostError();
        if (renewed.isCancelled) controller.abort();
        controller.signal.throwIfAborted();
        entry.isDone = true;
        const isReportPending = done.report !== null;
        await finishJob(transaction, { _id, serverId, state: 'done', isReportPending, ...done });
      },
    });
  };

  const runAndSave = async (id: string, entry: OwnJob): Promise<void> => {
    try {
      const work = async () => {
        const result = await run(id, entry).catch((error: unknown) => {
          // The transaction that stored the end of the job wasn't committed.
          if (isDiskFull(error)) entry.isDone = false;
          const { aborted, reason } = entry.controller.signal;
          return aborted ? toAbortedResult(error, { kind: entry.job.kind, reason }) : entry.toFailure(error);
        });
        return { saving: saveResult(id, entry, result) };
      };
      // The next import doesn't wait until the result can be stored.
      const { saving } = await (entry.job.kind === changeKind ? work() : imports.add(work));
      await saving;
    } finally {
      own.delete(id);
      await entry.discard?.();
    }
  };

  const renew = async (_id: string, entry: OwnJob): Promise<void> => {
    const renewed = await renewJob(database, { _id, serverId, progress: entry.job.progress });
    if (renewed?.isCancelled) entry.controller.abort();
    if (!renewed && !entry.isDone) entry.controller.abort(lostReason);
  };

  let renewing: Promise<unknown> | undefined;
  const renewAll = () => {
    renewing ??= Promise.all([...own].map(([id, entry]) => renew(id, entry)))
      .catch((error: unknown) => log.warn({ err: error }, 'could not renew the leases of jobs'))
      .finally(() => {
        renewing = undefined;
      });
  };
  // SQLite has only one server, and the transaction of an import would block the renewal.
  const timer = isSqlite(database) ? undefined : setInterval(renewAll, renewInterval).unref();

  const findRow = async (id: string): Promise<JobTable> => {
    const row = await database.selectFrom('job').selectAll().where('_id', '=', id).executeTakeFirst();
    if (row) return row;
    throw new AppError('notFound', 'Job not found');
  };

  /** Reads a job whose server may be about to complete its report. */
  const findSettled = async (row: JobTable): Promise<Job> => {
    const isElsewhere = row.state === 'done' && row.leaseUntil !== null && row.serverId !== serverId;
    if (isElsewhere && (await isReportPending(database, row._id))) return fromRow({ ...row, state: 'running' });
    return fromRow(isElsewhere ? await findRow(row._id) : row);
  };

  const listImports = (userId: string | null): Promise<JobTable[]> =>
    database
      .selectFrom('job')
      .selectAll()
      .where('kind', '!=', changeKind)
      .$if(userId !== null, (query) => query.where('userId', '=', String(userId)))
      .orderBy('_id', 'desc')
      .limit(maxHomeItems)
      .execute();

  return {
    /** Runs one import at a time, because each may need much memory and the only writer connection. */
    runExclusive: <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
      imports.add(() => {
        throwIfCancelled(signal);
        return work();
      }),
    importCounts: () => ({ running: imports.pending, waiting: imports.size }),
    start: async ({ kind, userId, beforeCommit, ...work }: NewJob): Promise<string> => {
      const now = new Date().toISOString();
      const job: Job = {
        _id: newId(),
        kind,
        state: 'waiting',
        message: '',
        report: null,
        createdAt: now,
        updatedAt: now,
        progress: { phase: 'waiting', done: 0, total: null },
      };
      await databaseHandle.transaction(async (transaction) => {
        await insertJob(transaction, { _id: job._id, kind, userId, serverId, createdAt: now });
        await beforeCommit({ database: transaction }, job._id);
      });
      const entry = { ...work, job, controller: new AbortController(), isDone: false };
      own.set(job._id, entry);
      const promise = runAndSave(job._id, entry)
        .catch((error: unknown) => log.error({ err: error }, 'could not store the outcome of a job'))
        .finally(() => inFlight.delete(promise));
      inFlight.add(promise);
      return job._id;
    },
    find: async (id: string): Promise<{ job: Job; userId: string }> => {
      // Before the row, which may be read before the job stores its complete report.
      const entry = own.get(id);
      const row = await findRow(id);
      if (entry) return { job: { ...entry.job }, userId: row.userId };
      if (!isUnfinished(row)) return { job: await findSettled(row), userId: row.userId };
      await interruptExpired(database);
      return { job: await findSettled(await findRow(id)), userId: row.userId };
    },
    /** Lists the newest imports of a user, or of everyone for null. */
    listRecentImports: async (userId: string | null): Promise<RecentImport[]> => {
      const listed = await listImports(userId);
      const isElsewhere = listed.some((row) => isUnfinished(row) && !own.has(row._id));
      if (isElsewhere) await interruptExpired(database);
      return (isElsewhere ? await listImports(userId) : listed).map((row) => {
        const { report: _report, response: _response, ...job } = own.get(row._id)?.job ?? fromRow(row);
        return job;
      });
    },
    cancel: async (id: string): Promise<void> => {
      const entry = own.get(id);
      if (entry) return entry.controller.abort();
      if (await requestCancellation(database, id)) return;
      throw new AppError('conflict', 'This has already finished');
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      clearInterval(timer);
      for (const { controller } of own.values()) controller.abort(stopReason);
      await Promise.all([...inFlight, renewing]);
    },
  };
};

export type Jobs = Awaited<ReturnType<typeof createJobs>>;
