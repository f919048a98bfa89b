import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { jobResponseSchema } from '#shared/import.ts';
import { Failure } from '../failure.ts';
import { failuresOf } from '../openapi/failures.ts';
import { sessionOfRequest } from '../plugins/auth.ts';
import { idParams } from '../resource/routes.ts';
import type { Jobs } from './jobs.ts';

const jobParams = idParams('job');
type IdParams = z.infer<typeof jobParams>;

/** What became of imports that go on after their answer, and how to end one. */
export const addJobRoutes = (app: FastifyInstance, { jobs }: { jobs: Jobs }): void => {
  /** A job is for whoever started it, and for administrators. */
  const findOwn = async (request: FastifyRequest<{ Params: IdParams }>) => {
    const { job, userId } = await jobs.find(request.params.id);
    const { session } = sessionOfRequest(request);
    if (session.role !== 'ADMIN' && session.userId !== userId) {
      throw new Failure({ kind: 'notFound', message: 'There is no such job' });
    }
    return job;
  };
  const jobOptions = (summary: string) => ({
    config: { access: 'signedIn' as const },
    schema: {
      tags: ['import'],
      summary,
      params: jobParams,
      response: { 200: jobResponseSchema, ...failuresOf(404, 409) },
    },
  });

  app.get<{ Params: IdParams }>('/v1/jobs/:id', jobOptions('What became of an import'), async (request) => {
    const data = await findOwn(request);
    return { success: true, message: data.message || `The import is ${data.state}`, data };
  });

  const cancel = async (request: FastifyRequest<{ Params: IdParams }>) => {
    const data = await findOwn(request);
    await jobs.cancel(data._id);
    return { success: true, message: 'The import is being cancelled', data };
  };
  app.post<{ Params: IdParams }>('/v1/jobs/:id/cancel', jobOptions('Cancel an import'), cancel);
};
