import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region, state } from '../../src/shared/resources/geography.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { createPair, createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { historyOf, latestEntry, change, remove, revert, get } = createHistoryClient(server);

  /** The record without computed fields, and without values, which have their own history. */
  const kept = ({
    attributeValueArr,
    type,
    size,
    uploadedBy,
    uploadedByName,
    useCount,
    similarCount,
    ...record
  }: AnyRecord) => {
    if (!('attributeArr' in record)) return record;
    const { imageUrl, variantCount, imageCount, completeness, ...rest } = record;
    return rest;
  };

  describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    it('is recorded from creation to deletion', async () => {
      const title = resource.titleField;
      const record = await createRecord(server.send, resource);
      const changed = (await change(name, record._id, { [title]: 'Changed' })).body.data as AnyRecord;
      const { body } = await remove(name, record._id);
      const { data, total } = await historyOf(`resource=${name}&recordId=${record._id}`);
      expect(total).toBe(3);
      expect(data.map(({ action, title: of }) => [action, of])).toEqual([
        ['delete', 'Changed'],
        ['update', 'Changed'],
        ['create', record[title]],
      ]);
      expect(data.map(({ before, after }) => [before, after])).toEqual([
        [kept(changed), null],
        [
          { [title]: record[title], version: 1 },
          { [title]: 'Changed', version: 2 },
        ],
        [null, kept(record)],
      ]);
      expect(data.map(({ changedFields }) => changedFields)).toEqual([[], [title], []]);
      expect(data.map(({ canRevert }) => canRevert)).toEqual([true, false, false]);
      expect(data.map(({ changedRecords }) => changedRecords)).toEqual([1, 1, 1]);
      expect(data.map(({ userName }) => userName)).toEqual(Array(3).fill('Administrator'));
      expect(data[0]?._id).toBe(body.historyId);

      const restored = await revert(body.historyId);
      expect([restored.status, restored.body.message]).toEqual([200, `${resource.label} restored`]);
      const back = await get(name, record._id);
      expect(back).toEqual({ ...changed, version: 3, updatedAt: back?.updatedAt });
      expect(restored.body.data).toEqual(back);
      expect(await latestEntry(record._id)).toMatchObject({ action: 'create', revertOf: body.historyId });
      await remove(name, record._id);
    });
  });

  it('lists changes by page, newest first', async () => {
    const record = await createRecord(server.send, faq, { name: 'One' });
    for (const name of ['Two', 'Three', 'Four']) await change('faq', record._id, { name });
    const pages = await Promise.all(
      [0, 1, 2].map((page) => historyOf(`recordId=${record._id}&pageSize=2&pageIndex=${page}`)),
    );
    expect(pages.map(({ data }) => data.map((entry) => entry.after?.name))).toEqual([
      ['Four', 'Three'],
      ['Two', 'One'],
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect((await historyOf('resource=nonsense')).data).toEqual([]);
  });

  it('records cascaded changes as one change', async () => {
    const [france, spain] = await createPair(server.send, country);
    const north = await createRecord(server.send, region, { countryId: france._id });
    const child = await createRecord(server.send, state, { regionId: north._id });
    await change('region', north._id, { countryId: spain._id });
    const moved = await latestEntry(north._id);
    const { data } = await historyOf(`changeId=${moved.changeId}`);
    expect(data.map(({ recordId, changedFields }) => [recordId, changedFields])).toEqual([
      [north._id, ['countryId']],
      [child._id, ['countryId']],
    ]);
    expect((await get('state', child._id))?.countryId).toBe(spain._id);
    expect((await revert(data[1]?._id)).status).toBe(409);
    expect((await revert(moved._id)).status).toBe(200);
    expect((await get('state', child._id))?.countryId).toBe(france._id);

    const size = await createRecord(server.send, attribute);
    await server.send('POST', '/v1/attributeValue/', { body: { name: 'A4', attributeId: size._id } });
    await server.send('POST', '/v1/attributeValue/', { body: { name: 'A5', attributeId: size._id } });
    await remove('attribute', size._id);
    const gone = await latestEntry(size._id);
    const group = (await historyOf(`changeId=${gone.changeId}`)).data;
    expect(group.map(({ action, title }) => [action, title])).toEqual([
      ['delete', size.name],
      ['delete', 'A5'],
      ['delete', 'A4'],
    ]);
  });

  it('records nothing of a failed write', async () => {
    const before = (await historyOf('')).total;
    await server.send('POST', '/v1/faq/', { body: {} });
    await server.send('POST', '/v1/region/', { body: { name: 'North', countryId: 'none' } });
    const record = await createRecord(server.send, faq);
    await change('faq', record._id, { name: 'Late', version: 9 });
    expect((await historyOf('')).total).toBe(before + 1);
  });

  it('contains no passwords', async () => {
    const password = 'a password of mine';
    const { body } = await server.send('POST', '/v1/user/create-user', {
      body: { name: 'Sub', email: 'sub@example.com', role: 'SUBADMIN', password },
    });
    const sub = body.data as AnyRecord;
    await change('user', sub._id, { password: `${password} 2`, name: 'Subadmin' });
    const rows = await withDatabase(server, (database) => database.selectFrom('history').selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/password|argon2|phoneKey/i);
    const created = (await historyOf(`recordId=${sub._id}`)).data;
    expect(created.map(({ action }) => action)).toEqual(['update', 'create']);
  });

  it('hides users from other roles', async () => {
    const credentials = { email: 'viewer@example.com', password: 'a password of mine' };
    const sub = await createRecord(server.send, user, { ...credentials, role: 'SUBADMIN' });
    const token = await signIn(server.send, credentials);
    expect((await server.send('GET', '/v1/history?resource=user', { token })).status).toBe(403);
    const seen = new Set((await historyOf('pageSize=500', token)).data.map(({ resource }) => resource));
    expect(seen.has('user')).toBe(false);
    expect(seen.has('faq')).toBe(true);
    expect((await historyOf(`recordId=${sub._id}`, token)).data).toEqual([]);
    expect((await revert((await latestEntry(sub._id))._id, token)).status).toBe(403);
    const question = await createRecord(server.send, faq);
    expect((await revert((await latestEntry(question._id))._id, token)).status).toBe(200);
  });

  it('is append-only, even in the database', async () => {
    const { _id } = await latestEntry((await createRecord(server.send, faq))._id);
    const attempts: (() => Promise<unknown>)[] = [
      () => withDatabase(server, (db) => db.updateTable('history').set({ title: 'x' }).execute()),
      () =>
        withDatabase(server, (db) =>
          db
            .updateTable('history')
            .set({ before: null, after: null, title: '', at: 'never', userName: 'Nobody' })
            .execute(),
        ),
      () => withDatabase(server, (db) => db.deleteFrom('history').where('_id', '=', _id).execute()),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('history is append-only');
  });

  it('rejects requests without a session', async () => {
    for (const path of ['/v1/history', '/v1/trash']) {
      expect((await server.send('GET', path, { token: null })).status).toBe(401);
    }
    for (const path of ['/v1/history/x/revert', '/v1/trash/x/restore']) {
      expect((await server.send('POST', path, { token: null })).status).toBe(401);
      expect((await server.send('POST', path)).status).toBe(404);
    }
    expect((await server.send('GET', '/v1/history?pageSize=501')).status).toBe(400);
  });
});
