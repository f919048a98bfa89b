import { z } from 'zod';
import { messageResponseSchema } from '#shared/api.ts';
import { can } from '#shared/permissions.ts';
import { presenceRequestSchema, presenceResponseSchema } from '#shared/presence.ts';
import { findResource } from '#shared/resources/index.ts';
import type { LiveStreams } from '../changes/live-streams.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { validationError } from '../lib/app-error.ts';
import { enterRecord, leaveRecord, listPresentUsers } from '../presence/presence.ts';
import { forbiddenError } from './plugins/auth.ts';
import { type App, addRoute } from './route.ts';

const routeDefaults = { access: 'signedIn', tag: 'presence' } as const;

const pageParams = z.object({
  pageId: z.string().meta({ example: '5f0c2f4e-3c1d-4a57-9d0e-0f6a4e6a1b11' }),
});

/** Users that have a record open. */
export const addPresence = (
  app: App,
  { databaseHandle: { database }, streams }: { databaseHandle: DatabaseHandle; streams: LiveStreams },
): void => {
  addRoute(app, {
    url: 'POST /v1/presence',
    ...routeDefaults,
    summary: 'Say for 90 seconds that a page has a record open, and list the other users who have',
    body: presenceRequestSchema,
    response: presenceResponseSchema,
    handle: async (request, { session: { role, userId } }) => {
      const { pageId, ...open } = request.body;
      const { resource, recordId } = open;
      if (!findResource(resource))
        throw validationError([{ field: 'resource', message: 'This type of item is unknown' }]);
      if (!can({ role, action: 'read', resource })) throw forbiddenError();
      if (await enterRecord(database, { _id: pageId, userId, ...open }))
        streams.announce({ event: 'presence', resource, id: recordId });
      const data = await listPresentUsers(database, { resource, recordId, except: userId });
      return { message: 'Users found', data };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/presence/:pageId',
    ...routeDefaults,
    summary: 'Say that a page has closed its record',
    params: pageParams,
    response: messageResponseSchema,
    handle: async (request, { session: { userId } }) => {
      const left = await leaveRecord(database, { pageId: request.params.pageId, userId });
      if (left) streams.announce({ event: 'presence', resource: left.resource, id: left.recordId });
      return { message: 'Closed' };
    },
  });
};
