import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { admin } from '../support/database-templates.ts';
import { withBlockedStatements } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { rawRequest } from '../support/server-raw.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, signIn, startTestServer } from '../support/test-server.ts';

it('finishes pending requests before it stops', async () => {
  const server = await startTestServer('sqlite');
  const token = await signIn(server.send, admin);
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify({ name: 'Asked in time' });
  const silent = connect({ host: hostname, port: Number(port) }).resume();
  await once(silent, 'connect');
  const socket = connect({ host: hostname, port: Number(port) });
  const headers = {
    host: 'localhost',
    authorization: `Bearer ${token}`,
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  socket.write(rawRequest({ method: 'POST', path: '/v1/country/', headers }));
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue/);
  const stopped = server.stop();
  await once(silent, 'close');
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});

// After 10 seconds, the server closes every connection anyway.
it('stops once the last response is read', { timeout: 9000 }, async () => {
  const server = await startTestServer('sqlite');
  const image = asUpload('large.png', Buffer.concat([makeFile('png'), Buffer.alloc(20_000_000)]));
  const { body } = await server.send('POST', '/v1/category/', { body: { name: 'Pens', image } });
  const path = `/uploads/${(body.data as AnyRecord).image}`;
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(rawRequest({ path, headers: { host: 'localhost', connection: 'keep-alive' } }));
  await once(socket, 'readable');
  const stopped = server.stop();
  socket.resume();
  await once(socket, 'end');
  await stopped;
});

it('ends although the reader of its log is gone', async () => {
  const command = spawnServer(['--port', '0', '--data', makeDataDir()], adminEnv);
  const { child } = command;
  onTestFinished(() => void child.kill('SIGKILL'));
  const { port } = new URL(await readServerUrl(command));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const headers = {
    host: 'localhost',
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  socket.write(rawRequest({ method: 'POST', path: '/v1/user/login', headers }));
  await once(socket, 'data');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  child.stdout?.destroy();
  child.stderr?.destroy();
  socket.write(body);
  expect(await exit).toEqual([0, null]);
});

it('is not ready while load balancers may still send requests', async () => {
  const server = await startTestServer('sqlite', { shutdownDelay: 3 });
  const stopped = server.stop();
  const { status, body } = await server.send('GET', '/health/ready');
  expect([status, body.failed]).toEqual([503, ['shutdown']]);
  expect((await server.send('GET', '/health/live')).status).toBe(200);
  expect((await server.send('GET', '/v1/country/')).status).toBe(200);
  await stopped;
  await expect(fetch(server.url)).rejects.toThrow();
});

it('finishes requests of disconnected clients before it stops', async () => {
  const server = await startTestServer('postgres');
  const { _id } = await createRecord(server.send, faq);
  const path = `/v1/faq/getById/${_id}`;
  const { url, databaseUrl } = server;
  const client = new AbortController();
  let restarted: Promise<void> | undefined;
  const leaveAndStop = async () => {
    client.abort();
    restarted = server.restart();
    const isListening = () => fetch(url).then(Boolean, () => false);
    await expect.poll(isListening).toBe(false);
  };
  const statement = 'lock table session in access exclusive mode';
  await withBlockedStatements({ databaseUrl, statement, waiting: 1, meanwhile: leaveAndStop }, () =>
    fetch(`${url}/v1/faq/deleteById/${_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${server.token}` },
      signal: client.signal,
    }).catch(() => {}),
  );
  await restarted;
  expect((await server.send('GET', path)).status).toBe(404);
  await server.stop();
});
