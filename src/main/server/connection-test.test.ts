import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LocalHttp, startLocalHttp } from '../http/local-http.testing.ts';
import { testServer } from './connection-test.ts';

/** Made for these tests alone: nobody trusts it, which is what they are about. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrFKMdW+pdyY8r8KU
qhHZuNSYEjmpl1vSrrTEK/+nJJyhRANCAARbmXpcA9b1aRjbFw0JjiYuvwM7fZwq
fNXsZNvsbLj7QQraSiZ8KQ3mgQOFGSanzUWoS9WVLWiAD24u3Q53qXjC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUXg87n3xvLV+aVVnYfDQ05J8KMuYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzMTA1MFoYDzIxMjYxMDI4
MDMxMDUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARbmXpcA9b1aRjbFw0JjiYuvwM7fZwqfNXsZNvsbLj7QQraSiZ8KQ3m
gQOFGSanzUWoS9WVLWiAD24u3Q53qXjCo28wbTAdBgNVHQ4EFgQUGB9FfcteZMkG
/2XutTAC3I3VmgUwHwYDVR0jBBgwFoAUGB9FfcteZMkG/2XutTAC3I3VmgUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgHnJ5SLRw2qrR7jqTpeJoEJhwbgQUy9qafEzGqV3iUXICIQDK
T09NjagzXp2w4EVEc5Na7GLpg7GBwLbdL7bIV8bm4w==
-----END CERTIFICATE-----`,
};

const refused = { success: false, message: 'Sign in first' };
const meta = { name: 'Catalogue Back Office', version: '1.2.3', capabilities: ['sort'] };

let http: LocalHttp;
let answers: Record<string, { status: number; body: unknown }>;

beforeEach(async () => {
  answers = {};
  http = await startLocalHttp(({ url = '' }, response) => {
    const { status, body } = answers[url] ?? { status: 404, body: '<h1>Nothing here</h1>' };
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterEach(() => http.close());

const address = () => `http://127.0.0.1:${http.port}/`;

it('knows a server by what it says of itself', async () => {
  answers['/v1/meta'] = { status: 200, body: meta };
  expect(await testServer(`${address()}v1/`)).toEqual({ outcome: 'ok', url: address(), version: '1.2.3' });
});

it('knows a server that only keeps the specification by its refusal', async () => {
  answers['/v1/user/authorization'] = { status: 401, body: refused };
  expect(await testServer(address())).toEqual({ outcome: 'ok', url: address(), version: null });
});

it('knows what is another kind of server', async () => {
  expect(await testServer(address())).toMatchObject({ outcome: 'failed', reason: 'foreign' });
  answers['/v1/meta'] = { status: 200, body: { hello: 'world' } };
  answers['/v1/user/authorization'] = { status: 200, body: refused };
  expect(await testServer(address())).toMatchObject({ outcome: 'failed', reason: 'foreign' });
});

it('says what is wrong with an address, and that nobody answers', async () => {
  expect(await testServer('ftp://office')).toMatchObject({ outcome: 'failed', reason: 'address' });
  const url = address();
  await http.close();
  expect(await testServer(url)).toMatchObject({
    outcome: 'failed',
    reason: 'unreachable',
    message: expect.stringContaining('no server answers'),
  });
  http = await startLocalHttp(() => undefined);
  expect(await testServer('http://nowhere.invalid')).toMatchObject({ reason: 'unreachable' });
});

it('refuses a certificate that nobody vouches for, and sends nothing', async () => {
  let requests = 0;
  const server = createTlsServer(selfSigned, () => {
    requests += 1;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  expect(await testServer(`https://127.0.0.1:${port}`)).toEqual({
    outcome: 'failed',
    reason: 'certificate',
    message:
      'The certificate of the server is refused: the server signed it itself, so nobody vouches for it',
  });
  expect(requests).toBe(0);
  await new Promise((closed) => server.close(closed));
});

it('says so when the server does not speak https', async () => {
  expect(await testServer(`https://127.0.0.1:${http.port}`)).toMatchObject({
    outcome: 'failed',
    reason: 'unreachable',
    message: expect.stringContaining('does not speak https'),
  });
});
