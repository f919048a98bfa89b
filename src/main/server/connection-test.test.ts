import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { certificates, testCa } from './certificates.testing.ts';
import { testConnection as testUrl } from './connection-test.ts';
import { type StubServer, startStubServer } from './local-http.testing.ts';

// Must run before the first connection, which reads the trusted certificates.
setDefaultCACertificates([...getCACertificates('default'), testCa]);

const refused = { success: false, message: 'Log in to continue' };
const meta = { name: 'Catalogue Back Office', version: '1.2.3', level: 'full', sendsMail: false };

let http: StubServer;
let responses: Record<string, { status: number; body: unknown; location?: string }>;

beforeEach(async () => {
  responses = {};
  http = await startStubServer(({ url = '' }, response) => {
    const { status, body, location } = responses[url] ?? { status: 404, body: '<h1>Nothing here</h1>' };
    response
      .writeHead(status, location ? { location } : {})
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterEach(() => http.close());

const testConnection = (url: string) => testUrl(new URL(url));

const address = () => `http://127.0.0.1:${http.port}/`;

it('identifies a server by its metadata', async () => {
  responses['/v1/meta'] = { status: 200, body: meta };
  expect(await testConnection(address())).toEqual({
    outcome: 'ok',
    url: address(),
    version: '1.2.3',
  });
});

it('identifies a minimal server by its rejection', async () => {
  responses['/v1/user/authorization'] = { status: 401, body: refused };
  expect(await testConnection(address())).toEqual({ outcome: 'ok', url: address(), version: null });
});

it('identifies another kind of server', async () => {
  expect(await testConnection(address())).toMatchObject({ outcome: 'failed', reason: 'foreign' });
  responses['/v1/meta'] = { status: 200, body: { hello: 'world' } };
  responses['/v1/user/authorization'] = { status: 200, body: refused };
  expect(await testConnection(address())).toMatchObject({ outcome: 'failed', reason: 'foreign' });
});

it('reports an unreachable server', async () => {
  const url = address();
  await http.close();
  expect(await testConnection(url)).toMatchObject({
    outcome: 'failed',
    reason: 'unreachable',
    message: expect.stringContaining('No server is running'),
  });
  http = await startStubServer(() => undefined);
  expect(await testConnection('http://nowhere.invalid')).toMatchObject({ reason: 'unreachable' });
});

it.each([
  ['expired', 'has expired'],
  ['notYetValid', 'isn’t valid yet, or this computer’s clock is wrong'],
  ['wrongHost', 'is for another address'],
  ['unknownCa', 'comes from an issuer that this computer doesn’t trust'],
  ['selfSigned', 'is self-signed, so this computer can’t verify the server'],
] as const)('rejects a certificate (%s) with a reason', async (name, why) => {
  let requests = 0;
  const server = createTlsServer(certificates[name], () => {
    requests += 1;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  expect(await testConnection(`https://127.0.0.1:${port}`)).toEqual({
    outcome: 'failed',
    reason: 'certificate',
    message: `The server’s certificate ${why}`,
  });
  expect(requests).toBe(0);
  await new Promise((closed) => server.close(closed));
});

it('accepts a certificate of an authority that this computer trusts', async () => {
  const server = createTlsServer(certificates.good, (_message, response) => response.end(JSON.stringify(meta)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  expect(await testConnection(`https://127.0.0.1:${port}`)).toMatchObject({
    outcome: 'ok',
    version: '1.2.3',
  });
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

it.each([
  ['https://office.example.com/v1/meta', 'https://office.example.com/'],
  ['/back-office/v1/meta', 'its own /back-office/'],
  ['https://login.example.com/?next=1', 'https://login.example.com/'],
])('reports a redirect without following it: %s', async (location, place) => {
  responses['/v1/meta'] = { status: 302, body: '', location };
  const shown = place.replace('its own ', address().slice(0, -1));
  expect(await testConnection(address())).toEqual({
    outcome: 'failed',
    reason: 'moved',
    message: `This address redirects to ${shown}. If that’s the right server, enter it instead.`,
  });
  expect(http.seen).toHaveLength(1);
});

it('reports a server without https', async () => {
  expect(await testConnection(`https://127.0.0.1:${http.port}`)).toMatchObject({
    outcome: 'failed',
    reason: 'unreachable',
    message: expect.stringContaining('doesn’t support https'),
  });
});
