import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import type { Job } from '../../src/shared/import.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, type FreshDatabase } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { makeDataDir, startTestServer, type TestServer, testConfig } from '../support/test-server.ts';

const body = { name: 'Where?', description: '<p>Here</p>' };

let database: FreshDatabase;
let proxy: TcpProxy;
let server: TestServer;
let postgres: pg.Client;

beforeAll(async () => {
  const dataDir = makeDataDir();
  database = await createDatabase('postgres', { preparedFor: dataDir });
  proxy = await startTcpProxy(database.databaseUrl ?? '');
  server = await startTestServer('postgres', { dataDir, databaseUrl: proxy.url });
  postgres = new pg.Client({ connectionString: database.databaseUrl });
  await postgres.connect();
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await postgres.end();
  await database.drop();
  rmSync(server.dataDir, { recursive: true, force: true });
});

/** Terminates the server's database connections, as an administrator or a database restart does. */
const terminate = async (where: string): Promise<number> => {
  const { rowCount } = await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
  );
  return rowCount ?? 0;
};
const total = async () => (await server.send('GET', '/v1/faq/')).body.total;

it('reports an outage of the database until it is over', async () => {
  await createRecord(server.send, faq);
  const before = await total();
  proxy.close();
  for (const [method, path, options] of [
    ['GET', '/v1/faq/', {}],
    ['GET', '/v1/faq/getById/nothing', {}],
    ['GET', '/v1/faq/export?format=csv', {}],
    ['GET', '/v1/user/authorization', {}],
    ['POST', '/v1/faq/', { body }],
    ['POST', '/v1/faq/', { body, headers: { 'idempotency-key': 'away' } }],
    ['POST', '/v1/user/login', { body: admin, token: null }],
  ] as const) {
    const response = await server.send(method, path, options);
    expect([path, response.status, response.headers.get('retry-after'), response.body]).toEqual([
      path,
      503,
      '5',
      {
        success: false,
        message: 'The server can’t reach its database. Try again in a moment.',
      },
    ]);
  }
  expect((await server.send('GET', '/v1/meta', { token: null })).status).toBe(200);
  proxy.open();
  expect(await total()).toBe(before);
  const headers = { 'idempotency-key': 'away' };
  expect((await server.send('POST', '/v1/faq/', { body, headers })).status).toBe(200);
  expect(await total()).toBe(Number(before) + 1);
});

it('reports a database that hangs, and works again once it responds', async () => {
  const before = await total();
  const requests = [
    ['GET', '/v1/faq/', {}],
    ['GET', '/v1/faq/export?format=csv', {}],
    ['POST', '/v1/faq/', { body }],
    ['POST', '/v1/user/login', { body: admin, token: null }],
  ] as const;
  proxy.close();
  proxy.open();
  proxy.freeze();
  // More than there are connections.
  const repeated = Array.from({ length: 12 }, (_, index) => requests[index % requests.length] ?? requests[0]);
  const responses = await Promise.all(repeated.map(([method, path, options]) => server.send(method, path, options)));
  for (const { status, body: answer } of responses)
    expect([status, answer.message]).toEqual([503, 'The server can’t reach its database. Try again in a moment.']);
  proxy.close();
  proxy.open();
  expect(await total()).toBe(before);
});

it('waits for a long statement', async () => {
  await postgres.query('begin');
  await postgres.query('lock table faq in access exclusive mode');
  const waiting = server.send('GET', '/v1/faq/');
  await postgres.query('select pg_sleep(6)');
  await postgres.query('commit');
  expect((await waiting).status).toBe(200);
});

it('does not start on a database that hangs', async () => {
  proxy.freeze();
  const dataDir = makeDataDir();
  const starting = startServer(testConfig({ dataDir, databaseUrl: proxy.url }));
  await expect(starting).rejects.toThrow("Can't use the PostgreSQL database: it isn't responding");
  rmSync(dataDir, { recursive: true });
  proxy.close();
  proxy.open();
});

it('is live but not ready while the database is unreachable or hangs', async () => {
  const ready = async () => {
    const { status, body: answer } = await server.send('GET', '/health/ready', { token: null });
    return [status, answer.failed];
  };
  for (const fail of [proxy.close, proxy.freeze]) {
    fail();
    expect(await ready()).toEqual([503, ['database']]);
    expect((await server.send('GET', '/health/live', { token: null })).status).toBe(200);
    proxy.close();
    proxy.open();
    await expect.poll(ready, { timeout: 20_000 }).toEqual([200, undefined]);
  }
});

