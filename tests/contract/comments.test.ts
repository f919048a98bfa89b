import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CommentThread,
  mentionableResponseSchema,
  mentionsResponseSchema,
  threadsResponseSchema,
} from '../../src/shared/comments.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { openLive } from '../support/live-client.ts';
import { createRecord, missingId } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

type Person = { _id: string; token: string };

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  let ada: Person;
  let edda: Person;

  const addUser = async (name: string, email: string): Promise<Person> => {
    const password = 'a long enough password';
    const { _id } = await createRecord(server.send, user, { name, email, password, role: 'SUBADMIN' });
    return { _id, token: await signIn(server.send, { email, password }) };
  };
  const addFaq = async () => (await createRecord(server.send, faq, { name: 'Which nib?' }))._id;
  const post = (recordId: string, text: string, options: { threadId?: string; token?: string } = {}) => {
    const { token, ...reply } = options;
    return server.send('POST', '/v1/comments', {
      body: { resource: 'faq', recordId, text, ...reply },
      token,
    });
  };
  const comment = async (...input: Parameters<typeof post>) => {
    const { status, body } = await post(...input);
    expect(status).toBe(200);
    return body.data as CommentThread;
  };
  const patch = (id: string, body: object, token?: string) =>
    server.send('PATCH', `/v1/comments/${id}`, { body, token });
  const remove = (id: string, token?: string) => server.send('DELETE', `/v1/comments/${id}`, { token });
  const list = async (recordId: string, query = '', token?: string) => {
    const { body } = await server.send('GET', `/v1/comments?resource=faq&recordId=${recordId}${query}`, {
      token,
    });
    return threadsResponseSchema.parse(body);
  };
  const mentionsOf = async ({ token }: Person) =>
    mentionsResponseSchema.parse((await server.send('GET', '/v1/comments/mentions', { token })).body);

  beforeAll(async () => {
    ada = await addUser('Ada Ekström', 'ada@example.com');
    edda = await addUser('Edda Ekström', 'edda@example.com');
  });

  it('keeps threads of a record without changing it', async () => {
    const id = await addFaq();
    const read = async () => (await server.send('GET', `/v1/faq/getById/${id}`)).body.data;
    const history = async () => (await server.send('GET', `/v1/history?recordId=${id}`)).body.total;
    const before = [await read(), await history()];
    const first = await comment(id, '  Is this final?  ', { token: ada.token });
    expect(first).toMatchObject({ text: 'Is this final?', authorName: 'Ada Ekström', replies: [] });
    const thread = await comment(id, 'Yes', { threadId: first._id, token: edda.token });
    expect(thread.replies).toMatchObject([{ text: 'Yes', authorId: edda._id, threadId: first._id }]);
    await comment(id, 'Another thread');
    expect((await list(id)).data.map(({ text }) => text)).toEqual(['Another thread', 'Is this final?']);
    expect(await list(id, '&pageSize=1&pageIndex=1')).toMatchObject({ total: 2, data: [{ _id: first._id }] });

    expect((await patch(first._id, { isResolved: true }, edda.token)).body.data).toMatchObject({
      resolvedById: edda._id,
      resolvedByName: 'Edda Ekström',
      resolvedAt: expect.any(String),
    });
    expect((await list(id, '&isResolved=true')).data.map(({ _id }) => _id)).toEqual([first._id]);
    expect((await list(id, '&isResolved=false')).total).toBe(1);
    expect((await patch(first._id, { isResolved: false })).body.data).toMatchObject({ resolvedAt: null });
    const reply = thread.replies[0]?._id ?? '';
    expect((await patch(reply, { isResolved: true })).status).toBe(400);
    expect([await read(), await history()]).toEqual(before);
  });

  it('lets authors edit their comments, and delete them', async () => {
    const id = await addFaq();
    const first = await comment(id, 'Frist', { token: ada.token });
    const thread = await comment(id, 'Reply', { threadId: first._id, token: edda.token });
    expect((await patch(first._id, { text: 'First' }, edda.token)).status).toBe(403);
    expect((await patch(first._id, { text: 'First' })).status).toBe(403);
    expect((await patch(first._id, { text: 'First' }, ada.token)).body.data).toMatchObject({
      text: 'First',
      editedAt: expect.any(String),
    });
    expect((await remove(first._id, ada.token)).status).toBe(200);
    const kept = (await list(id)).data[0];
    expect(kept).toMatchObject({ text: '', isDeleted: true, replies: [{ text: 'Reply' }] });
    expect((await patch(first._id, { text: 'Again' }, ada.token)).status).toBe(404);
    expect((await remove(first._id, ada.token)).status).toBe(404);
    // Administrators delete any.
    expect((await remove(thread.replies[0]?._id ?? '')).status).toBe(200);
    expect((await list(id)).total).toBe(0);
  });

  it('rejects comments on missing records and invalid texts', async () => {
    const id = await addFaq();
    const { _id: threadId } = await comment(id, 'First');
    expect((await post(missingId, 'Hello')).status).toBe(404);
    expect((await post(await addFaq(), 'Hello', { threadId })).status).toBe(404);
    expect((await post(id, ' ')).body.errors).toMatchObject([{ field: 'text', message: 'Enter a comment' }]);
    expect((await post(id, 'x'.repeat(5001))).status).toBe(400);
    expect((await post(id, 'x'.repeat(5000))).status).toBe(200);
    const body = { resource: 'audit', recordId: id, text: 'Hello' };
    expect((await server.send('POST', '/v1/comments', { body })).status).toBe(400);
    expect((await patch(threadId, {})).status).toBe(400);
  });

  it('notifies mentioned users once, by their current name', async () => {
    const id = await addFaq();
    const text = `@[${ada._id}] and @[${edda._id}], please check`;
    const { _id } = await comment(id, text, { token: ada.token });
    expect((await mentionsOf(ada)).unread).toBe(0);
    expect(await mentionsOf(edda)).toMatchObject({
      unread: 1,
      total: 1,
      data: [{ _id, threadId: _id, resource: 'faq', recordId: id, recordTitle: 'Which nib?', readAt: null }],
    });
    await server.send('PATCH', `/v1/user/updateById/${edda._id}`, { body: { name: 'Edda Holm' } });
    expect((await mentionsOf(edda)).data[0]?.mentions).toEqual([
      { userId: ada._id, userName: 'Ada Ekström' },
      { userId: edda._id, userName: 'Edda Holm' },
    ]);
    expect((await list(id, '', edda.token)).data[0]?.hasUnreadMention).toBe(true);
    const body = { threadIds: [_id] };
    await server.send('POST', '/v1/comments/mentions/read', { body, token: edda.token });
    expect(await mentionsOf(edda)).toMatchObject({ unread: 0, data: [{ readAt: expect.any(String) }] });
    await patch(_id, { text: `${text} again` }, ada.token);
    expect((await mentionsOf(edda)).unread).toBe(0);
    await patch(_id, { text: 'Never mind' }, ada.token);
    expect((await mentionsOf(edda)).total).toBe(0);
  });

  it('finds active users to mention, and rejects others', async () => {
    const id = await addFaq();
    const gone = await addUser('Örjan Gone', 'orjan@example.com');
    const find = async (query: string) => {
      const path = `/v1/comments/users?resource=faq&query=${encodeURIComponent(query)}`;
      const { data } = mentionableResponseSchema.parse((await server.send('GET', path)).body);
      return data.map(({ userName }) => userName);
    };
    expect(await find('ekstr')).toContain('Ada Ekström');
    expect(await find('ÖRJAN')).toEqual(['Örjan Gone']);
    const { _id } = await comment(id, `@[${gone._id}]`);
    await server.send('PATCH', `/v1/user/updateById/${gone._id}`, { body: { status: 'INACTIVE' } });
    expect(await find('örjan')).toEqual([]);
    expect((await post(id, `@[${gone._id}]`)).body.errors).toMatchObject([{ field: 'text' }]);
    expect((await patch(_id, { text: `@[${gone._id}] as before` })).status).toBe(200);
    const many = Array.from({ length: 21 }, (_, index) => `@[user-${index}]`).join(' ');
    expect((await post(id, many)).body.message).toBe('A comment can mention at most 20 people');
  });

  it('keeps the comments of a record in Trash until it is purged', async () => {
    const id = await addFaq();
    await comment(id, `@[${ada._id}]`);
    const { body } = await server.send('DELETE', `/v1/faq/deleteById/${id}`);
    expect((await list(id)).total).toBe(1);
    expect((await mentionsOf(ada)).data[0]).toMatchObject({ recordId: id, recordTitle: null });
    expect((await server.send('DELETE', `/v1/trash/${body.historyId}`)).status).toBe(200);
    expect((await list(id)).total).toBe(0);
    expect((await mentionsOf(ada)).data.map(({ recordId }) => recordId)).not.toContain(id);
  });

  it('deletes comments along with expired items in Trash', async () => {
    const [id, other] = [await addFaq(), await addFaq()];
    await comment(id, 'Old');
    await comment(other, 'Kept');
    await server.send('DELETE', `/v1/faq/deleteById/${id}`);
    await withDatabase(server, (database) =>
      database
        .updateTable('trash')
        .set({ _id: '01800000-0000-7000-8000-000000000000' })
        .where('recordId', '=', id)
        .execute(),
    );
    await server.restart();
    await server.signInAgain();
    expect([(await list(id)).total, (await list(other)).total]).toEqual([0, 1]);
  });

  it('erases the comments of an erased user', async () => {
    const id = await addFaq();
    const leaver = await addUser('Zelda Quux', 'zelda@example.com');
    await comment(id, 'Alone', { token: leaver.token });
    const { _id: threadId } = await comment(id, 'My home address', { token: leaver.token });
    await comment(id, `Thanks @[${leaver._id}]`, { threadId });
    expect((await server.send('DELETE', `/v1/user/deleteById/${leaver._id}`)).status).toBe(200);
    expect((await list(id)).data[0]).toMatchObject({ authorName: null, text: 'My home address' });
    const body = { id: leaver._id, name: 'Zelda Quux' };
    expect((await server.send('POST', '/v1/user/erase', { body })).status).toBe(200);
    expect((await list(id)).data).toMatchObject([
      { text: '', isDeleted: true, replies: [{ mentions: [{ userId: leaver._id, userName: null }] }] },
    ]);
    const stored = await withDatabase(server, (database) =>
      database.selectFrom('commentMention').selectAll().where('userId', '=', leaver._id).execute(),
    );
    expect(stored).toEqual([]);
  });

  it('tells others within a second whose comments have changed', async () => {
    const id = await addFaq();
    const live = await openLive({ url: server.url, token: edda.token });
    await live.waitFor('ready');
    const sent = Date.now();
    await comment(id, `Secret of @[${edda._id}]`, { token: ada.token });
    await expect
      .poll(() => live.events.at(-1), { interval: 10 })
      .toMatchObject({ event: 'comments', data: { resource: 'faq', id, mentionedIds: [edda._id] } });
    expect(Date.now() - sent).toBeLessThan(1000);
    expect(JSON.stringify(live.events)).not.toContain('Secret');
    live.close();
  });
});
