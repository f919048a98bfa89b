import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { startStubServer } from '../server/local-http.testing.ts';
import { createSender } from '../server/session.ts';
import { createProxy } from './proxy.ts';

it('passes events on as they are sent', async () => {
  let stream: ServerResponse | undefined;
  const http = await startStubServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    stream = response;
  });
  const proxy = createProxy({
    send: createSender({
      server: http.server,
      session: { load: async () => undefined, authorizationHeaders: () => ({}) },
    }),
    getSignal: () => undefined,
    encodeUpload: () => expect.fail('nothing is uploaded'),
  });
  const headers = { 'last-event-id': '7' };
  const response = await proxy(new Request('app://backoffice/v1/live', { headers }));
  expect(http.seen[0]?.headers['last-event-id']).toBe('7');
  const reader = response.body?.getReader();
  for (const event of ['id: 8\n\n', 'id: 9\n\n']) {
    stream?.write(event);
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
  }
  await reader?.cancel();
  await http.close();
});
