import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { createReceiver, createWebhookClient, network } from '../support/webhook-receiver.ts';

const receiver = createReceiver();
beforeAll(async () => {
  await receiver.listen();
});
afterAll(() => void receiver.http.close());

describe.each(anyDatabase)('webhooks to private addresses on %s', (kind) => {
  let server: TestServer;
  const addresses = new Map<string, string[]>();
  const lookups: string[] = [];
  beforeAll(async () => {
    server = await startTestServer(
      kind,
      { webhookHosts: ['named.test'] },
      {
        ...network,
        lookup: (hostname, callback) => {
          lookups.push(hostname);
          const found = addresses.get(hostname) ?? [];
          callback(
            null,
            found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        },
      },
    );
  });
  afterAll(() => server.stop());

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x7f.1/',
  ])('refuses %s', async (url) => {
    const { status, body } = await server.send('POST', '/v1/website/webhooks', { body: { url } });
    expect([status, body.errors]).toEqual([400, [{ field: 'url', message: 'Enter an address on the internet' }]]);
  });

  it.each(['ftp://example.com/', 'https://user:secret@example.com/', 'example.com', 'file:///etc/passwd'])(
    'refuses %s',
    async (url) => {
      expect((await server.send('POST', '/v1/website/webhooks', { body: { url } })).status).toBe(400);
    },
  );

  it.each([['127.0.0.1'], ['10.0.0.5', '::1'], ['fe80::1'], ['fd00::1'], ['169.254.169.254']])(
    'doesn’t connect to a name that resolves to %s',
    async (...found) => {
      addresses.set('inside.test', found);
      const { port } = receiver.http.address() as AddressInfo;
      const { _id } = await createWebhookClient(server).create(`http://inside.test:${port}/`);
      expect(await createWebhookClient(server).test(_id)).toMatchObject({
        state: 'failed',
        status: null,
        error: 'The receiver isn’t on the internet, and the server doesn’t allow its host',
      });
      expect(receiver.received).toEqual([]);
    },
  );

  it('resolves a name once, and connects to what it resolved to', async () => {
    addresses.set('named.test', ['127.0.0.1']);
    const { port } = receiver.http.address() as AddressInfo;
    const { _id } = await createWebhookClient(server).create(`http://named.test:${port}/`);
    lookups.length = 0;
    expect(await createWebhookClient(server).test(_id)).toMatchObject({ state: 'delivered', status: 204 });
    expect(lookups).toEqual(['named.test']);
  });
});
