import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, isPaired, withBlockedStatements } from '../support/databases.ts';
import { csv, importProducts, uploadSpreadsheet } from '../support/import-client.ts';
import { rawRequest, sendRaw } from '../support/server-raw.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const path = '/v1/product/upload-csv';
const patience = { timeout: 60_000, interval: 5 };

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer;
  let uploads: string;
  const { TMPDIR: usual } = process.env;
  beforeAll(async () => {
    server = await startTestServer(kind);
    uploads = mkdtempSync(join(tmpdir(), 'backoffice-aborts-'));
    process.env.TMPDIR = uploads;
  });
  afterAll(async () => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    await server.stop();
    rmSync(uploads, { recursive: true });
  });

  const received = () =>
    readdirSync(uploads).map((folder) => {
      const [file] = readdirSync(join(uploads, folder));
      return file ? statSync(join(uploads, folder, file)).size : 0;
    });
  const found = async (word: string) => (await server.send('GET', `/v1/product/?query=${word}`)).body.total;

  const isWriting = async (): Promise<boolean> => {
    if (server.databaseUrl) {
      const client = new pg.Client({ connectionString: server.databaseUrl });
      await client.connect();
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and backend_xid is not null`,
      );
      await client.end();
      return (rowCount ?? 0) > 0;
    }
    const connection = new BetterSqlite(join(server.dataDir, 'backoffice.db'), { timeout: 0 });
    try {
      connection.exec('BEGIN IMMEDIATE');
      return false;
    } catch {
      return true;
    } finally {
      connection.close();
    }
  };

  it('writes nothing of an import whose client disconnects', async () => {
    const controller = new AbortController();
    const rows = Array.from({ length: 20_000 }, (_, index) => [`Left ${index}`]);
    const leaving = uploadSpreadsheet(server, path, {
      content: csv(['Name'], ...rows),
      signal: controller.signal,
    }).catch((error: Error) => error.name);
    await expect.poll(isWriting, patience).toBe(true);
    controller.abort();
    expect(await leaving).toBe('AbortError');
    await expect.poll(received, patience).toEqual([]);
    await expect.poll(isWriting, patience).toBe(false);
    expect(await found('left')).toBe(0);
    expect((await importProducts(server, csv(['Name'], ['Next']))).status).toBe(200);
    expect(await found('next')).toBe(1);
  });

  it('deletes the files of a rejected form', async () => {
    const content = csv(['Name'], ['Once']);
    const headers = { 'idempotency-key': 'once' };
    for (const [options, status] of [
      [{ content, headers }, 200],
      [{ content, headers }, 200],
      [{ content: `${content} `, headers }, 422],
      [{ content, fields: { columns: 'no JSON' } }, 400],
      [{ content: 'nothing,known\n1,2' }, 400],
      [{ content, token: null }, 401],
    ] as const) {
      expect([options, (await uploadSpreadsheet(server, path, options)).status]).toEqual([options, status]);
    }
    expect(received()).toEqual([]);
    expect(await found('once')).toBe(1);
  });

  it('deletes the files of a form whose client disconnects', async () => {
    const form = '--b\r\ncontent-disposition: form-data; name="excel"; filename="x.csv"\r\n\r\nname\r\nHalf';
    const headers = {
      host: 'localhost',
      authorization: `Bearer ${server.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(form.length + 1),
    };
    await sendRaw(server.url, rawRequest({ method: 'POST', path, headers }, form), { isCutOff: true });
    expect((await importProducts(server, csv(['Name'], ['After it']))).status).toBe(200);
    await expect.poll(received, { timeout: 10_000 }).toEqual([]);
    expect(await found('half')).toBe(0);
  });

  // Only PostgreSQL has table locks, with which the test makes the import wait. Each server has its own queue.
  if (kind === 'postgres' && !isPaired)
    it('skips a queued import whose client disconnected', async () => {
      const { databaseUrl } = server;
      const content = csv(['Name'], ['Waited in vain']);
      const controller = new AbortController();
      const first = await withBlockedStatements(
        {
          databaseUrl,
          statement: 'lock table product in share row exclusive mode',
          waiting: 1,
          meanwhile: async () => {
            const leaving = uploadSpreadsheet(server, path, { content, signal: controller.signal }).catch(() => 'left');
            await expect.poll(received, patience).toContain(content.length);
            controller.abort();
            expect(await leaving).toBe('left');
          },
        },
        () => importProducts(server, csv(['Name'], ['Held up'])),
      );
      expect(first.status).toBe(200);
      await expect.poll(received, patience).toEqual([]);
      expect([await found('held'), await found('vain')]).toEqual([1, 0]);
    });
});
