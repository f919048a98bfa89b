import { once } from 'node:events';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { HistoryEntry } from '../../src/shared/history.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, withDatabase } from '../support/databases.ts';
import { day } from '../support/fake-clock.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, type Send, sendTo, signIn, startTestServer } from '../support/test-server.ts';

afterEach(() => void vi.useRealTimers());

const aheadByADay = `
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...values) { super(...(values.length > 0 ? values : [Right.now() + ${day}])); }
    static now() { return Right.now() + ${day}; }
  };`;

type Place = { dataDir: string; databaseUrl?: string | undefined };

/** Starts a server as a process, which has its own clock and newest id. */
const start = async ({ dataDir, databaseUrl }: Place, script = '') => {
  const command = spawnServer(['--port', '0', '--data', dataDir], {
    ...adminEnv,
    ...(databaseUrl && { BACKOFFICE_DATABASE_URL: databaseUrl }),
    BACKOFFICE_LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
  });
  onTestFinished(() => void command.child.kill('SIGKILL'));
  const url = await readServerUrl(command);
  let token: string | null = null;
  const send = sendTo(
    () => url,
    () => token,
  );
  token = await signIn(send, admin);
  return { send, child: command.child };
};

const createCountry = async (send: Send) =>
  String(((await send('POST', '/v1/country/', { body: { name: 'A' } })).body.data as AnyRecord)._id);
const rename = async (send: Send, id: string, name: string) =>
  expect((await send('PATCH', `/v1/country/updateById/${id}`, { body: { name } })).status).toBe(200);
const listNames = async (send: Send, id: string) =>
  ((await send('GET', `/v1/history?resource=country&recordId=${id}`)).body.data as HistoryEntry[]).map(
    ({ before, after }) => [before?.name, after?.name],
  );

it('keeps the order of changes after the clock was set back and the server restarted', async () => {
  const dataDir = makeDataDir();
  const ahead = await start({ dataDir }, aheadByADay);
  const id = await createCountry(ahead.send);
  await rename(ahead.send, id, 'B');
  ahead.child.kill('SIGTERM');
  await once(ahead.child, 'exit');
  const { send } = await start({ dataDir });
  await rename(send, id, 'C');
  expect(await listNames(send, id)).toEqual([
    ['B', 'C'],
    ['A', 'B'],
    [undefined, 'A'],
  ]);
});

it('keeps the order of changes of servers whose clocks differ', async () => {
  const { databaseUrl, drop } = await createDatabase('postgres');
  onTestFinished(drop);
  const ahead = await start({ dataDir: makeDataDir(), databaseUrl }, aheadByADay);
  const right = await start({ dataDir: makeDataDir(), databaseUrl });
  const id = await createCountry(right.send);
  await rename(ahead.send, id, 'B');
  await rename(right.send, id, 'C');
  expect(await listNames(right.send, id)).toEqual([
    ['B', 'C'],
    ['A', 'B'],
    [undefined, 'A'],
  ]);
});

it('limits no requests of a minute that lies in the future', async () => {
  const server = await startTestServer('sqlite', {
    host: '0.0.0.0',
    isInsecure: true,
    requestsPerMinute: 5,
  });
  const statuses = async (count: number) => {
    const responses = Array.from({ length: count }, () => server.send('GET', '/v1/meta'));
    return (await Promise.all(responses)).map(({ status }) => status);
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
  expect(await statuses(6)).toContain(429);
  vi.useRealTimers();
  expect(await statuses(1)).toEqual([200]);
  await server.stop();
});

it('checks the data weekly although the clock was ahead at the last check', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const server = await startTestServer('sqlite');
  const future = new Date(Date.now() + 300 * day).toISOString();
  const setting = { _id: 'dataCheckStartedAt', value: future };
  await withDatabase(server, (database) => database.insertInto('setting').values(setting).execute());
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const readStart = () =>
    withDatabase(server, async (database) => {
      const found = database.selectFrom('setting').select('value').where('_id', '=', setting._id);
      return (await found.executeTakeFirst())?.value;
    });
  await expect.poll(readStart).not.toBe(future);
  await server.stop();
});
