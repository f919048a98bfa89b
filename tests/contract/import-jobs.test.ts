import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Job, jobSchema } from '../../src/shared/import.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds, isPaired, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { csv, importProducts, uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, setUpTestServer, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const jobOn = async ({ send }: TestServer, jobId: unknown, token?: string): Promise<Job> => {
  const { status, body } = await send('GET', `/v1/jobs/${jobId}`, { token });
  expect(status).toBe(200);
  return jobSchema.parse(body.data);
};

const endedOn = async (server: TestServer, jobId: unknown): Promise<Job> => {
  for (;;) {
    const job = await jobOn(server, jobId);
    if (!['waiting', 'running'].includes(job.state)) return job;
  }
};

const count = 6000;
const manyRows = csv(['Name'], ...Array.from({ length: count }, (_, index) => [`Many ${index}`]));

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const jobOf = (jobId: unknown, token?: string) => jobOn(server, jobId, token);
  const ended = (jobId: unknown) => endedOn(server, jobId);

  it('imports in the background', async () => {
    const started = await importProducts(server, manyRows, '?async=true');
    expect([started.status, started.body.success]).toEqual([202, true]);
    const seen = new Set<string>();
    let job = await jobOf(started.body.jobId);
    while (['waiting', 'running'].includes(job.state)) {
      seen.add(job.progress.phase);
      job = await jobOf(started.body.jobId);
    }
    expect(job).toMatchObject({
      state: 'done',
      kind: 'product',
      report: { create: count, isWritten: true },
      progress: { phase: 'ended', done: count, total: count },
    });
    expect([...seen]).toContain('reading');
    await server.restart();
    expect(await jobOf(started.body.jobId)).toEqual(job);
    expect((await server.send('POST', `/v1/jobs/${job._id}/cancel`)).status).toBe(409);
    expect((await server.send('GET', '/v1/jobs/nothing')).status).toBe(404);
    const failed = await importProducts(server, 'Name,Price\nx,y', '?async=true');
    expect(await ended(failed.body.jobId)).toMatchObject({ state: 'failed', report: { failed: 1 } });
    const hostile = await importProducts(server, '', '?async=true');
    expect(await ended(hostile.body.jobId)).toMatchObject({
      state: 'failed',
      message: /empty/,
      report: null,
    });
  });

  it('completes a large import that changes nothing', async () => {
    const many = manyRows.replaceAll('Many', 'Same');
    await importProducts(server, many);
    const again = await importProducts(server, many, '?async=true');
    const job = await ended(again.body.jobId);
    expect(job).toMatchObject({ state: 'done', report: { create: 0, unchanged: count, isWritten: true } });
    await server.restart();
    expect(await jobOf(again.body.jobId)).toEqual(job);
  });

  it('checks a large import without keeping a save of its products waiting', async () => {
    const many = manyRows.replaceAll('Many', 'Checked');
    await importProducts(server, many);
    const found = await server.send('GET', '/v1/product/?query=Checked+0&sort=name&pageSize=1');
    const [saved] = found.body.data as AnyRecord[];
    const changed = many.replace('"Name"', '"Name","Price"').replaceAll(/^"Checked.*"/gm, '$&,"12"');
    const { jobId } = (await importProducts(server, changed, '?async=true&dryRun=true')).body;
    await expect.poll(async () => (await jobOf(jobId)).progress).toMatchObject({ phase: 'writing', total: count });
    await expect.poll(async () => (await jobOf(jobId)).progress.done, { interval: 5 }).toBeGreaterThan(0);
    const path = `/v1/product/updateById/${saved?._id}`;
    expect((await server.send('PATCH', path, { body: { description: 'Saved' } })).status).toBe(200);
    expect((await jobOf(jobId)).state).toBe('running');
    expect((await ended(jobId)).report).toMatchObject({ update: count, failed: 0, isWritten: false });
    expect((await server.send('GET', '/v1/product/?query=Checked&minPrice=1')).body.total).toBe(0);
  });

  it('hides a job from other users', async () => {
    const credentials = { email: 'other@example.com', password: 'a long password' };
    await createRecord(server.send, user, { ...credentials, role: 'SUBADMIN' });
    const token = await signIn(server.send, credentials);
    const mine = await importProducts(server, csv(['Name'], ['Mine']), '?async=true');
    expect((await server.send('GET', `/v1/jobs/${mine.body.jobId}`, { token })).status).toBe(404);
    expect((await server.send('POST', `/v1/jobs/${mine.body.jobId}/cancel`, { token })).status).toBe(404);
    await ended(mine.body.jobId);
  });

  it('writes nothing of a cancelled or interrupted import', async () => {
    const many = manyRows.replaceAll('Many', 'Cancelled');
    const started = await importProducts(server, many, '?async=true');
    const cancel = await server.send('POST', `/v1/jobs/${started.body.jobId}/cancel`);
    expect(cancel.status).toBe(200);
    expect(await ended(started.body.jobId)).toMatchObject({ state: 'cancelled', report: null });
    const broken = await importProducts(server, many, '?async=true');
    await server.restart();
    expect(await ended(broken.body.jobId)).toMatchObject({ state: 'interrupted' });
    expect((await server.send('GET', '/v1/product/?query=cancelled')).body.total).toBe(0);
  });
});

