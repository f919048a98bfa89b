import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { rawRequest } from '../support/server-raw.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir } from '../support/test-server.ts';

/** A request with the header `x-fail` throws an error that nothing catches, and one with `x-hang` blocks the server. */
const failOnDemand = `
  import http from 'node:http';
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (type, request, ...rest) {
    if (type === 'request' && request.headers['x-fail']) setImmediate(() => { throw new Error('On demand'); });
    if (type === 'request' && request.headers['x-hang']) for (process.stderr.write('Hanging');;);
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
    host: 'localhost',
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  socket.write(rawRequest({ method: 'POST', path: '/v1/user/login', headers }));
  await once(socket, 'data');
  await fetch(`http://${hostname}:${port}/v1/meta`, { headers: { 'x-fail': '1' } }).catch(() => {});
  await expect.poll(() => command.output.stderr).toContain('On demand');
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);

  await expect.poll(() => command.output.stderr).toContain('(exit code 1). Restarting it in 500 ms');
  const urls = () => command.output.stdout.match(/http:[^"]+/g) ?? [];
  await expect.poll(urls).toHaveLength(2);
  expect((await fetch(`${urls().at(-1)}/v1/meta`)).status).toBe(200);
  command.child.kill('SIGTERM');
  expect(await once(command.child, 'exit')).toEqual([0, null]);
});

it('ends a server that hangs at the second signal', async () => {
  const environment = { ...adminEnv, NODE_OPTIONS: options };
  const { child, output } = spawnServer(['--port', '0', '--data', makeDataDir()], environment, 'supervisor');
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await readServerUrl({ child, output });
  const hanging = fetch(`${url}/v1/meta`, { headers: { 'x-hang': '1' } }).catch(() => 'ended');
  await expect.poll(() => output.stderr).toContain('Hanging');
  const hasEnded = () => {
    child.kill('SIGTERM');
    return child.exitCode !== null || child.signalCode !== null;
  };
  // Signals within half a second count as one.
  await expect.poll(hasEnded, { interval: 600 }).toBe(true);
  expect(await hanging).toBe('ended');
});

it('ends with the server’s message if it can’t start', async () => {
  const command = spawnServer(['--port', 'none'], {}, 'supervisor');
  expect(await once(command.child, 'exit')).toEqual([1, null]);
  expect(command.output.stderr).toContain('--port must be a number');
});
