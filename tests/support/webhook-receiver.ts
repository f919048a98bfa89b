import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { publicDownloads } from '../../src/server/import/images/download-image.ts';
import type { Webhook, WebhookDelivery } from '../../src/shared/webhooks.ts';
import type { TestServer } from './test-server.ts';

export type Received = { headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse) => unknown;

export const answerWith =
  (status: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** A real HTTP server that receives messages. */
export const createReceiver = () => {
  const received: Received[] = [];
  let answer: Answer = answerWith(204);
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    answer(response);
  });
  return {
    received,
    http,
    listen: async () => {
      http.listen(0, '127.0.0.1');
      await once(http, 'listening');
      return `127.0.0.1:${(http.address() as AddressInfo).port}`;
    },
    answer: (next: Answer) => {
      answer = next;
    },
  };
};

/** Whether a message has the signature of Standard Webhooks. */
export const isSigned = ({ headers, body }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** Gives up a slow receiver soon. */
export const network = {
  ...publicDownloads,
  limits: { ...publicDownloads.limits, milliseconds: 1000 },
};

export const createWebhookClient = (server: TestServer) => {
  const path = '/v1/website/webhooks';
  return {
    path,
    create: async (url: string) => {
      const { status, body } = await server.send('POST', path, { body: { url } });
      expect([status, body.message]).toEqual([200, 'Webhook created']);
      return { ...(body.data as Webhook), secret: String(body.secret) };
    },
    find: async (id: string) => ((await server.send('GET', path)).body.data as Webhook[]).find(({ _id }) => _id === id),
    messages: async (id: string) => (await server.send('GET', `${path}/${id}/messages`)).body.data as WebhookDelivery[],
    test: async (id: string) =>
      (await server.send('POST', `${path}/${id}/test`, { body: {} })).body.data as WebhookDelivery,
    replay: async (id: string, message: string) =>
      (await server.send('POST', `${path}/${id}/messages/${message}/replay`, { body: {} })).body
        .data as WebhookDelivery,
    resume: (id: string) => server.send('POST', `${path}/${id}/resume`, { body: {} }),
  };
};
