import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { z } from 'zod';
import { lastEventHeader, livePath } from '#shared/live.ts';
import { findSessionRoles } from '../auth/sessions.ts';
import { createLiveStreams, type LiveStreams } from '../changes/live-streams.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { AppError } from '../lib/app-error.ts';
import { type App, addRoute, fileResponse } from './route.ts';

const contentType = 'text/event-stream';
/** Bytes that a client may leave unread. One that doesn't read continues after its last event once it connects again. */
const maxUnread = 256 * 1024;

const headersSchema = z.object({
  [lastEventHeader]: z
    .string()
    .max(10_000)
    .optional()
    .meta({ example: '1760000000000/42', description: 'The id of the last event that the client has seen' }),
});

const querySchema = z.object({
  age: z.coerce.number().int().min(0).optional().meta({
    example: 300,
    description:
      'Milliseconds since the client began to read. If something may have been changed since, the first event is `reset`.',
  }),
});

const createSender =
  (response: ServerResponse) =>
  (text: string): void => {
    if (response.writableLength > maxUnread) response.destroy();
    else response.write(text);
  };

/** The stream of live updates. Its events name changed records, never their contents. */
export const addLive = (
  app: App,
  { databaseHandle, log }: { databaseHandle: DatabaseHandle; log: Logger },
): LiveStreams => {
  const streams = createLiveStreams({
    databaseHandle,
    log,
    findRoles: (sessionIds) => findSessionRoles(databaseHandle.database, sessionIds),
  });
  app.addHook('preClose', async () => streams.end());
  app.addHook('onClose', () => streams.close());
  app.addHook('onResponse', async ({ method, routeOptions: { url = '' } }) => {
    // A logout or a change of a user may have ended sessions.
    if (method !== 'GET' && url.startsWith('/v1/user')) streams.checkSessions();
  });

  addRoute(app, {
    url: `GET /v1${livePath}`,
    summary: 'Stream the changes of records as they are saved, as server-sent events',
    headers: headersSchema,
    query: querySchema,
    response: fileResponse(
      'Events until the session ends: `ready`; `changes`, with a list of `resource`, `action` and `ids` (null for many); `presence`, with the `resource` and `id` of a record that someone has opened or closed; `comments`, with the `resource` and `id` of a record whose comments have changed, and the users whom they mention (`mentionedIds`); and `reset`, after which the client has to read everything again',
      [contentType],
    ),
    handle: async (request, { sessionId, session }, reply) => {
      const { accept } = request.headers;
      if (!accept?.includes(contentType))
        throw new AppError('invalid', `This address sends events. Ask for ${contentType}`);
      const { raw } = reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(200, {
        'content-type': contentType,
        // No kept-alive connection delays the end of the server.
        connection: 'close',
        // Makes nginx pass events on at once.
        'x-accel-buffering': 'no',
      });
      raw.flushHeaders();
      const after = request.headers[lastEventHeader];
      const close = streams.open(
        { sessionId, role: session.role, send: createSender(raw), end: () => raw.end() },
        { after: typeof after === 'string' ? after : undefined, age: request.query.age },
      );
      raw.once('close', close);
    },
  });
  return streams;
};