describe.skipIf(isPaired)('with several servers', () => {
  let first: TestServer;
  let second: TestServer;
  beforeAll(async () => {
    first = await startTestServer('postgres');
    second = await startTestServer('postgres', { databaseUrl: first.databaseUrl });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  /** Runs `meanwhile` while an import waits for a lock. */
  const withBlockedImport = async (server: TestServer, meanwhile: (jobId: string) => Promise<void>) => {
    const starting = importProducts(server, csv(['Name'], [`Shared ${randomUUID()}`]), '?async=true');
    const { body } = await withBlockedStatements(
      {
        databaseUrl: server.databaseUrl,
        statement: 'lock table product in share row exclusive mode',
        waiting: 1,
        meanwhile: async () => meanwhile(String((await starting).body.jobId)),
      },
      () => starting,
    );
    return String(body.jobId);
  };

  it('reports the progress of an import on another server', async () => {
    const jobId = await withBlockedImport(first, async (id) => {
      await expect
        .poll(() => jobOn(second, id))
        .toMatchObject({ state: 'running', progress: { phase: 'writing', done: 0, total: 1 } });
    });
    expect(await endedOn(first, jobId)).toEqual(await endedOn(second, jobId));
  });

  it('cancels an import on another server', async () => {
    const jobId = await withBlockedImport(first, async (id) => {
      expect((await second.send('POST', `/v1/jobs/${id}/cancel`)).status).toBe(200);
      // The server starts the second renewal of its lease after it has handled the first one.
      for (let renewals = 0; renewals < 2; renewals += 1) {
        const { updatedAt } = await jobOn(second, id);
        await expect.poll(async () => (await jobOn(second, id)).updatedAt).not.toBe(updatedAt);
      }
    });
    expect(await endedOn(second, jobId)).toMatchObject({ state: 'cancelled', report: null });
    expect((await second.send('POST', `/v1/jobs/${jobId}/cancel`)).status).toBe(409);
  });

  it('restarts without interrupting the imports of another server', async () => {
    const jobId = await withBlockedImport(first, async (id) => {
      await second.restart();
      expect((await jobOn(second, id)).state).toBe('running');
    });
    expect((await endedOn(second, jobId)).state).toBe('done');
  });

  it('starts an import with an Idempotency-Key once, whichever server gets it', async () => {
    const content = csv(['Name'], ['Imported once']);
    const headers = { 'idempotency-key': 'import' };
    const path = '/v1/product/upload-csv?async=true';
    const responses = await Promise.all(
      [first, second, first, second].map((server) =>
        uploadSpreadsheet(server, path, { content, headers, token: first.token }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(responses.map(({ body }) => body.jobId)).size).toBe(1);
    expect((await endedOn(second, responses[0]?.body.jobId)).report).toMatchObject({ create: 1 });
    expect((await first.send('GET', '/v1/product/?query=imported+once')).body.total).toBe(1);
  });

  const expireLease = (jobId: string) =>
    withDatabase(first, (database) =>
      database.updateTable('job').set({ leaseUntil: 0 }).where('_id', '=', jobId).execute(),
    );

  const readLease = (jobId: string) =>
    withDatabase(first, async (database) => {
      const query = database.selectFrom('job').select('leaseUntil').where('_id', '=', jobId);
      return (await query.executeTakeFirstOrThrow()).leaseUntil;
    });

  it('reports the import of a killed server as interrupted when its lease ends', async () => {
    const dataDir = makeDataDir();
    const killed = spawnServer(['--port', '0', '--data', dataDir], {
      BACKOFFICE_DATABASE_URL: first.databaseUrl ?? '',
      BACKOFFICE_LOG_LEVEL: 'silent',
    });
    const url = await readServerUrl(killed);
    const jobId = await withBlockedImport({ ...first, token: first.token, url }, async (id) => {
      expect((await jobOn(second, id)).state).toBe('running');
      const exit = once(killed.child, 'exit');
      killed.child.kill('SIGKILL');
      await exit;
      // Servers on the same machine share its clock.
      expect(Number(await readLease(id)) - Date.now()).toBeLessThan(60_000);
      await expireLease(id);
      expect(await jobOn(second, id)).toMatchObject({
        state: 'interrupted',
        message: 'The import was interrupted because its server stopped. Nothing was imported. Start the import again.',
      });
    });
    expect((await jobOn(first, jobId)).state).toBe('interrupted');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('writes nothing of an import that another server has reported as interrupted', async () => {
    const { body } = await first.send('GET', '/v1/product/');
    const jobId = await withBlockedImport(first, async (id) => {
      // The server renews its lease once a second, so it may have to expire more than once.
      await expect
        .poll(async () => {
          await expireLease(id);
          return (await jobOn(second, id)).state;
        })
        .toBe('interrupted');
    });
    await expect.poll(async () => (await jobOn(first, jobId)).state).toBe('interrupted');
    expect((await first.send('GET', '/v1/product/')).body.total).toBe(body.total);
  });
});
