import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Job, jobSchema } from '../../src/shared/import.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, databaseKinds, isPaired, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { csv, uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, type Send, sendTo, setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

const count = 3000;

type Office = { url: string; token: string | null; send: Send };

let imports = 0;

/** Imports products. Returns their ids and a function that lists them, in the order of the file. */
const importProducts = async (office: Office, priceOf: (index: number) => number = () => 10) => {
  imports += 1;
  const name = `Pen${imports}x`;
  const rows = Array.from({ length: count }, (_, index) => [`${name} ${index}`, `${name}-${index}`, priceOf(index)]);
  const content = csv(['Name', 'SKU', 'Price'], ...rows);
  const { body } = await uploadSpreadsheet(office, '/v1/product/upload-csv', { content });
  expect(body.report).toMatchObject({ create: count, failed: 0 });
  const list = async ({ send }: Pick<Office, 'send'>): Promise<AnyRecord[]> => {
    const products: AnyRecord[] = [];
    for (let pageIndex = 0; products.length === pageIndex * 500; pageIndex += 1) {
      const page = await send('GET', `/v1/product/?query=${name}&pageSize=500&pageIndex=${pageIndex}`);
      products.push(...(page.body.data as AnyRecord[]));
    }
    const numberOf = ({ sku }: AnyRecord) => Number(String(sku).split('-')[1]);
    return products.sort((one, other) => numberOf(one) - numberOf(other));
  };
  return { list, ids: (await list(office)).map(({ _id }) => _id) };
};

/** Saves the products in turn until `work` ends. Returns its result, and how many saves were answered before. */
const saveDuring = async <Result>(
  { send }: Pick<Office, 'send'>,
  ids: readonly string[],
  work: Promise<Result>,
): Promise<{ result: Result; saves: number }> => {
  let isDone = false;
  let saves = 0;
  const saving = async () => {
    for (let index = 0; !isDone; index = (index + 1) % ids.length) {
      const { status } = await send('PATCH', `/v1/product/updateById/${ids[index]}`, {
        body: { description: `Save ${saves}` },
      });
      expect(status).toBe(200);
      if (!isDone) saves += 1;
    }
  };
  const ending = work.finally(() => {
    isDone = true;
  });
  const [result] = await Promise.all([ending, saving()]);
  return { result, saves };
};

const endedOn = async ({ send }: Pick<Office, 'send'>, jobId: unknown, onJob = (_job: Job) => {}): Promise<Job> => {
  for (;;) {
    const job = jobSchema.parse((await send('GET', `/v1/jobs/${jobId}`)).body.data);
    if (!['waiting', 'running'].includes(job.state)) return job;
    onJob(job);
  }
};

