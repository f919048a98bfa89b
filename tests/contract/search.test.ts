import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createQueryBuilder } from '../../src/server/database/query-builder.ts';
import { createRepository } from '../../src/server/records/repository.ts';
import type { AnyRecord, Resource } from '../../src/shared/resource-kit/define-resource.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country } from '../../src/shared/resources/geography.ts';
import { gift } from '../../src/shared/resources/gift.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { user } from '../../src/shared/resources/user.ts';
import type { FoundRecords } from '../../src/shared/search.ts';
import { createDatabase, databaseKinds, isPaired, postgresDialect } from '../support/databases.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const find = async (server: TestServer, query: string) => {
  const { body } = await server.send('GET', `/v1/faq/?query=${encodeURIComponent(query)}`);
  return (body.data as AnyRecord[]).map(({ name }) => name);
};
const add = (server: TestServer, name: string, description = '<p>-</p>') =>
  createRecord(server.send, faq, { name, description });

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  it('matches one or two letters only at the start of a word', async () => {
    await add(server, 'A4 paper');
    await add(server, 'Sand 4 ever', '<p>in <em>A3</em></p>');
    await add(server, 'Ölkreide 日本語');
    for (const [query, names] of [
      ['ape', ['A4 paper']],
      ['a', ['A4 paper', 'Sand 4 ever']],
      ['a3', ['Sand 4 ever']],
      ['4', ['Sand 4 ever']],
      ['pa a4', ['A4 paper']],
      ['per', ['A4 paper']],
      ['pe', []],
      ['olk', ['Ölkreide 日本語']],
      ['日', ['Ölkreide 日本語']],
      ['本語', []],
      ['日本語', ['Ölkreide 日本語']],
      ['"', []],
      ['per" OR "ink', []],
      ['  ', ['Ölkreide 日本語', 'Sand 4 ever', 'A4 paper']],
    ] as const) {
      expect([query, await find(server, query)]).toEqual([query, names]);
    }
  });

  it('follows every kind of write', async () => {
    const first = await add(server, 'Glitter one');
    const second = await add(server, 'Glitter two');
    await server.send('PATCH', `/v1/faq/updateById/${second._id}`, { body: { name: 'Glitter second' } });
    expect(await find(server, 'glitter two')).toEqual([]);
    const { body } = await server.send('DELETE', `/v1/faq/deleteById/${first._id}`);
    expect(await find(server, 'glitter')).toEqual(['Glitter second']);
    await server.send('POST', `/v1/trash/${body.historyId}/restore`);
    expect(await find(server, 'glitter')).toEqual(['Glitter second', 'Glitter one']);
    const sorted = await server.send('GET', '/v1/faq/?query=glitter&sort=name&status=ACTIVE');
    expect((sorted.body.data as AnyRecord[]).map(({ name }) => name)).toEqual(['Glitter one', 'Glitter second']);
    expect(sorted.body.total).toBe(2);
    await server.restart();
    expect(await find(server, 'glitter')).toEqual(['Glitter second', 'Glitter one']);
  });
});

it('lists all records of a code on pages that hold fewer', async () => {
  const server = await startTestServer('sqlite');
  for (const name of ['Pen', 'Nib', 'Ink']) await createRecord(server.send, gift, { name, qrId: 'SAME-1' });
  const pages = await Promise.all(
    [0, 1].map((pageIndex) => server.send('GET', `/v1/gift/?query=same-1&pageSize=2&pageIndex=${pageIndex}`)),
  );
  const names = pages.flatMap(({ body }) => (body.data as AnyRecord[]).map(({ name }) => name));
  expect(names).toEqual(['Ink', 'Nib', 'Pen']);
  await server.stop();
});

