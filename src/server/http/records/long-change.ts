import { setTimeout } from 'node:timers/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorResponseSchema } from '#shared/api.ts';
import { type FailedRecord, failedRecordsShape, listFailed } from '#shared/bulk.ts';
import { jobStartedSchema } from '#shared/import.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { changeKind } from '../../jobs/job-rows.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError } from '../../lib/app-error.ts';
import type { ChangeOptions } from '../../records/bulk-transaction.ts';
import { toErrorReply } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { errorResponse } from '../route.ts';
import { writeOptionsFrom } from './routes.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/** Describes the responses of a change that continues as a job, and of one that is rejected because records failed. */
export const longChangeResponses = () => ({
  202: jobStartedSchema.meta({
    description:
      'With `Prefer: respond-async`: it takes longer than `wait` seconds (1 by default) and continues. Poll GET /jobs/{id}, whose `response` is the one that this request would have got',
  }),
  409: errorResponse(409, {
    schema: errorResponseSchema.extend(z.object(failedRecordsShape).partial().shape),
    example: { message: 'Nothing was changed: 1 of 2 countries can’t be deleted', failed: [] },
  }),
});

export const bulkConflict = (message: string, failed: readonly FailedRecord[]): AppError =>
  new AppError('conflict', joinSentences([message, failed[0]?.message ?? '']), { extra: listFailed(failed) });

/** Seconds to wait for the response before the work continues as a job; null if the client doesn't prefer that. */
const parseWait = ({ headers: { prefer } }: FastifyRequest): number | null => {
  const preferences = [prefer].flat().join().toLowerCase();
  if (!/\brespond-async\b/.test(preferences)) return null;
  return Number(/\bwait=(\d{1,2})\b/.exec(preferences)?.[1] ?? 1);
};

/**
 * Runs a change of many records and returns its response. If it takes long and the client prefers that (RFC 7240), it
 * continues as a job, which can be followed and cancelled.
 */
export const runLongChange = async <
  Outcome extends { failed: readonly FailedRecord[] },
  Body extends { message: string },
>(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    toResponse,
    change,
    describeFailure,
  }: {
    toResponse: (outcome: Outcome) => Body;
    change: (options: ChangeOptions<Outcome>) => Promise<Outcome>;
    /** The message if records have failed; null if the others are changed all the same. */
    describeFailure: ((outcome: Outcome) => string) | null;
  },
): Promise<Body | FastifyReply> => {
  const { actor } = writeOptionsFrom(request);
  const wait = parseWait(request);
  const run = async (options: ChangeOptions<Outcome>): Promise<Body> => {
    const outcome = await change(options);
    if (outcome.failed.length === 0 || !describeFailure) return toResponse(outcome);
    throw bulkConflict(describeFailure(outcome), outcome.failed);
  };
  if (wait === null) return run({ actor, beforeCommit: storeIdempotentResponse(request, toResponse) });
  let setWork: (work: Promise<Body>) => void = () => {};
  const ended = new Promise<Body>((resolve) => {
    setWork = resolve;
  });
  // The client polls the job instead of waiting for it.
  ended.catch(() => undefined);
  const toDone = (body: Body) => ({
    message: body.message,
    report: null,
    response: { status: 200, body: { success: true, ...body } },
  });
  const toStarted = (jobId: string) => ({ message: 'This continues in the background', jobId });
  const jobId = await request.server.jobs.start({
    kind: changeKind,
    userId: actor.userId,
    runJob: async ({ signal, onProgress, markDone }) => {
      const work = run({
        actor,
        monitor: { signal, onProgress: (progress) => onProgress({ phase: 'writing', ...progress }) },
        beforeCommit: ({ database }, outcome) => markDone(database, toDone(toResponse(outcome))),
      });
      setWork(work);
      return { state: 'done', ...toDone(await work) };
    },
    toFailure: (error) => {
      const { status, body } = toErrorReply(error as FastifyError, request.log);
      return { state: 'failed', message: body.message, report: null, response: { status, body } };
    },
    beforeCommit: storeIdempotentResponse(request, toStarted, 202),
  });
  const timer = new AbortController();
  const waiting = () => Promise.race([ended, setTimeout(wait * 1000, null, { signal: timer.signal })]);
  // A change that ends at once must not answer a client that doesn't wait.
  const response = wait > 0 ? await waiting().finally(() => timer.abort()) : null;
  reply.header('preference-applied', 'respond-async');
  if (response) return response;
  return reply
    .code(202)
    .header('location', `/v1/jobs/${jobId}`)
    .send({ success: true, ...toStarted(jobId) });
};
