import { setTimeout } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { maxHomeItems, type RecentImport } from '#shared/home.ts';
import type { ImportReport, Job } from '#shared/import.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { newId } from '../database/ids.ts';
import type { Database, JobTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';

type Outcome = Pick<Job, 'message' | 'report'>;

type RunningJob = { job: Job; controller: AbortController };

type JobTools = {
  signal: AbortSignal;
  onProgress: (progress: Job['progress']) => void;
  /** Stores the outcome of a successful job in the transaction of its work. */
  markDone: (database: Database, outcome: { message: string; report: ImportReport }) => Promise<void>;
};

type JobResult = Outcome & { state: Job['state'] };
type NewJob = { kind: string; userId: string; runJob: (tools: JobTools) => Promise<JobResult> };

const day = 24 * 60 * 60 * 1000;
const retentionDays = 7;
/** Abort reason when the server stops. */
const stopReason = 'stopping';
const saveRetryDelay = 2000;
const cancelledMessage = 'Import cancelled. Nothing was imported.';

export const throwIfCancelled = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new AppError('conflict', cancelledMessage);
};

const interruptedMessage = 'The server stopped during the import. Nothing was imported.';

const fromRow = ({
  outcome,
  userId,
  serverId: _serverId,
  ...row
}: JobTable): { job: Job; userId: string } => {
  const { message, report } = JSON.parse(outcome) as Outcome;
  return {
    userId,
    job: {
      ...row,
      state: row.state as Job['state'],
      message,
      report,
      // The progress of a job on another server is unknown.
      progress: {
        phase: row.state === 'running' ? 'writing' : 'ended',
        done: report?.total ?? 0,
        total: report?.total ?? null,
      },
    },
  };
};

/**
 * Marks unfinished jobs of this server as interrupted, and deletes old ones. Jobs of another server on this database
 * may be running; after a day they count as interrupted. Jobs without a server are older than server ids.
 */
export const cleanUpJobs = async (database: Database, serverId: string): Promise<void> => {
  const now = new Date().toISOString();
  const yesterday = new Date(Date.now() - day).toISOString();
  await database
    .updateTable('job')
    .set({
      state: 'interrupted',
      outcome: JSON.stringify({ message: interruptedMessage, report: null }),
      updatedAt: now,
    })
    .where('state', '=', 'running')
    .where((where) => where.or([where('serverId', 'in', [serverId, '']), where('createdAt', '<', yesterday)]))
    .execute();
  await database
    .deleteFrom('job')
    .where('createdAt', '<', new Date(Date.now() - retentionDays * day).toISOString())
    .execute();
};

type JobsOptions = { database: Database; serverId: string; log: Logger };