describe('the search in all resources', () => {
  const server = setUpTestServer('sqlite');
  const editor = { email: 'editor@example.com', password: 'a long password' };
  const searchAll = async (token?: string | null) => {
    const { status, body } = await server.send('GET', '/v1/search?query=indigo', { token });
    return { status, data: body.data as FoundRecords['data'] };
  };

  beforeAll(async () => {
    await createRecord(server.send, country, { name: 'Indigo Islands' });
    await add(server, 'Is indigo ink safe?');
    await createRecord(server.send, user, { name: 'Asha Indigo', role: 'SUBADMIN', ...editor });
  });

  it('finds the records of each resource', async () => {
    const { data } = await searchAll();
    expect(data).toMatchObject([
      { resource: 'country', total: 1, records: [{ title: 'Indigo Islands', detail: '' }] },
      { resource: 'user', total: 1, records: [{ title: 'Asha Indigo' }] },
      { resource: 'faq', total: 1, records: [{ title: 'Is indigo ink safe?' }] },
    ]);
  });

  it('returns nothing but what the palette shows', async () => {
    const { data } = await searchAll();
    const keys = data.flatMap(({ records }) => records.flatMap(Object.keys));
    expect(new Set(keys)).toEqual(new Set(['_id', 'title', 'detail', 'image', 'price']));
  });

  it('finds what a sub admin may read', async () => {
    const { data } = await searchAll(await signIn(server.send, editor));
    expect(data.map(({ resource }) => resource)).toEqual(['country', 'user', 'faq']);
  });

  it('asks for a login', async () => {
    expect((await searchAll(null)).status).toBe(401);
  });
});

it.skipIf(isPaired)('rebuilds a missing search index, on SQLite', async () => {
  const server = await startTestServer('sqlite');
  await add(server, 'Old question');
  const file = new BetterSqlite(join(server.dataDir, 'backoffice.db'));
  file.exec('drop trigger faq_words_insert; drop table faq_words; drop index faq_words_key');
  file.close();
  await server.restart();
  await add(server, 'New question');
  expect(await find(server, 'question')).toEqual(['New question', 'Old question']);
  const { body } = await server.send('GET', '/v1/faq/?query=old');
  await server.send('DELETE', `/v1/faq/deleteById/${(body.data as AnyRecord[])[0]?._id}`);
  expect(await find(server, 'question')).toEqual(['New question']);
  await server.stop();
});

const onPostgres = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

const plansOf = async (databaseUrl: string, resource: Resource, query: string): Promise<string[]> => {
  const run: CompiledQuery[] = [];
  const database = createQueryBuilder({
    dialect: postgresDialect(databaseUrl),
    log: (event) => {
      run.push(event.query);
    },
  });
  try {
    const { list } = createRepository(resource, database);
    await list({ pageIndex: 0, pageSize: 10, query, sort: null, filters: {}, isForSelect: false });
    const queries = run.splice(0).filter(({ sql: text }) => !text.includes('pg_current_snapshot'));
    // The tables are empty, so the planner would prefer sequential scans to any index.
    await sql`set enable_seqscan = off; set enable_indexscan = off`.execute(database);
    const plans: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const { rows } = await database.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
      plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  } finally {
    await database.destroy();
  }
};

it('uses a trigram index, on PostgreSQL', async () => {
  const server = await startTestServer('postgres');
  for (const resource of resources) {
    const searches = await plansOf(String(server.databaseUrl), resource, 'gel-blue-07');
    expect(searches.length).toBeGreaterThan(1);
    for (const plan of searches) {
      expect(plan.replaceAll('"', '')).toMatch(/Bitmap Index Scan on [\w-]+_words/);
    }
  }
  const rows = await onPostgres<{ indexdef: string }>(
    String(server.databaseUrl),
    `select indexdef from pg_indexes where indexname like '%\\_words'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.every(({ indexdef }) => indexdef.includes('gin_trgm_ops'))).toBe(true);
  await server.stop();
});

it('searches without an index if the database rejects it, on PostgreSQL', async () => {
  const { databaseUrl, drop } = await createDatabase('postgres');
  const url = new URL(String(databaseUrl));
  const role = `limited_${process.pid}`;
  await onPostgres(inject('postgresUrl'), `create role ${role} login password 'x'`);
  await onPostgres(url.href, `grant all on schema public to ${role}`);
  url.username = role;
  url.password = 'x';
  const server = await startTestServer('postgres', { databaseUrl: url.href });
  await add(server, 'A4 paper');
  expect(await find(server, 'ape a')).toEqual(['A4 paper']);
  const rows = await onPostgres(url.href, `select 1 from pg_indexes where indexname like '%\\_words'`);
  expect(rows).toEqual([]);
  await server.stop();
  await drop();
  await onPostgres(inject('postgresUrl'), `drop role ${role}`);
});
