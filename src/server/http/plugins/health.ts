import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { errorResponseSchema, type Meta, messageResponseSchema, metaSchema } from '#shared/api.ts';
import { getTimeZone } from '#shared/local-day.ts';
import type { Currency } from '#shared/office.ts';
import { findFailedBackup } from '../../backup/backup-schedule.ts';
import { dataCheckWarnings, readWarnings } from '../../data-check/check-data.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { AppError } from '../../lib/app-error.ts';
import { type App, addRoute, errorResponse } from '../route.ts';

type MetaOptions = { version: string; hasMailer: boolean; getCurrency: () => Currency };

export const addMeta = (app: App, { version, hasMailer, getCurrency }: MetaOptions): void => {
  addRoute(app, {
    url: 'GET /v1/meta',
    access: 'public',
    summary: 'Get the server’s name, version and level',
    response: metaSchema,
    handle: async (_request, _active, reply) =>
      reply.send({
        name: 'Catalogue Back Office',
        version,
        level: 'full',
        sendsMail: hasMailer,
        timeZone: getTimeZone(),
        currency: getCurrency(),
      } satisfies Meta),
  });
};

/** Milliseconds; load balancers commonly wait 5 s for a response. */
const timeout = 4000;

/** Returns whether a dependency works, and logs when that changes. */
const createCheck = ({ name, run, log }: { name: string; run: () => Promise<unknown>; log: FastifyBaseLogger }) => {
  let running: Promise<unknown> | undefined;
  let isHealthy = true;
  return async (): Promise<boolean> => {
    // Shared by all requests, so that a check that hangs occupies one connection only.
    running ??= run().finally(() => {
      running = undefined;
    });
    const error: unknown = await Promise.race([
      running.then(
        () => null,
        (reason: unknown) => reason,
      ),
      setTimeout(timeout, new Error('no response in time'), { ref: false }),
    ]);
    const wasHealthy = isHealthy;
    isHealthy = error === null;
    if (wasHealthy && !isHealthy) log.warn({ check: name, err: error }, 'not ready');
    if (!wasHealthy && isHealthy) log.info({ check: name }, 'ready again');
    return isHealthy;
  };
};

const failedSchema = z.array(z.enum(['database', 'files', 'shutdown']));

const readyResponseSchema = messageResponseSchema
  .extend({
    warnings: z
      .array(z.enum([...dataCheckWarnings, 'failedBackup']))
      .optional()
      .meta({
        description:
          'What the last weekly check of all data found, and whether the last scheduled backup failed; the server still works',
      }),
  })
  .meta({ description: 'Ready' });

const notReadyResponse = errorResponse(503, {
  description: 'Not ready; `failed` names what doesn’t work',
  schema: errorResponseSchema.extend({ failed: failedSchema }),
  example: { message: 'The server isn’t ready', failed: ['database'] },
});

type HealthOptions = {
  databaseHandle: DatabaseHandle;
  storage: Pick<FileStorage, 'check'>;
  /** In seconds. */
  shutdownDelay?: number | undefined;
};

/** Health checks for load balancers and service managers. They name what fails, never why: the log does. */
export const addHealth = (
  app: App,
  { databaseHandle, storage, shutdownDelay = 0 }: HealthOptions,
): { beginShutdown: () => Promise<void> } => {
  const { log } = app;
  const checks = {
    database: createCheck({ name: 'database', run: databaseHandle.ping, log }),
    files: createCheck({ name: 'files', run: storage.check, log }),
  };
  let isStopping = false;

  const findFailed = async (): Promise<z.infer<typeof failedSchema>> => {
    if (isStopping) return ['shutdown'];
    const [database, files] = await Promise.all([checks.database(), checks.files()]);
    return [...(database ? [] : ['database' as const]), ...(files ? [] : ['files' as const])];
  };

  const options = { access: 'public', isHealthCheck: true } as const;

  addRoute(app, {
    url: 'GET /health/live',
    ...options,
    summary: 'Check whether the server responds',
    handle: async () => ({ message: 'Live' }),
  });

  addRoute(app, {
    url: 'GET /health/ready',
    ...options,
    summary: 'Check whether the server can handle requests',
    response: readyResponseSchema,
    otherResponses: { 503: notReadyResponse },
    handle: async () => {
      const failed = await findFailed();
      if (failed.length > 0) throw new AppError('busy', 'The server isn’t ready', { extra: { failed } });
      const { database } = databaseHandle;
      const hasFailedBackup = (await findFailedBackup(database)) !== null;
      const warnings = [...(await readWarnings(database)), ...(hasFailedBackup ? ['failedBackup' as const] : [])];
      return { message: 'Ready', ...(warnings.length > 0 && { warnings }) };
    },
  });

  return {
    beginShutdown: async () => {
      isStopping = true;
      if (shutdownDelay > 0) await setTimeout(shutdownDelay * 1000);
    },
  };
};
