import { setTimeout } from 'node:timers/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { jobStartedSchema } from '#shared/import.ts';
import { changeKind } from '../../jobs/job-rows.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ChangeOptions } from '../../records/bulk-transaction.ts';
import { toErrorReply } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { writeOptionsFrom } from './routes.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/** Describes the 202 response of a change that continues as a job. */
export const jobStartedResponse = () =>
  jobStartedSchema.meta({
    description:
      'With `Prefer: respond-async`: it takes longer than `wait` seconds (1 by default) and continues. Poll GET /jobs/{id}, whose `response` is the one that this request would have got',
  });

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
export const runLongChange = async <Outcome, Body extends { message: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    toResponse,
    run,
  }: {
    toResponse: (outcome: Outcome) => Body;
    run: (options: ChangeOptions<Outcome>) => Promise<Body>;
  },
): Promise<Body | FastifyReply> => {
  const { actor } = writeOptionsFrom(request);
  const wait = parseWait(request);
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
  const response = await Promise.race([ended, setTimeout(wait * 1000, null, { signal: timer.signal })]).finally(() =>
    timer.abort(),
  );
  reply.header('preference-applied', 'respond-async');
  if (response) return response;
  return reply
    .code(202)
    .header('location', `/v1/jobs/${jobId}`)
    .send({ success: true, ...toStarted(jobId) });
};
