import type { Logger } from 'pino';
import type { ImportReport, Job } from '#shared/import.ts';
import { isDatabaseUnavailable, isDiskFull, isNotWritable } from '../database/database-errors.ts';
import type { JobTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import type { JobResult } from './job-rows.ts';

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

/** The result of a job that failed or was aborted. */
export const toFailedResult = (
  error: unknown,
  {
    kind,
    signal: { aborted, reason },
    log,
    toFailure,
  }: { kind: string; signal: AbortSignal; log: Logger; toFailure: ((error: unknown) => JobResult) | undefined },
): JobResult => {
  if (aborted && (reason === stopReason || reason === lostReason))
    return { state: 'interrupted', message: '', report: null };
  if (!aborted && toFailure) return toFailure(error);
  const state = aborted ? 'cancelled' : 'failed';
  if (error instanceof AppError) return { state, message: error.message, report: null };
  if (aborted && error === reason) {
    return { state, message: kind === changeKind ? 'Cancelled. Nothing was changed.' : cancelledMessage, report: null };
  }
  log.error({ err: error }, 'job failed');
  if (isDatabaseUnavailable(error)) {
    const message = 'The server lost its database connection. Nothing was imported. Try again.';
    return { state, message, report: null };
  }
  if (isDiskFull(error)) {
    return { state, message: 'The server’s disk is full. Nothing was imported.', report: null };
  }
  if (isNotWritable(error)) {
    const message =
      'The server can’t write its data: it lacks permission, or its disk is read-only. Nothing was imported.';
    return { state, message, report: null };
  }
  return { state, message: 'Something went wrong on the server. Nothing was imported.', report: null };
};
