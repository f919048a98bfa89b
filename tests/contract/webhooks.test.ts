import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import type { Webhook } from '../../src/shared/webhooks.ts';
import { databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { hour, useFakeClock } from '../support/fake-clock.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { makeDataDir, startTestServer, type TestServer, testConfig } from '../support/test-server.ts';
import {
  answerWith,
  createReceiver,
  createWebhookClient,
  isSigned,
  network,
  type Received,
} from '../support/webhook-receiver.ts';

const receiver = createReceiver();
let host = '';
beforeAll(async () => {
  host = await receiver.listen();
});
afterAll(() => void receiver.http.close());

describe.each(databaseKinds)('webhooks on %s', (kind) => {
  let server: TestServer;
  const site = () => createSiteClient(server);
  const hooks = () => createWebhookClient(server);
  const addFaq = () => createRecord(server.send, faq);
  const advance = async (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds);
    vi.advanceTimersByTime(5000);
  };
  const listStates = async (id: string) =>
    (await hooks().messages(id)).map(({ type, state, attempts, status, error }) => [
      type,
      state,
      attempts,
      status,
      error,
    ]);

  beforeAll(async () => {
    useFakeClock('setInterval', 'clearInterval');
    server = await startTestServer(kind, { webhookHosts: [host] }, network);
    await site().set({ isOn: true });
  });
  beforeEach(async () => {
    await server.signInAgain();
    receiver.received.length = 0;
    receiver.answer(answerWith(204));
  });
  afterEach(async () => {
    const { body } = await server.send('GET', hooks().path);
    for (const { _id } of body.data as Webhook[]) await server.send('DELETE', `${hooks().path}/${_id}`);
  });
  afterAll(async () => {
    await server.stop();
    vi.useRealTimers();
  });

  it('send one signed message for a change, with the cursor before it', async () => {
    const { _id, secret } = await hooks().create(`http://${host}/hooks`);
    const { _id: id } = await addFaq();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [message] = receiver.received as [Received];
    expect(isSigned(message, secret)).toBe(true);
    expect(Math.abs(Number(message.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(2);
    const { type, data } = JSON.parse(message.body) as { type: string; data: { since: string } };
    expect([type, message.headers['content-type']]).toEqual(['changes', 'application/json']);
    const { body } = await site().get(`/site/v1/changes?since=${data.since}`);
    expect(body.data).toEqual([expect.objectContaining({ id, resource: 'faqs', change: 'created' })]);
    await expect.poll(() => listStates(_id)).toEqual([['changes', 'delivered', 1, 204, null]]);
    const [listed] = await hooks().messages(_id);
    expect(listed?._id).toBe(message.headers['webhook-id']);
  });

  it('send nothing for what websites can’t see', async () => {
    await hooks().create(`http://${host}/hooks`);
    await createRecord(server.send, faq, { status: 'INACTIVE' });
    await server.send('POST', '/v1/country/', { body: { name: 'Nowhere', code: 'NW' } });
    await advance(0);
    const { _id } = await addFaq();
    await expect.poll(() => receiver.received.length).toBe(1);
    const { data } = JSON.parse(String(receiver.received[0]?.body)) as { data: { since: string } };
    const { body } = await site().get(`/site/v1/changes?since=${data.since}`);
    expect(body.data?.map(({ id }) => id)).toEqual([_id]);
  });

  it('repeat a failed message with the same id, later each time, until it arrives', async () => {
    const { _id, secret } = await hooks().create(`http://${host}/hooks`);
    const times: number[] = [];
    receiver.answer((response) => {
      times.push(Date.now());
      answerWith(times.length < 3 ? 500 : 200)(response);
    });
    await addFaq();
    for (const [count, delay] of [
      [1, 5000],
      [2, 30_000],
      [3, 24 * hour],
    ] as const) {
      await expect.poll(() => receiver.received.length).toBe(count);
      await advance(delay);
    }
    await expect.poll(() => listStates(_id)).toEqual([['changes', 'delivered', 3, 200, null]]);
    const [first = 0, second = 0, third = 0] = times;
    expect([second - first >= 5000, third - second >= 30_000]).toEqual([true, true]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true);
    expect(receiver.received).toHaveLength(3);
  });

  it('pause after a day of failures, say so on Home, and name all missed changes once resumed', async () => {
    const { _id, url } = await hooks().create(`http://${host}/hooks`);
    receiver.answer(answerWith(503));
    await addFaq();
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await expect.poll(async () => (await hooks().messages(_id)).at(-1)?.attempts).toBe(attempts);
      const pending = async () => (await hooks().messages(_id)).at(-1)?.nextAttemptAt ?? '';
      await expect.poll(async () => Date.parse(await pending()) - Date.now()).not.toBe(60_000);
      await advance(Date.parse(await pending()) - Date.now());
    }
    await expect.poll(() => hooks().find(_id)).toMatchObject({ pauseReason: 'failing', pausedAt: expect.any(String) });
    expect((await listStates(_id)).at(-1)).toEqual(['changes', 'failed', 11, 503, 'The receiver answered 503']);
    await server.signInAgain();
    const home = (await server.send('GET', '/v1/home')).body.data as { pausedWebhooks: Webhook[] };
    expect(home.pausedWebhooks).toMatchObject([{ _id, url, pauseReason: 'failing' }]);
    const sent = receiver.received.length;
    const missed = await addFaq();
    await advance(hour);
    expect(receiver.received).toHaveLength(sent);
    receiver.answer(answerWith(204));
    expect((await hooks().resume(_id)).status).toBe(200);
    await expect.poll(() => receiver.received.length).toBe(sent + 1);
    const { data } = JSON.parse(String(receiver.received.at(-1)?.body)) as { data: { since: string } };
    const { body } = await site().get(`/site/v1/changes?since=${data.since}`);
    expect(body.data).toHaveLength(2);
    expect(body.data?.at(-1)?.id).toBe(missed._id);
    const { body: log } = await server.send('GET', '/v1/audit?pageSize=100');
    const events = (log.data as { event: string; detail: string }[]).map(({ event, detail }) => [event, detail]);
    expect(events).toContainEqual(['webhookPaused', `${url}: The receiver answered 503`]);
    expect(events).toContainEqual(['webhookCreated', url]);
    expect(events).toContainEqual(['webhookResumed', url]);
  });

  it('pause at once if the receiver is gone', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    receiver.answer(answerWith(410));
    await addFaq();
    await expect.poll(() => hooks().find(_id)).toMatchObject({ pauseReason: 'gone' });
  });

  it('follow no redirect', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    const other = createReceiver();
    const target = await other.listen();
    receiver.answer(answerWith(307, { location: `http://${target}/` }));
    expect(await hooks().test(_id)).toMatchObject({
      state: 'failed',
      status: 307,
      error: 'The receiver redirects, which isn’t followed',
    });
    expect(other.received).toEqual([]);
    other.http.close();
  });

  it('stop waiting for a slow receiver, while others get theirs', async () => {
    const other = createReceiver();
    const target = await other.listen();
    const slow = await hooks().create(`http://${host}/hooks`);
    await server.restart({ webhookHosts: [host, target] });
    await server.signInAgain();
    await hooks().create(`http://${target}/`);
    receiver.answer(() => undefined);
    await addFaq();
    await expect.poll(() => other.received.length).toBe(1);
    await expect
      .poll(() => listStates(slow._id))
      .toEqual([['changes', 'pending', 1, null, 'The receiver took too long']]);
    other.http.close();
  });

  it('read little of a long response', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    receiver.answer((response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', write);
      write();
    });
    expect(await hooks().test(_id)).toMatchObject({ state: 'delivered', status: 200 });
  });

  it('can be tested, and messages sent again with the same id', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    const tested = await hooks().test(_id);
    expect(tested).toMatchObject({ type: 'test', state: 'delivered', attempts: 1 });
    expect(JSON.parse(String(receiver.received[0]?.body))).toMatchObject({ type: 'test', data: {} });
    expect(await hooks().replay(_id, tested._id)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([tested._id, tested._id]);
    expect((await server.send('POST', `${hooks().path}/${_id}/messages/x/replay`, { body: {} })).status).toBe(404);
  });

  it('are paused once a backup was restored, and then tell the website to read everything', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    await server.restart({}, () =>
      withDatabase(server, async (database) => {
        const restored = { _id: 'restoredAt', value: new Date().toISOString() };
        await database.insertInto('setting').values(restored).execute();
      }),
    );
    await server.signInAgain();
    expect(await hooks().find(_id)).toMatchObject({ pauseReason: 'restored', pausedAt: expect.any(String) });
    await hooks().resume(_id);
    await expect.poll(() => receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([{ since: null }]);
  });

  it('encrypt the secret that an earlier version stored, and sign with it', async () => {
    const { _id } = await hooks().create(`http://${host}/hooks`);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const storeSecret = () =>
      withDatabase(server, async (database) => {
        await database.updateTable('webhook').set({ secret }).where('_id', '=', _id).execute();
      });
    await server.restart({}, storeSecret);
    await server.signInAgain();
    const stored = await withDatabase(server, (database) => database.selectFrom('webhook').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(secret);
    await hooks().test(_id);
    expect(isSigned(receiver.received[0] as Received, secret)).toBe(true);
  });

  it('say so if another server has encrypted their secret', async () => {
    const [one, other] = [await hooks().create(`http://${host}/a`), await hooks().create(`http://${host}/b`)];
    await withDatabase(server, async (database) => {
      const stored = await database
        .selectFrom('webhook')
        .selectAll()
        .where('_id', '=', one._id)
        .executeTakeFirstOrThrow();
      await database.updateTable('webhook').set({ secret: stored.secret }).where('_id', '=', other._id).execute();
    });
    expect(await hooks().test(other._id)).toMatchObject({
      state: 'failed',
      error: 'Another server has encrypted the secret. Create the webhook again.',
    });
    expect(receiver.received).toEqual([]);
  });

  it('never show their secret again, and store it encrypted', async () => {
    const { secret } = await hooks().create(`http://${host}/hooks`);
    const stored = await withDatabase(server, (database) => database.selectFrom('webhook').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = [await server.send('GET', hooks().path), await server.send('GET', '/v1/audit?pageSize=100')];
    expect(JSON.stringify(listed)).not.toContain(secret);
  });
});

describe.runIf(databaseKinds.includes('postgres') && !isPaired)('several servers on postgres', () => {
  it('send each message once', async () => {
    receiver.received.length = 0;
    receiver.answer(answerWith(204));
    const first = await startTestServer('postgres', { webhookHosts: [host] }, network);
    await createSiteClient(first).set({ isOn: true });
    const others = await Promise.all(
      [1, 2].map(() =>
        startServer(
          testConfig({
            dataDir: makeDataDir(),
            databaseUrl: first.databaseUrl,
            filesUrl: first.filesUrl,
            webhookHosts: [host],
          }),
          network,
        ),
      ),
    );
    const { _id } = await createWebhookClient(first).create(`http://${host}/hooks`);
    for (let count = 1; count <= 5; count += 1) {
      await createRecord(first.send, faq);
      await expect.poll(() => receiver.received.length).toBe(count);
    }
    const states = async () =>
      (await createWebhookClient(first).messages(_id)).map(({ state, attempts }) => [state, attempts]);
    await expect.poll(states).toEqual(Array.from({ length: 5 }, () => ['delivered', 1]));
    expect(receiver.received).toHaveLength(5);
    await Promise.all(others.map(({ stop }) => stop()));
    await first.stop();
  });
});
