import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createClientErrorHandler } from './client-errors.ts';

it('reports a timeout in the common shape', async () => {
  const server = createServer({ requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 });
  server.on('clientError', createClientErrorHandler({ info: () => {} }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /v1/faq/ HTTP/1.1\r\n');
  const [head, body = ''] = (await text(client)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(JSON.parse(body)).toEqual({ success: false, message: 'The request took too long. Try again.' });
  server.close();
});
