import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faq } from '../../src/shared/resources/faq.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { openLive } from '../support/live-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

const password = 'a long enough password';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const openStream = async (options: { token?: string; after?: string; age?: number } = {}) => {
    const live = await openLive({ url: server.url, token: server.token, ...options });
    await expect.poll(() => live.events.length).toBeGreaterThan(0);
    return live;
  };
  const createSubAdmin = async (email: string) => {
    const { _id } = await createRecord(server.send, user, {
      name: 'Edda',
      email,
      password,
      role: 'SUBADMIN',
    });
    return { _id, token: await signIn(server.send, { email, password }) };
  };

  it('names a saved record within a second, without its contents', async () => {
    const live = await openStream();
    expect([live.status, live.type, live.events[0]?.event]).toEqual([200, 'text/event-stream', 'ready']);
    const { _id } = await createRecord(server.send, faq, { name: 'Secret question' });
    const saved = Date.now();
    await expect.poll(live.changes, { interval: 10 }).toEqual([`create faq ${_id}`]);
    expect(Date.now() - saved).toBeLessThan(1000);
    expect(JSON.stringify(live.events)).not.toContain('Secret');
    live.close();
  });

  it('continues after the last event that the client has seen', async () => {
    const live = await openStream();
    const { _id } = await createRecord(server.send, faq);
    await expect.poll(live.changes).toEqual([`create faq ${_id}`]);
    live.close();
    await server.send('PATCH', `/v1/faq/updateById/${_id}`, { body: { name: 'Missed' } });
    await server.send('DELETE', `/v1/faq/deleteById/${_id}`);
    const continued = await openStream({ after: live.lastId() });
    await expect.poll(continued.changes).toEqual([`update faq ${_id}`, `delete faq ${_id}`]);
    continued.close();
  });

  it('tells a client to start over if something may have changed since it began to read', async () => {
    await createRecord(server.send, faq);
    const firstEvent = async (options: { age?: number; after?: string }) => {
      const live = await openStream(options);
      live.close();
      return live.events[0];
    };
    const { event, id = '' } = (await firstEvent({ age: 0 })) ?? {};
    expect([event, id]).toEqual(['reset', expect.stringMatching(/./)]);
    expect(await firstEvent({})).toMatchObject({ event: 'ready' });
    expect(await firstEvent({ age: 0, after: id })).toMatchObject({ event: 'ready' });
    expect((await server.send('GET', '/v1/live?age=-1')).status).toBe(400);
  });

  it.each([`${Date.now() - 25 * 60 * 60 * 1000}/1:1:`, `${Date.now()}/9:1:`, 'nonsense'])(
    'tells a client with the unusable cursor %s to start over',
    async (after) => {
      // Any row id is a cursor of SQLite.
      if (kind === 'sqlite' && after.endsWith('9:1:')) return;
      const live = await openStream({ after });
      expect(live.events[0]).toMatchObject({ event: 'reset', id: expect.any(String) });
      live.close();
    },
  );

  it('names no ids of many records', async () => {
    const live = await openStream();
    await importProducts(server, csv(['Name'], ...Array.from({ length: 201 }, (_, index) => [`P ${index}`])));
    await expect.poll(live.changes).toContain('create product many');
    live.close();
  });

  it('ends with its session, and begins for no other role', async () => {
    const { _id, token } = await createSubAdmin(`leaver.${kind}@example.com`);
    const live = await openStream({ token });
    await server.send('POST', '/v1/user/logout', { token });
    await live.waitForEnd();
    const again = await openLive({ url: server.url, token });
    expect(again.status).toBe(401);
    const second = await signIn(server.send, {
      email: `leaver.${kind}@example.com`,
      password: `${password} of my own`,
    });
    const other = await openStream({ token: second });
    await server.send('PATCH', `/v1/user/updateById/${_id}`, { body: { role: 'USER' } });
    await other.waitForEnd();
    expect(other.changes()).toEqual([]);
  });

  it('tells who else has a record open', async () => {
    const { _id: userId, token } = await createSubAdmin(`reader.${kind}@example.com`);
    const [pageId, ownPageId] = [randomUUID(), randomUUID()];
    const open = { resource: 'faq', recordId: 'a' };
    const enter = async (values: object, as?: string) => {
      const { body } = await server.send('POST', '/v1/presence', { body: { ...open, ...values }, token: as });
      return body.data;
    };
    const live = await openStream();
    expect(await enter({ pageId: ownPageId, mode: 'view' })).toEqual([]);
    await enter({ pageId, mode: 'edit' }, token);
    await expect
      .poll(() => live.events.at(-1))
      .toMatchObject({
        event: 'presence',
        data: { resource: 'faq', id: 'a' },
      });
    const others = [{ userId, userName: 'Edda', mode: 'edit' }];
    expect(await enter({ pageId: ownPageId, mode: 'view' })).toEqual(others);
    await server.send('DELETE', `/v1/presence/${pageId}`);
    expect(await enter({ pageId: ownPageId, mode: 'view' })).toEqual(others);
    await server.send('DELETE', `/v1/presence/${pageId}`, { token });
    expect(await enter({ pageId: ownPageId, mode: 'view' })).toEqual([]);
    live.close();
  });

  it('tells nobody about records that the role may not see', async () => {
    const { token } = await createSubAdmin(`other.${kind}@example.com`);
    const body = { pageId: randomUUID(), resource: 'audit', recordId: 'a', mode: 'view' };
    expect((await server.send('POST', '/v1/presence', { body, token })).status).not.toBe(200);
  });

  it('rejects a client that asks for no events', async () => {
    expect((await server.send('GET', '/v1/live')).status).toBe(400);
  });
});

it('ends when its server stops, which doesn’t wait for it', async () => {
  const server = await startTestServer('sqlite');
  const live = await openLive({ url: server.url, token: server.token });
  await live.waitFor('ready');
  const begun = Date.now();
  await server.stop();
  await live.waitForEnd();
  expect(Date.now() - begun).toBeLessThan(5000);
});

it('passes the changes of one server on to the clients of another', async () => {
  const first = await startTestServer('postgres');
  const { databaseUrl } = first;
  const second = await startTestServer('postgres', { databaseUrl, firstAdmin: undefined });
  const live = await openLive({ url: second.url, token: first.token });
  await live.waitFor('ready');
  const { _id } = await createRecord(first.send, faq);
  await expect.poll(live.changes).toEqual([`create faq ${_id}`]);
  const body = { pageId: randomUUID(), resource: 'faq', recordId: _id, mode: 'edit' };
  // The first server connects to the others once it has something to tell them.
  await expect
    .poll(async () => {
      await first.send('POST', '/v1/presence', { body });
      await first.send('DELETE', `/v1/presence/${body.pageId}`);
      return live.events.map(({ event }) => event);
    })
    .toContain('presence');
  live.close();
  await second.stop();
  await first.stop();
});
