import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { exampleId } from '#shared/resource-kit/examples.ts';
import type { Database, IdempotencyKeyTable } from '../../database/tables.ts';
import { withoutIds } from '../../files/received-files.ts';
import { AppError } from '../../lib/app-error.ts';
import { createKeyedQueue } from '../../lib/queues.ts';
import { type App, supportsIdempotencyKey } from '../route.ts';
import { requireSession } from './auth.ts';

/** A request that may be retried, and then gets the same response without repeating its work. */
type IdempotentRequest = {
  _id: string;
  /** Hash of the request; empty until the whole body has been read. */
  request: string;
  isStored: boolean;
  /** Sets the content of the request. Throws if a response is already stored. */
  checkFingerprint: (content: string) => Promise<void>;
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    idempotentRequest: IdempotentRequest | null;
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

/** Thrown to send the stored response. Another server on the same database may have stored it meanwhile. */
class ReplaySignal extends Error {
  readonly storedResponse: IdempotencyKeyTable;

  constructor(storedResponse: IdempotencyKeyTable) {
    super('A response to this request is already stored');
    this.storedResponse = storedResponse;
  }
}

const findStored = (database: Database, { _id }: IdempotentRequest): Promise<IdempotencyKeyTable | undefined> =>
  database.selectFrom('idempotencyKey').selectAll().where('_id', '=', _id).executeTakeFirst();

const throwIfStored = async (database: Database, idempotentRequest: IdempotentRequest): Promise<void> => {
  const response = await findStored(database, idempotentRequest);
  if (response) throw new ReplaySignal(response);
};

const store = async (
  database: Database,
  idempotentRequest: IdempotentRequest,
  { status, response }: { status: number; response: object },
): Promise<void> => {
  const { _id, request } = idempotentRequest;
  if (!request) throw new Error('A route that parses a form must call checkFingerprint');
  const row = { _id, request, status, body: JSON.stringify(response), createdAt: new Date().toISOString() };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('idempotencyKey')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) await throwIfStored(database, idempotentRequest);
};

const retentionMs = 24 * 60 * 60 * 1000;

export const deleteExpiredResponses = async (database: Database): Promise<void> => {
  const oldest = new Date(Date.now() - retentionMs).toISOString();
  await database.deleteFrom('idempotencyKey').where('createdAt', '<', oldest).execute();
};

/**
 * Stores the response to a request with a key in the transaction that does its work, so that neither exists without the
 * other. `toResponse` returns the fields of the response besides `success`.
 */
export const storeIdempotentResponse =
  <Data>(request: FastifyRequest, toResponse: (data: Data) => object, status = 200) =>
  async ({ database }: { database: Database }, data: Data): Promise<void> => {
    const { idempotentRequest } = request;
    if (!idempotentRequest) return;
    await store(database, idempotentRequest, { status, response: { success: true, ...toResponse(data) } });
    idempotentRequest.isStored = true;
  };

const createIdempotentRequest = (database: Database, request: FastifyRequest, key: string): IdempotentRequest => {
  const { userId } = requireSession(request).session;
  const idempotentRequest: IdempotentRequest = {
    _id: createHash('sha256').update(`${userId}\n${key}`).digest('hex'),
    request: '',
    isStored: false,
    checkFingerprint: async (content) => {
      const fingerprint = `${request.method} ${request.url}\n${content}`;
      // Hashed with the key, which isn't stored, so that the content can't be guessed from the hash.
      idempotentRequest.request = createHmac('sha256', key).update(fingerprint).digest('hex');
      await throwIfStored(database, idempotentRequest);
    },
  };
  return idempotentRequest;
};

/** A form isn't parsed yet; its route calls `checkFingerprint` later. */
const isForm = ({ headers: sent }: FastifyRequest) => sent['content-type']?.startsWith('multipart/') ?? false;

const replay = (reply: FastifyReply, storedResponse: IdempotencyKeyTable, { request }: IdempotentRequest): unknown => {
  if (storedResponse.request !== request) {
    throw new AppError(
      'unprocessable',
      'This Idempotency-Key was already used for a different request. Use a new key for each request.',
    );
  }
  reply.code(storedResponse.status).header('idempotency-replayed', 'true');
  return JSON.parse(storedResponse.body);
};

/** Accepts an `Idempotency-Key` where it is supported. Error responses aren't stored, because nothing was written. */
export const addIdempotency = (app: App, { database }: { database: Database }): void => {
  const runExclusive = createKeyedQueue();
  app.decorateRequest('idempotentRequest', null);

  const runOnce = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>) => {
    const key = request.headers[headerName];
    if (typeof key !== 'string') return work();
    const idempotentRequest = createIdempotentRequest(database, request, key);
    return runExclusive(idempotentRequest._id, async () => {
      request.idempotentRequest = idempotentRequest;
      try {
        if (!isForm(request)) await idempotentRequest.checkFingerprint(withoutIds(JSON.stringify(request.body) ?? ''));
        const response = await work();
        const isPlain = typeof response === 'object' && response !== null && response !== reply;
        if (!idempotentRequest.isStored && isPlain && reply.statusCode < 300) {
          await store(database, idempotentRequest, { status: reply.statusCode, response });
        }
        return response;
      } catch (error) {
        if (error instanceof ReplaySignal) return replay(reply, error.storedResponse, idempotentRequest);
        // The work fails if another server has just done it, for example because the record is restored already.
        const stored =
          idempotentRequest.request !== '' && (await findStored(database, idempotentRequest).catch(() => undefined));
        if (stored) return replay(reply, stored, idempotentRequest);
        throw error;
      }
    });
  };

  app.addHook('onRoute', (route) => {
    if (!supportsIdempotencyKey(route)) return;
    const { handler } = route;
    const idempotentHandler: RouteHandlerMethod = function (request, reply) {
      return runOnce(request, reply, async () => handler.call(this, request, reply));
    };
    route.handler = idempotentHandler;
    route.schema = { ...route.schema, headers };
  });
};
