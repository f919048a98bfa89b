import { z } from 'zod';
import {
  createWebhookSchema,
  deliveryListResponseSchema,
  deliveryResponseSchema,
  webhookListResponseSchema,
  webhookResponseSchema,
} from '#shared/webhooks.ts';
import type { Audit } from '../audit/record.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { idParams } from '../http/records/routes.ts';
import { type App, addRoute } from '../http/route.ts';
import { listWebhooks } from '../webhooks/rows.ts';
import type { Webhooks } from './webhooks.ts';

export type WebhookContext = { databaseHandle: DatabaseHandle; audit: Audit; webhooks: Webhooks };

const messageParams = z.object({
  id: z.string().max(100).meta({ example: 'x' }),
  messageId: z.string().max(100).meta({ example: 'msg_1' }),
});

/** Adds the routes for webhooks and their messages. */
export const addWebhookRoutes = (app: App, { databaseHandle, audit, webhooks }: WebhookContext): void => {
  const read = { resource: 'website', action: 'read' } as const;
  const change = { resource: 'website', action: 'update' } as const;
  const params = idParams('webhook');

  addRoute(app, {
    url: 'GET /v1/website/webhooks',
    access: read,
    summary: 'List the webhooks, newest first',
    response: webhookListResponseSchema,
    handle: async () => {
      const data = await listWebhooks(databaseHandle.database);
      return { message: 'Webhooks found', data, total: data.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/website/webhooks',
    access: { ...change, isConfirmed: true },
    isSecret: true,
    summary: 'Create a webhook, whose secret is shown only once',
    body: createWebhookSchema,
    response: webhookResponseSchema,
    errors: [409],
    handle: async (request, { session: { userId } }) => {
      const created = await webhooks.create(request.body.url);
      audit.record({ event: 'webhookCreated', userId, address: request.ip, detail: created.data.url });
      return { message: 'Webhook created', ...created };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/website/webhooks/:id',
    access: change,
    endsAccess: true,
    summary: 'Delete a webhook with its messages',
    params,
    errors: [404],
    handle: async (request, { session: { userId } }) => {
      const { url } = await webhooks.remove(request.params.id);
      audit.record({ event: 'webhookDeleted', userId, address: request.ip, detail: url });
      return { message: 'Webhook deleted' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/website/webhooks/:id/resume',
    access: change,
    summary: 'Resume a paused webhook; one message names all changes since it was paused',
    params,
    errors: [404],
    handle: async (request, { session: { userId } }) => {
      const { url } = await webhooks.resume(request.params.id);
      audit.record({ event: 'webhookResumed', userId, address: request.ip, detail: url });
      return { message: 'Webhook resumed' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/website/webhooks/:id/test',
    access: change,
    summary: 'Send a message of the type test at once',
    params,
    response: deliveryResponseSchema,
    errors: [404],
    handle: async ({ params: { id } }) => ({ message: 'Test sent', data: await webhooks.sendTest(id) }),
  });

  addRoute(app, {
    url: 'GET /v1/website/webhooks/:id/messages',
    access: read,
    summary: 'List the last 100 messages of a webhook, newest first',
    params,
    response: deliveryListResponseSchema,
    errors: [404],
    handle: async ({ params: { id } }) => {
      const data = await webhooks.list(id);
      return { message: 'Messages found', data, total: data.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/website/webhooks/:id/messages/:messageId/replay',
    access: change,
    summary: 'Send a message again, with the same id',
    params: messageParams,
    response: deliveryResponseSchema,
    errors: [404],
    handle: async ({ params: { id, messageId } }) => ({
      message: 'Message sent again',
      data: await webhooks.replay(id, messageId),
    }),
  });
};