const startJob = async (
  { send }: Pick<Office, 'send'>,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const started = await send(method, path, { body, headers: { prefer: 'respond-async, wait=0', ...headers } });
  expect(started.status).toBe(202);
  return started;
};

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const bulk = (body: object) => server.send('POST', '/v1/product/bulk', { body });
  const remaining = () =>
    withDatabase(server, (database) =>
      database.selectFrom('setting').select('_id').where('_id', 'like', 'unfinished%').execute(),
    );

  it('saves while many records change, and undoes the change as a whole', async () => {
    const { ids, list } = await importProducts(server);
    const change = bulk({ action: 'update', ids, values: { price: 12 } });
    const { result, saves } = await saveDuring(server, ids.slice(0, 5), change);
    expect(result.body).toMatchObject({ changed: count, failed: [] });
    expect(saves).toBeGreaterThan(0);
    expect(await remaining()).toEqual([]);

    const untouched = ids.slice(5);
    const changed = await bulk({ action: 'update', ids: untouched, values: { price: 15 } });
    const undo = server.send('POST', `/v1/history/changes/${changed.body.changeId}/revert`);
    const undone = await saveDuring(server, ids.slice(0, 5), undo);
    expect(undone.result.body).toMatchObject({ success: true, changed: untouched.length });
    expect((await list(server)).every(({ price }) => price === 12)).toBe(true);
  });

  it('undoes the parts of a change that fails later, and keeps what others saved', async () => {
    const { ids, list } = await importProducts(server, (index) => (index === count - 1 ? 3 : 10));
    const change = bulk({ action: 'update', ids, values: { price: '-5' } });
    const { result, saves } = await saveDuring(server, ids.slice(0, 5), change);
    expect([result.status, result.body.failed]).toEqual([409, [expect.objectContaining({ id: ids.at(-1) })]]);
    expect(saves).toBeGreaterThan(0);
    const products = await list(server);
    expect(products.slice(5).every(({ price }, index) => price === (index === count - 6 ? 3 : 10))).toBe(true);
    expect(products[0]?.description).toMatch(/^Save/);
    expect(await remaining()).toEqual([]);
  });

  it('answers a change that takes long with a job, which reports its progress and keeps the response', async () => {
    const { ids } = await importProducts(server);
    const body = { action: 'update', ids, values: { price: 12 } };
    const started = await startJob(server, 'POST', '/v1/product/bulk', body);
    expect(started.headers.get('location')).toBe(`/v1/jobs/${started.body.jobId}`);
    const seen: number[] = [];
    const job = await endedOn(server, started.body.jobId, ({ progress }) => seen.push(progress.done));
    expect(job).toMatchObject({
      kind: 'change',
      state: 'done',
      message: '3,000 products updated',
      response: { status: 200, body: { success: true, changed: count, failed: [] } },
    });
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));

    const again = { action: 'update', ids, values: { price: '-100' } };
    const failed = await endedOn(server, (await startJob(server, 'POST', '/v1/product/bulk', again)).body.jobId);
    expect(failed).toMatchObject({ state: 'failed', response: { status: 409, body: { success: false } } });
    expect(failed.message).toMatch(/^Nothing was changed: 3,000 of 3,000 products/);
  });

  it('leaves everything as it was after a change is cancelled', async () => {
    const { ids, list } = await importProducts(server);
    const body = { action: 'update', ids, values: { price: 12 } };
    const { jobId } = (await startJob(server, 'POST', '/v1/product/bulk', body)).body;
    // A save makes the change commit parts.
    const cancelAfterPart = async () => {
      let isPart = false;
      const job = endedOn(server, jobId, () => {});
      while (!isPart) {
        const product = await server.send('GET', `/v1/product/getById/${ids[0]}`);
        isPart = (product.body.data as AnyRecord).price === 12;
      }
      expect((await server.send('POST', `/v1/jobs/${jobId}/cancel`)).status).toBe(200);
      return job;
    };
    const { result } = await saveDuring(server, ids.slice(0, 5), cancelAfterPart());
    expect(result).toMatchObject({ state: 'cancelled', message: 'Cancelled. Nothing was changed.' });
    expect((await list(server)).filter(({ price }) => price !== 10)).toEqual([]);
    expect(await remaining()).toEqual([]);

    const deletion = await startJob(server, 'POST', '/v1/product/bulk', { action: 'delete', ids });
    await server.send('POST', `/v1/jobs/${deletion.body.jobId}/cancel`);
    expect((await endedOn(server, deletion.body.jobId)).state).toBe('cancelled');
    expect(await list(server)).toHaveLength(count);
  });

  it('undoes, restores, replaces and deletes for ever as jobs', async () => {
    const { ids } = await importProducts(server);
    const run = async (method: string, path: string, body?: object) => {
      const { jobId } = (await startJob(server, method, path, body)).body;
      const { state, response } = await endedOn(server, jobId);
      expect([path, state]).toEqual([path, 'done']);
      return response?.body ?? {};
    };
    const { changeId } = await run('POST', '/v1/product/bulk', { action: 'delete', ids });
    expect(await run('POST', `/v1/history/changes/${changeId}/revert`)).toMatchObject({ changed: count });
    await run('POST', '/v1/product/bulk', { action: 'delete', ids });
    expect(await run('POST', '/v1/trash/bulk', { action: 'restore', filter: {} })).toMatchObject({ changed: count });
    const [one, other] = [await createRecord(server.send, category), await createRecord(server.send, category)];
    await run('POST', '/v1/product/bulk', { action: 'update', ids, values: { categoryId: one._id } });
    const replaced = await run('POST', `/v1/category/replaceById/${one._id}`, { replacementId: other._id });
    expect(replaced).toMatchObject({ changed: count });
    await run('POST', '/v1/product/bulk', { action: 'delete', ids });
    expect(await run('DELETE', '/v1/trash')).toMatchObject({ changed: count + 1 });
  });

  it('answers a short change at once', async () => {
    const { ids } = await importProducts(server);
    const options = {
      body: { action: 'update', ids: ids.slice(0, 2), values: { price: 12 } },
      headers: { prefer: 'respond-async, wait=60' },
    };
    const { status, body } = await server.send('POST', '/v1/product/bulk', options);
    expect([status, body.changed]).toEqual([200, 2]);
    const invalid = { ...options, body: { ...options.body, values: { price: '-100' } } };
    const rejected = await server.send('POST', '/v1/product/bulk', invalid);
    expect([rejected.status, rejected.body.failed]).toEqual([409, [expect.anything(), expect.anything()]]);
  });

  it('starts a change with an Idempotency-Key once', async () => {
    const { ids } = await importProducts(server);
    const body = { action: 'update', ids, values: { price: '+1' } };
    const headers = { 'idempotency-key': 'raise' };
    const [first, second] = [
      await startJob(server, 'POST', '/v1/product/bulk', body, headers),
      await startJob(server, 'POST', '/v1/product/bulk', body, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await endedOn(server, first.body.jobId)).state).toBe('done');
    const { data } = (await server.send('GET', `/v1/product/getById/${ids[0]}`)).body;
    expect((data as AnyRecord).price).toBe(11);
  });

  it('runs two changes of the same records one after the other', async () => {
    const { ids, list } = await importProducts(server);
    const changes = Promise.all([1, 2].map((price) => bulk({ action: 'update', ids, values: { price } })));
    await saveDuring(server, ids.slice(0, 5), changes);
    expect(new Set((await list(server)).map(({ price }) => price)).size).toBe(1);
  });
});

