import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeMany } from '../../scripts/lib/seed/write.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { product } from '../../src/shared/resources/product.ts';
import { readCells } from '../../src/spreadsheet/test-workbooks.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { makeDataDir, startTestServer, type TestServer } from '../support/test-server.ts';

const formats = ['csv', 'xlsx'] as const;

describe.each(databaseKinds)('exports of thousands on %s', (kind) => {
  // More data than the socket buffers hold, so that an unread response blocks.
  const count = 3000;
  const rowText = 'y'.repeat(8000);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const records = Array.from({ length: count }, (_, index) => ({
      name: `Row ${index}`,
      specification: rowText,
    }));
    await withDatabase(server, (database) =>
      writeMany({ transaction: (work) => database.transaction().execute(work) }, { resource: product, records }),
    );
  });
  afterAll(() => server.stop());

  const open = (name: string, query: string, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/${name}/export?${query}`, {
      headers: { authorization: `Bearer ${server.token}` },
      ...(signal && { signal }),
    });
  const download = async (name: string, query: string) => {
    const exported = await open(name, query);
    const bytes = Buffer.from(await exported.arrayBuffer());
    expect([exported.status, exported.status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
    return bytes;
  };
  const listed = async (name: string, query: string) =>
    (await server.send('GET', `/v1/${name}/?pageSize=500&${query}`)).body.data as AnyRecord[];

  const all = 'format=csv&query=row&sort=createdAt';

  it('contain every record once', async () => {
    for (const format of formats) {
      const bytes = await download('product', `format=${format}&query=row`);
      const text = format === 'csv' ? bytes.toString() : JSON.stringify(await readCells({ bytes, fileName: 'a.xlsx' }));
      const found = text.match(/Row \d+/g) ?? [];
      expect([format, found.length, new Set(found).size]).toEqual([format, count, count]);
    }
  });

  it('stream a snapshot of the data', async () => {
    const exported = await open('product', all);
    const reader = exported.body?.getReader();
    const first = await reader?.read();
    const [last] = await listed('product', 'query=row&sort=-createdAt');
    const changed = await server.send('PATCH', `/v1/product/updateById/${last?._id}`, {
      body: { name: 'Changed meanwhile' },
    });
    expect(changed.status).toBe(200);
    let text = Buffer.from(first?.value ?? []).toString();
    expect(text).toContain('Row');
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      text += Buffer.from(next.value).toString();
    }
    expect(text).not.toContain('Changed meanwhile');
    expect(new Set(text.match(/Row \d+/g)).size).toBe(count);
    await server.send('PATCH', `/v1/product/updateById/${last?._id}`, { body: { name: last?.name } });
  });

  it.runIf(kind === 'postgres')('outlast the time limit of a statement', async () => {
    const url = new URL(server.databaseUrl ?? '');
    url.searchParams.set('statement_timeout', '1000');
    const limited = await startTestServer(kind, { dataDir: makeDataDir(), databaseUrl: url.href });
    const headers = { authorization: `Bearer ${server.token}` };
    const exported = await fetch(`${limited.url}/v1/product/export?${all}`, { headers });
    const reader = exported.body?.getReader();
    let size = (await reader?.read())?.value?.length ?? 0;
    // The client reads nothing for longer than that.
    await withDatabase(server, (database) => sql`select pg_sleep(2)`.execute(database));
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) size += next.value.length;
    expect(size).toBeGreaterThan(count * rowText.length);
    await limited.stop();
  });

  it('wait for slow clients with little memory', async () => {
    // Aborted exports release their slots a moment later, so a 429 is retried.
    const begin = async ({ signal }: AbortController) => {
      const opened = await vi.waitUntil(
        async () => {
          const exported = await open('product', all, signal);
          return exported.status === 200 && exported;
        },
        { timeout: 20_000 },
      );
      await opened.body?.getReader().read();
    };
    // More exports in total than the server has database connections.
    for (let round = 0; round < 3; round += 1) {
      const controllers = Array.from({ length: 4 }, () => new AbortController());
      await Promise.all(controllers.map(begin));
      const { status, headers } = await server.send('GET', '/v1/faq/export?format=csv');
      expect([status, headers.get('retry-after')]).toEqual([429, '5']);
      for (const controller of controllers) controller.abort();
    }
    await expect.poll(async () => (await open('faq', 'format=csv&query=nowhere')).status).toBe(200);
    expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
  });
});
