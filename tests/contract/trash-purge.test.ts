import { describe, expect, it } from 'vitest';
import { listResponseSchema } from '../../src/shared/api.ts';
import { trashItemSchema } from '../../src/shared/history.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { blogs } from '../../src/shared/resources/blogs.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { user } from '../../src/shared/resources/user.ts';
import { acceptPasswords, databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, makeFilesOld, storedFiles } from '../support/files.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, get, historyOf, latestEntry, revert, revertChange } = createHistoryClient(server);

  const remove = async (name: string, { _id }: AnyRecord) => {
    const { status, body } = await server.send('DELETE', `/v1/${name}/deleteById/${_id}`);
    expect(status).toBe(200);
    return String(body.historyId);
  };
  const listTrash = async (query = '') =>
    listResponseSchema(trashItemSchema).parse((await server.send('GET', `/v1/trash?${query}`)).body);
  const purge = (id: string, token?: string) => server.send('DELETE', `/v1/trash/${id}`, { token });
  const bulk = (body: object, token?: string) => server.send('POST', '/v1/trash/bulk', { body, token });
  const empty = (query = '', token?: string) => server.send('DELETE', `/v1/trash?${query}`, { token });
  const makeDeleted = async (...names: string[]) => {
    const made: { _id: string; trashId: string }[] = [];
    for (const name of names) {
      const record = await createRecord(server.send, faq, { name });
      made.push({ _id: record._id, trashId: await remove('faq', record) });
    }
    return made;
  };
  const signInAsSubAdmin = async () => {
    const [email, password] = ['sub@example.com', 'a password of mine'];
    const found = await server.send('GET', '/v1/user/?query=sub@example.com');
    if (found.body.total === 0) await createRecord(server.send, user, { email, role: 'SUBADMIN', password });
    await acceptPasswords(server);
    return signIn(server.send, { email, password });
  };

  it('keeps only metadata of a purged record', async () => {
    const record = await createRecord(server.send, faq, { name: 'A secret of Meera' });
    await change('faq', record._id, { name: 'Another secret' });
    const trashId = await remove('faq', record);
    const { status, body } = await purge(trashId);
    expect([status, body.message, body.changed, body.changeId]).toEqual([200, '1 item permanently deleted', 1, null]);
    const { data } = await historyOf(`resource=faq&recordId=${record._id}`);
    expect(data.map(({ action }) => action)).toEqual(['purge', 'delete', 'update', 'create']);
    for (const entry of data) {
      expect(entry).toMatchObject({ title: '', before: null, after: null, userName: 'Administrator' });
      expect(entry.canRevert).toBe(false);
    }
    const rows = await withDatabase(server, (database) =>
      database.selectFrom('history').selectAll().where('recordId', '=', record._id).execute(),
    );
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('rejects undoing changes of a purged record', async () => {
    const [deleted] = await makeDeleted('Gone for good');
    const { changeId } = await latestEntry(deleted?._id ?? '');
    await purge(deleted?.trashId ?? '');
    for (const { _id } of (await historyOf(`recordId=${deleted?._id}`)).data) {
      const { status, body } = await revert(_id);
      expect([status, body.message]).toEqual([409, 'This item was permanently deleted']);
    }
    const whole = await revertChange(changeId);
    expect([whole.status, whole.body.failed]).toEqual([
      409,
      [{ id: deleted?._id, label: '', message: 'It was permanently deleted' }],
    ]);
    expect((await server.send('POST', `/v1/trash/${deleted?.trashId}/restore`)).status).toBe(404);
    expect((await purge(deleted?.trashId ?? '')).status).toBe(404);
  });

  it.skipIf(isPaired)('releases the files of a purged record', async () => {
    const shared = asUpload('shared.png', makeFile('png'));
    const kept = await createRecord(server.send, blogs, { image: shared });
    const record = await createRecord(server.send, blogs, { image: asUpload('former.gif', makeFile('gif')) });
    await change('blogs', record._id, { image: shared });
    const trashId = await remove('blogs', record);
    makeFilesOld(server.dataDir);
    await server.restart();
    // A stopping server waits for its sweep.
    await server.restart();
    expect(storedFiles(server.dataDir)).toContain(record.image);
    expect((await purge(trashId)).status).toBe(200);
    await server.restart();
    await expect.poll(() => storedFiles(server.dataDir)).toEqual([kept.image]);
  });

  it('purges cascaded records only with their parent', async () => {
    const size = await createRecord(server.send, attribute, { name: 'Size' });
    const value = await createRecord(server.send, attributeValue, { name: 'A4', attributeId: size._id });
    const trashId = await remove('attribute', size);
    const alone = await purge((await latestEntry(value._id))._id);
    expect([alone.status, alone.body.failed]).toEqual([
      409,
      [
        {
          id: expect.any(String),
          label: 'A4',
          message: 'It was deleted together with another item. Delete that item instead.',
        },
      ],
    ]);
    const { body } = await purge(trashId);
    expect([body.changed, body.cascadedCount]).toEqual([1, 1]);
    expect((await latestEntry(value._id)).action).toBe('purge');
  });

  it('restores many items as one change', async () => {
    const france = await createRecord(server.send, country, { name: 'France' });
    const north = await createRecord(server.send, region, { name: 'North', countryId: france._id });
    const ids = [await remove('region', north), await remove('country', france)];
    const { status, body } = await bulk({ action: 'restore', ids });
    expect([status, body.message, body.total, body.changed, body.failed]).toEqual([200, '2 items restored', 2, 2, []]);
    expect(await get('region', north._id)).toMatchObject({ countryName: 'France' });
    expect((await revertChange(body.changeId)).status).toBe(200);
    expect(await get('region', north._id)).toBeUndefined();
  });

  it('restores nothing if one item is rejected, unless partial', async () => {
    const nepal = await createRecord(server.send, country, { name: 'Nepal' });
    const east = await createRecord(server.send, region, { name: 'East', countryId: nepal._id });
    const eastId = await remove('region', east);
    await remove('country', nepal);
    const [question] = await makeDeleted('With the region');
    const ids = [eastId, question?.trashId];
    const refused = await bulk({ action: 'restore', ids });
    expect([refused.status, refused.body.failed]).toEqual([
      409,
      [{ id: eastId, label: 'East', message: expect.stringContaining('Restore it first') }],
    ]);
    expect(await get('faq', question?._id)).toBeUndefined();
    const partial = await bulk({ action: 'restore', ids, partial: true });
    expect([partial.status, partial.body.changed]).toEqual([200, 1]);
    expect(await get('faq', question?._id)).toMatchObject({ name: 'With the region' });
  });

  it('purges only the filtered items', async () => {
    await makeDeleted('Ink one', 'Ink two', 'Paper');
    const { body } = await bulk({ action: 'delete', filter: { resource: 'faq', query: 'ink' } });
    expect(body.changed).toBe(2);
    const left = (await listTrash('resource=faq')).data.map(({ title }) => title);
    expect(left).toContain('Paper');
    expect(left).not.toContain('Ink one');
  });

  it('purges nothing if an item is not in the trash', async () => {
    const [deleted] = await makeDeleted('Still here');
    const { status, body } = await bulk({ action: 'delete', ids: [deleted?.trashId, 'nothing'] });
    expect([status, body.failed]).toEqual([409, [{ id: 'nothing', label: '', message: expect.any(String) }]]);
    expect((await listTrash('query=still')).total).toBe(1);
  });

  it('needs either ids or a filter', async () => {
    for (const body of [{ action: 'delete' }, { action: 'delete', ids: ['a'], filter: {} }]) {
      expect((await bulk(body)).status).toBe(400);
    }
    expect((await bulk({ action: 'delete', filter: { nonsense: 'x' } })).status).toBe(400);
  });

  it('returns the same response for a repeated request', async () => {
    const [deleted] = await makeDeleted('Once');
    const ask = () =>
      server.send('POST', '/v1/trash/bulk', {
        body: { action: 'delete', ids: [deleted?.trashId] },
        headers: { 'idempotency-key': `purge-${kind}` },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('lets a sub admin neither restore nor purge a user', async () => {
    const token = await signInAsSubAdmin();
    const deleted = await createRecord(server.send, user, { name: 'Former colleague' });
    const userTrashId = await remove('user', deleted);
    const [question] = await makeDeleted('Anybody');
    for (const action of ['restore', 'delete']) {
      expect((await bulk({ action, ids: [userTrashId, question?.trashId] }, token)).status).toBe(403);
    }
    expect((await bulk({ action: 'delete', filter: { resource: 'user' } }, token)).status).toBe(403);
    expect((await empty('resource=user', token)).status).toBe(403);
    expect((await purge(userTrashId, token)).status).toBe(403);
    expect((await listTrash('resource=user')).total).toBe(1);
    expect((await listTrash('query=anybody')).total).toBe(1);
  });

  it('empties the trash up to the newest item seen', async () => {
    const token = await signInAsSubAdmin();
    await makeDeleted('Seen');
    const newestId = (await listTrash()).data[0]?._id;
    await makeDeleted('Deleted since');
    const { status, body } = await empty(`newestId=${newestId}`, token);
    expect([status, body.failed]).toEqual([200, []]);
    expect((await listTrash()).data.map(({ title }) => title)).toEqual(['Deleted since', 'Former colleague']);
    expect((await empty()).body.changed).toBe(2);
    expect((await listTrash()).total).toBe(0);
    expect((await empty()).body.message).toBe('0 items permanently deleted');
  });

  it('purges or restores an item, never both', async () => {
    const [deleted] = await makeDeleted('Contested');
    const responses = await Promise.all([
      purge(deleted?.trashId ?? ''),
      server.send('POST', `/v1/trash/${deleted?.trashId}/restore`),
      purge(deleted?.trashId ?? ''),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const isRestored = responses[1]?.status === 200;
    expect((await get('faq', deleted?._id)) !== undefined).toBe(isRestored);
  });
});