it.each(databaseKinds)('undoes the parts of a change on %s whose server was killed', async (kind) => {
  const dataDir = makeDataDir();
  const { databaseUrl, drop } = await createDatabase(kind, { preparedFor: dataDir });
  onTestFinished(drop);
  const start = async (folder = dataDir) => {
    const database = databaseUrl ? ['--database-url', databaseUrl] : [];
    const args = ['--port', '0', '--data', folder, ...database];
    const running = spawnServer(args, { ...adminEnv, BACKOFFICE_LOG_LEVEL: 'silent' });
    const url = await readServerUrl(running);
    let token: string | null = null;
    const send = sendTo(
      () => url,
      () => token,
    );
    token = await signIn(send, admin);
    const kill = async () => {
      const exited = once(running.child, 'exit');
      running.child.kill('SIGKILL');
      await exited;
    };
    return { url, token, send, kill };
  };
  const killed = await start();
  // On PostgreSQL, another server undoes them.
  const other = databaseUrl ? await start(makeDataDir()) : null;
  const { ids, list } = await importProducts(killed);
  const change = killed.send('POST', '/v1/product/bulk', {
    body: { action: 'update', ids, values: { price: 12 } },
  });
  const isPart = async () => {
    const { body } = await killed.send('GET', `/v1/product/getById/${ids[0]}`);
    return (body.data as AnyRecord).price === 12;
  };
  const saving = saveDuring(killed, ids.slice(0, 5), change).catch(() => null);
  while (!(await isPart()));
  await killed.kill();
  expect(await saving).toBeNull();

  const recovering = other ?? (await start());
  onTestFinished(recovering.kill);
  const countChanged = async () => (await list(recovering)).filter(({ price }) => price !== 10).length;
  await expect.poll(countChanged, { timeout: 30_000, interval: 500 }).toBe(0);
});

describe.skipIf(isPaired)('with several servers', () => {
  it('shows the job of another server, and cancels it', async () => {
    const first = await startTestServer('postgres');
    onTestFinished(first.stop);
    const second = await startTestServer('postgres', { databaseUrl: first.databaseUrl });
    onTestFinished(second.stop);
    const { ids, list } = await importProducts(first);
    const body = { action: 'update', ids, values: { price: 12 } };
    const starting = startJob(first, 'POST', '/v1/product/bulk', body);
    const meanwhile = async () => {
      const { jobId } = (await starting).body;
      await expect
        .poll(async () => (await second.send('GET', `/v1/jobs/${jobId}`)).body.data)
        .toMatchObject({ kind: 'change', state: 'running', progress: { phase: 'writing', total: count } });
      expect((await second.send('POST', `/v1/jobs/${jobId}/cancel`)).status).toBe(200);
    };
    const statement = `select from product where _id = '${ids.at(-1)}' for update`;
    const { jobId } = (
      await withBlockedStatements({ databaseUrl: first.databaseUrl, statement, waiting: 1, meanwhile }, () => starting)
    ).body;
    expect((await endedOn(second, jobId)).state).toBe('cancelled');
    expect((await list(second)).filter(({ price }) => price !== 10)).toEqual([]);
  });
});