it('recovers after all connections were terminated', async () => {
  await Promise.all(Array.from({ length: 20 }, total));
  expect(await terminate('true')).toBeGreaterThan(0);
  const responses = await Promise.all(Array.from({ length: 20 }, () => server.send('GET', '/v1/faq/')));
  for (const { status } of responses) expect([200, 503]).toContain(status);
  expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
});

it('rejects a write whose connection was terminated', async () => {
  const before = await total();
  await postgres.query('begin');
  await postgres.query('lock table faq in share row exclusive mode');
  const waiting = server.send('POST', '/v1/faq/', { body });
  const isBlocked = async () => {
    await postgres.query('select pg_stat_clear_snapshot()');
    return terminate(`wait_event_type = 'Lock'`);
  };
  await expect.poll(isBlocked, { timeout: 20_000 }).toBe(1);
  await postgres.query('commit');
  expect((await waiting).status).toBe(503);
  expect(await total()).toBe(before);
  expect((await server.send('POST', '/v1/faq/', { body })).status).toBe(200);
});

it('fails an import whose connection was terminated', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [`Lost ${index}`]);
  const started = await importProducts(server, csv(['Name'], ...rows), '?async=true');
  await expect
    .poll(() => terminate(`state = 'idle in transaction'`), { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(0);
  proxy.close();
  proxy.open();
  const findJob = async () => (await server.send('GET', `/v1/jobs/${started.body.jobId}`)).body.data as Job | undefined;
  await expect.poll(async () => (await findJob())?.state, { timeout: 20_000 }).toBe('failed');
  expect((await findJob())?.message).toMatch(/reach its database.* Nothing was imported/);
  expect((await server.send('GET', '/v1/product/?query=lost')).body.total).toBe(0);
});

it('records the end of an import once the database is back', async () => {
  // The import waits for the table, so it can't end before the outage.
  await postgres.query('begin');
  await postgres.query('lock table product in share mode');
  const rows = Array.from({ length: 5000 }, (_, index) => [`Cut ${index}`]);
  const started = await importProducts(server, csv(['Name'], ...rows), '?async=true');
  const findWaiting = async () => {
    // Within a transaction, PostgreSQL answers with the activity that it read first.
    await postgres.query('select pg_stat_clear_snapshot()');
    return postgres.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  };
  await expect.poll(async () => (await findWaiting()).rowCount, { timeout: 20_000 }).toBe(1);
  proxy.close();
  await postgres.query('rollback');
  expect((await server.send('GET', `/v1/jobs/${started.body.jobId}`)).status).toBe(503);
  // No client sends requests here, so this connection attempt comes from the import, which records its end.
  const before = proxy.rejectedCount();
  await expect.poll(proxy.rejectedCount, { timeout: 20_000 }).toBeGreaterThan(before);
  proxy.open();
  const findState = async () =>
    ((await server.send('GET', `/v1/jobs/${started.body.jobId}`)).body.data as Job | undefined)?.state;
  await expect.poll(findState, { timeout: 20_000 }).toBe('failed');
});

it('aborts an export whose connection was terminated', async () => {
  const { rows } = await postgres.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'faq'`,
  );
  const columns = rows.map(({ name }) => `"${name}"`).join(', ');
  const large = columns.replace('"_id"', `lpad(n::text, 24, '0')`).replace('"description"', `repeat('x', 4000)`);
  await postgres.query(
    `insert into faq (${columns}) select ${large} from (select * from faq limit 1) one, generate_series(1, 5000) n`,
  );
  const begin = async () => {
    const headers = { authorization: `Bearer ${server.token}` };
    const { status, body: file } = await fetch(`${server.url}/v1/faq/export?format=csv`, { headers });
    const reader = file?.getReader();
    await reader?.read();
    return { status, reader };
  };
  // More rounds than concurrent exports allowed: a leaked connection would occupy its slot forever.
  for (let round = 0; round < 6; round += 1) {
    let begun: Awaited<ReturnType<typeof begin>> | undefined;
    const beginAgain = async () => {
      begun = await begin();
      return begun.status;
    };
    await expect.poll(beginAgain, { timeout: 20_000 }).toBe(200);
    expect(await terminate('true')).toBeGreaterThan(0);
    await begun?.reader?.cancel();
  }
});
