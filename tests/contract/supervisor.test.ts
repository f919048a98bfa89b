import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { rawRequest } from '../support/server-raw.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir } from '../support/test-server.ts';

/** Throws an error that nothing catches while a request with the header `x-fail` is handled. */
const failOnDemand = `
  import http from 'node:http';
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (type, request, ...rest) {
    if (type === 'request' && request.headers['x-fail']) setImmediate(() => { throw new Error('On demand'); });
    return emit.call(this, type, request, ...rest);
  };`;

const options = `--import data:text/javascript,${encodeURIComponent(failOnDemand)}`;

it('restarts after an uncaught error that ended no other request', async () => {
  const environment = { ...adminEnv, NODE_OPTIONS: options };
  const command = spawnServer(['--port', '0', '--data', makeDataDir()], environment, 'supervisor');
  const { hostname, port } = new URL(await readServerUrl(command));
  const socket = connect({ host: hostname, port: Number(port) });
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const headers = {
    ...{ host: 'localhost', expect: '100-continue' },
    ...{ 'content-type': 'application/json', 'content-length': String(body.length) },
  };
  socket.write(rawRequest({ method: 'POST', path: '/v1/user/login', headers }));
  await once(socket, 'data');
  await fetch(`http://${hostname}:${port}/v1/meta`, { headers: { 'x-fail': '1' } }).catch(() => {});
  await expect.poll(() => command.output.stderr).toContain('On demand');
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);

  await expect.poll(() => command.output.stderr).toContain('stopped unexpectedly (exit code 1)');
  const urls = () => command.output.stdout.match(/http:[^"]+/g) ?? [];
  await expect.poll(urls).toHaveLength(2);
  expect((await fetch(`${urls().at(-1)}/v1/meta`)).status).toBe(200);
  command.child.kill('SIGTERM');
  expect(await once(command.child, 'exit')).toEqual([0, null]);
});

it('ends with the server’s message if it can’t start', async () => {
  const command = spawnServer(['--port', 'none'], {}, 'supervisor');
  expect(await once(command.child, 'exit')).toEqual([1, null]);
  expect(command.output.stderr).toContain('--port must be a number');
});
