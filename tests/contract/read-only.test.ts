import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReadOnlyServer, startServer } from '../../src/server/start.ts';
import { FolderHeld, isFolderFree } from '../../src/server/storage/folder-lock.ts';
import { admin } from '../support/prepared-servers.ts';
import { adminEnv, type RunningCommand, runCommand, urlOf } from '../support/server-command.ts';
import { makeDataDir, type Send, sendTo, signIn, testConfig } from '../support/server-kit.ts';

let dataDir: string;
let holder: RunningCommand;
let sendToHolder: Send;
let reading: Awaited<ReturnType<typeof startReadOnlyServer>>;
let send: Send;
let token: string | null;

beforeEach(async () => {
  dataDir = makeDataDir();
  holder = runCommand(['--port', '0', '--data', dataDir], adminEnv);
  const url = await urlOf(holder);
  let holderToken: string | null = null;
  sendToHolder = sendTo(
    () => url,
    () => holderToken,
  );
  holderToken = await signIn(sendToHolder, admin);
  await sendToHolder('POST', '/v1/country/', { body: { name: 'India' } });
  reading = await startReadOnlyServer(testConfig({ dataDir }));
  token = null;
  send = sendTo(
    () => reading.url,
    () => token,
  );
});
afterEach(async () => {
  await reading.stop();
  await kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const kill = async () => {
  if (holder.child.exitCode !== null || holder.child.signalCode !== null) return;
  const ended = once(holder.child, 'exit');
  holder.child.kill('SIGKILL');
  await ended;
};

const names = async (): Promise<unknown[]> => {
  const { body } = await send('GET', '/v1/country/');
  return (body.data as { name: string }[]).map(({ name }) => name);
};

it('lets people sign in and read what the other server writes, and writes nothing itself', async () => {
  token = await signIn(send, admin);
  expect(await names()).toEqual(['India']);
  await sendToHolder('POST', '/v1/country/', { body: { name: 'Nepal' } });
  expect(await names()).toEqual(['Nepal', 'India']);

  const writes: [string, string, unknown?][] = [
    ['POST', '/v1/country/', { name: 'Atlantis' }],
    ['PATCH', '/v1/country/updateById/1', { name: 'Atlantis' }],
    ['DELETE', '/v1/country/deleteById/1'],
    ['POST', '/v1/country/bulk', { action: 'delete', filter: {} }],
    ['POST', '/v1/setup', {}],
  ];
  for (const [method, path, body] of writes) {
    expect(await send(method, path, { body }), path).toMatchObject({
      status: 503,
      body: { success: false, message: expect.stringMatching(/^Nothing can be changed here while another/) },
    });
  }
  expect(await names()).toEqual(['Nepal', 'India']);
  const authorized = await send('GET', '/v1/user/authorization');
  expect(authorized.status).toBe(200);
  await send('POST', '/v1/user/logout', { body: {} });
  expect((await send('GET', '/v1/country/')).status).toBe(401);
});

it('says who holds the folder, until that one is gone, and takes its own sessions along', async () => {
  const refused = await startServer(testConfig({ dataDir })).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FolderHeld);
  expect(refused).toMatchObject({ path: dataDir, holder: { computer: hostname() } });
  expect(isFolderFree(dataDir)).toBe(false);

  token = await signIn(send, admin);
  const sessions = await reading.sessions();
  await kill();
  expect(isFolderFree(dataDir)).toBe(true);
  await reading.stop();
  const whole = await startServer(testConfig({ dataDir, sessions }));
  const answer = await sendTo(
    () => whole.url,
    () => token,
  )('POST', '/v1/country/', { body: { name: 'Bhutan' } });
  await whole.stop();
  expect(answer.status).toBe(200);
}, 20_000);