/** Runs work that continues after the response, and stores its state and its outcome in the database. */
export const createJobs = ({ database, serverId, log }: JobsOptions) => {
  const imports = new PQueue({ concurrency: 1 });
  const running = new Map<string, RunningJob>();
  const stopped = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const updateJob = (connection: Database, id: string, { state, ...outcome }: JobResult): Promise<unknown> =>
    connection
      .updateTable('job')
      .set({ state, outcome: JSON.stringify(outcome), updatedAt: new Date().toISOString() })
      .where('_id', '=', id)
      .execute();

  const toOutcome = (error: unknown, { aborted, reason }: AbortSignal): JobResult => {
    if (aborted && reason === stopReason)
      return { state: 'interrupted', message: interruptedMessage, report: null };
    const state = aborted ? 'cancelled' : 'failed';
    if (error instanceof AppError) return { state, message: error.message, report: null };
    if (aborted && error === reason) return { state, message: cancelledMessage, report: null };
    log.error({ err: error }, 'job failed');
    if (isDatabaseUnavailable(error)) {
      const message = 'The server lost its database connection. Nothing was imported. Try again.';
      return { state, message, report: null };
    }
    return { state, message: 'Something went wrong on the server. Nothing was imported.', report: null };
  };

  /**
   * Stores the outcome. If the work's transaction already did, only a complete report replaces it, as it also has the
   * failed rows. Waits while the database is unavailable, because nothing else stores it.
   */
  const saveOutcome = async (id: string, outcome: JobResult): Promise<void> => {
    for (;;) {
      try {
        const { state } = await database
          .selectFrom('job')
          .select('state')
          .where('_id', '=', id)
          .executeTakeFirstOrThrow();
        if (state === 'running' || outcome.state === 'done') await updateJob(database, id, outcome);
        return;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || stopped.signal.aborted) throw error;
        await setTimeout(saveRetryDelay, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      }
    }
  };

  const runJob = async (
    id: string,
    { job, controller }: RunningJob,
    run: NewJob['runJob'],
  ): Promise<void> => {
    try {
      const outcome = await run({
        signal: controller.signal,
        onProgress: (progress) =>
          Object.assign(job, { state: 'running', progress, updatedAt: new Date().toISOString() }),
        markDone: async (transaction, done) => {
          await updateJob(transaction, id, { state: 'done', ...done });
        },
      }).catch((error: unknown) => toOutcome(error, controller.signal));
      await saveOutcome(id, outcome);
    } finally {
      running.delete(id);
    }
  };

  return {
    /** Runs one import at a time, because each may need much memory and the only writer connection. */
    runExclusive: <Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> =>
      imports.add(() => {
        throwIfCancelled(signal);
        return run();
      }),
    importCounts: () => ({ running: imports.pending, waiting: imports.size }),
    start: async ({ kind, userId, runJob: run }: NewJob): Promise<string> => {
      const now = new Date().toISOString();
      const job: Job = {
        _id: newId(),
        kind,
        state: 'waiting',
        message: '',
        progress: { phase: 'waiting', done: 0, total: null },
        report: null,
        createdAt: now,
        updatedAt: now,
      };
      const outcome = JSON.stringify({ message: '', report: null });
      const row = { _id: job._id, kind, userId, serverId, state: 'running', outcome };
      await database
        .insertInto('job')
        .values({ ...row, createdAt: now, updatedAt: now })
        .execute();
      const entry = { job, controller: new AbortController() };
      running.set(job._id, entry);
      const promise = runJob(job._id, entry, run)
        .catch((error: unknown) => log.error({ err: error }, 'could not store the outcome of a job'))
        .finally(() => inFlight.delete(promise));
      inFlight.add(promise);
      return job._id;
    },
    find: async (id: string): Promise<{ job: Job; userId: string }> => {
      // Before the row, which may be read before the job stores its complete report.
      const entry = running.get(id);
      const row = await database.selectFrom('job').selectAll().where('_id', '=', id).executeTakeFirst();
      if (!row) throw new AppError('notFound', 'Import not found');
      return entry ? { job: { ...entry.job }, userId: row.userId } : fromRow(row);
    },
    /** Lists the newest jobs of a user, or of everyone for null. */
    listRecent: async (userId: string | null): Promise<RecentImport[]> => {
      const rows = await database
        .selectFrom('job')
        .selectAll()
        .$if(userId !== null, (query) => query.where('userId', '=', String(userId)))
        .orderBy('_id', 'desc')
        .limit(maxHomeItems)
        .execute();
      return rows.map((row) => {
        const { report: _report, ...job } = running.get(row._id)?.job ?? fromRow(row).job;
        return job;
      });
    },
    cancel: async (id: string): Promise<void> => {
      const entry = running.get(id);
      if (entry) return entry.controller.abort();
      const row = await database.selectFrom('job').select('state').where('_id', '=', id).executeTakeFirst();
      const message =
        row?.state === 'running'
          ? 'This import is running on another server. Cancel it there.'
          : 'The import has already finished';
      throw new AppError('conflict', message);
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      for (const { controller } of running.values()) controller.abort(stopReason);
      await Promise.all(inFlight);
    },
  };
};

export type Jobs = ReturnType<typeof createJobs>;
