import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { exampleId } from '#shared/resource/examples.ts';
import type { Database, IdempotencyKeyTable } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { createKeyedQueue } from '../../lib/keyed-queue.ts';
import type { WriteContext } from '../../records/hooks.ts';
import type { App } from '../app.ts';
import { requireSession } from './auth.ts';

/** A request that may be retried, and then gets the same response without repeating its work. */
type IdempotentRequest = {
  _id: string;
  /** Hash of the request; empty until the whole body has been read. */
  request: string;
  isStored: boolean;
  /** Sets the content of the request. Throws if it was already answered. */
  checkFingerprint: (content: string) => Promise<void>;
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    repeatable: IdempotentRequest | null;
  }
}

const headerName = 'idempotency-key';
const headers = z.looseObject({
  [headerName]: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 characters without spaces')
    .optional()
    .meta({
      description:
        'Makes retries safe: for 24 hours, sending the same request with the same key again returns the first response',
      example: exampleId('request'),
    }),
});

/** The request was answered before, or meanwhile by another server on the same database. */
class ReplaySignal extends Error {
  readonly storedResponse: IdempotencyKeyTable;

  constructor(storedResponse: IdempotencyKeyTable) {
    super('The request was answered already');
    this.storedResponse = storedResponse;
  }
}

const throwIfStored = async (database: Database, { _id }: IdempotentRequest): Promise<void> => {
  const stored = database.selectFrom('idempotencyKey').selectAll().where('_id', '=', _id);
  const response = await stored.executeTakeFirst();
  if (response) throw new ReplaySignal(response);
};

const store = async (
  database: Database,
  { _id, request }: IdempotentRequest,
  { status, answer }: { status: number; answer: object },
): Promise<void> => {
  if (!request) throw new Error('It is not known what was asked: the route of a form must say what it held');
  const row = { _id, request, status, body: JSON.stringify(answer), createdAt: new Date().toISOString() };
  await database.insertInto('idempotencyKey').values(row).execute();
};

const storedFor = 24 * 60 * 60 * 1000;

export const deleteExpiredResponses = async (database: Database): Promise<void> => {
  const oldest = new Date(Date.now() - storedFor).toISOString();
  await database.deleteFrom('idempotencyKey').where('createdAt', '<', oldest).execute();
};

/**
 * Stores the response to a request with a key in the transaction that does its work, so that neither exists without the
 * other. `toResponse` returns the response body.
 */
export const storeIdempotentResponse =
  <Data>(request: FastifyRequest, toResponse: (data: Data) => object) =>
  async ({ database }: WriteContext, data: Data): Promise<void> => {
    const { repeatable } = request;
    if (!repeatable) return;
    await throwIfStored(database, repeatable);
    await store(database, repeatable, { status: 200, answer: toResponse(data) });
    repeatable.isStored = true;
  };

const repeatableOf = (database: Database, request: FastifyRequest, key: string): IdempotentRequest => {
  const { userId } = requireSession(request).session;
  const repeatable: IdempotentRequest = {
    _id: createHash('sha256').update(`${userId}\n${key}`).digest('hex'),
    request: '',
    isStored: false,
    checkFingerprint: async (content) => {
      const asked = `${request.method} ${request.url}\n${content}`;
      // Hashed with the key, which isn't stored, so that the content can't be guessed from the hash.
      repeatable.request = createHmac('sha256', key).update(asked).digest('hex');
      await throwIfStored(database, repeatable);
    },
  };
  return repeatable;
};

/** A form isn't parsed yet; its route calls `checkFingerprint` later. */
const isForm = ({ headers: sent }: FastifyRequest) => sent['content-type']?.startsWith('multipart/') ?? false;

const replay = (
  reply: FastifyReply,
  storedResponse: IdempotencyKeyTable,
  { request }: IdempotentRequest,
): unknown => {
  if (storedResponse.request !== request) {
    throw new AppError({
      kind: 'unprocessable',
      message:
        'This Idempotency-Key was already used for a different request. Use a new key for each request.',
    });
  }
  reply.code(storedResponse.status).header('idempotency-replayed', 'true');
  return JSON.parse(storedResponse.body);
};

/** Accepts an `Idempotency-Key` on every POST that needs a session. Failures aren't stored: they changed nothing. */
export const addIdempotency = (app: App, { database }: { database: Database }): void => {
  const runExclusive = createKeyedQueue();
  app.decorateRequest('repeatable', null);

  const runOnce = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>) => {
    const key = request.headers[headerName];
    if (typeof key !== 'string') return work();
    const repeatable = repeatableOf(database, request, key);
    return runExclusive(repeatable._id, async () => {
      request.repeatable = repeatable;
      try {
        if (!isForm(request)) await repeatable.checkFingerprint(JSON.stringify(request.body) ?? '');
        const answer = await work();
        const isPlain = typeof answer === 'object' && answer !== null && answer !== reply;
        if (!repeatable.isStored && isPlain && reply.statusCode < 300) {
          await store(database, repeatable, { status: reply.statusCode, answer });
        }
        return answer;
      } catch (error) {
        if (error instanceof ReplaySignal) return replay(reply, error.storedResponse, repeatable);
        throw error;
      }
    });
  };

  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || route.config?.access === 'public') return;
    const { handler } = route;
    const handlerOnce: RouteHandlerMethod = function (request, reply) {
      return runOnce(request, reply, async () => handler.call(this, request, reply));
    };
    route.handler = handlerOnce;
    route.schema = { ...route.schema, headers };
  });
};
