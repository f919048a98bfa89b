import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listResponseSchema } from '../../src/shared/api.ts';
import { trashItemSchema } from '../../src/shared/history.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { blogs } from '../../src/shared/resources/blogs.ts';
import { category } from '../../src/shared/resources/category.ts';
import { contact } from '../../src/shared/resources/contact.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { user } from '../../src/shared/resources/user.ts';
import { admin } from '../support/database-templates.ts';
import { databaseKinds } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { signIn, startTestServer, type TestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer(kind);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server.stop();
  });

  const trash = async (query = '', token?: string) => {
    const { status, body } = await server.send('GET', `/v1/trash?${query}`, { token });
    expect(status).toBe(200);
    return listResponseSchema(trashItemSchema).parse(body);
  };
  const titles = async (query = '') => (await trash(query)).data.map(({ title }) => title);
  const remove = async (name: string, { _id }: AnyRecord) => {
    const { status, body } = await server.send('DELETE', `/v1/${name}/deleteById/${_id}`);
    expect(status).toBe(200);
    return String(body.historyId);
  };
  const restore = (id: string, token?: string) => server.send('POST', `/v1/trash/${id}/restore`, { token });
  const list = async (name: string) =>
    (await server.send('GET', `/v1/${name}/`)).body.data as (AnyRecord & { [field: string]: unknown })[];
  const filesThere = async () => (await server.listFiles()).sort();

  it('lists deleted records, latest first', async () => {
    await remove('country', await createRecord(server.send, country, { name: 'Österreich' }));
    await remove('faq', await createRecord(server.send, faq, { name: 'Where to buy?' }));
    await remove('faq', await createRecord(server.send, faq, { name: 'How to pay 100%?' }));
    expect(await titles()).toEqual(['How to pay 100%?', 'Where to buy?', 'Österreich']);
    expect(await titles('resource=faq')).toEqual(['How to pay 100%?', 'Where to buy?']);
    expect(await titles('query=OSTER')).toEqual(['Österreich']);
    expect(await titles('query=to 100%25')).toEqual(['How to pay 100%?']);
    const page = await trash('pageSize=1&pageIndex=1');
    expect([page.total, page.data[0]?.title]).toEqual([3, 'Where to buy?']);
    const [item] = page.data;
    expect(Date.parse(item?.expiresAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(30 * day);
    expect(item).toMatchObject({ resource: 'faq', userName: 'Administrator', cascadedCount: 0 });
  });

  it('returns the picture of a deleted record, also in its history', async () => {
    const image = asUpload('pen.png', makeFile('png'));
    const deleted = await createRecord(server.send, category, { name: 'Pens', image });
    await remove('category', deleted);
    expect((await trash()).data[0]?.image).toBe(deleted.image);
    const { body } = await server.send('GET', `/v1/history?resource=category&recordId=${deleted._id}`);
    expect((body.data as { image: string }[])[0]?.image).toBe(deleted.image);
  });

  it('restores the whole record', async () => {
    const image = asUpload('a.png', makeFile('png'));
    const record = await createRecord(server.send, blogs, { image });
    const inText = await createRecord(server.send, faq, {
      description: `<p><img src="/uploads/${record.image}"></p>`,
    });
    const ids = [await remove('blogs', record), await remove('faq', inText)];
    await server.restart();
    expect(await filesThere()).toEqual([record.image]);
    for (const id of ids) expect((await restore(id)).status).toBe(200);
    expect((await list('blogs'))[0]).toMatchObject({
      _id: record._id,
      image: record.image,
      createdAt: record.createdAt,
    });
    expect((await list('faq'))[0]?.description).toContain(String(record.image));
    await server.restart();
    expect(await filesThere()).toEqual([record.image]);
    expect(await titles()).toEqual([]);
    expect((await restore(ids[0] ?? '')).status).toBe(404);
  });

  it('restores cascaded records only with their parent', async () => {
    const size = await createRecord(server.send, attribute, { name: 'Size' });
    const values = [];
    for (const name of ['A4', 'A5', 'A6']) {
      values.unshift(await createRecord(server.send, attributeValue, { name, attributeId: size._id }));
    }
    const paper = await createRecord(server.send, category, { name: 'Paper' });
    const kraft = await createRecord(server.send, subCategory, { name: 'Kraft', categoryId: paper._id });
    const id = await remove('attribute', size);
    const paperId = await remove('category', paper);
    expect((await trash()).data.map(({ title, cascadedCount }) => [title, cascadedCount])).toEqual([
      ['Paper', 1],
      ['Size', 3],
    ]);
    const { data } = (await server.send('GET', '/v1/history?resource=attributeValue&pageSize=1')).body;
    const alone = await server.send('POST', `/v1/history/${(data as AnyRecord[])[0]?._id}/revert`);
    expect([alone.status, alone.body.message]).toEqual([
      409,
      expect.stringMatching(/^Can’t restore attribute value “A\d” on its own. Restore the item it was deleted with.$/),
    ]);
    expect((await restore(id)).status).toBe(200);
    expect((await restore(paperId)).status).toBe(200);
    expect(
      (await list('attributeValue')).map(({ _id, name, attributeId, version }) => [_id, name, attributeId, version]),
    ).toEqual(values.map(({ _id, name }) => [_id, name, size._id, 2]));
    expect((await list('subCategory'))[0]).toMatchObject({ _id: kraft._id, categoryName: 'Paper' });
    expect((await trash()).total).toBe(0);
  });

  it('rejects restoring a record that conflicts with others', async () => {
    const france = await createRecord(server.send, country, { name: 'France' });
    const north = await createRecord(server.send, region, { name: 'North', countryId: france._id });
    const northId = await remove('region', north);
    const franceId = await remove('country', france);
    const orphan = await restore(northId);
    expect([orphan.status, orphan.body.message]).toEqual([
      409,
      'Can’t restore region “North”. Its country “France” was deleted. Restore it first.',
    ]);
    await restore(franceId);
    expect((await restore(northId)).body.data).toMatchObject({ _id: north._id, countryName: 'France' });

    const first = await createRecord(server.send, contact, { email: 'old@example.com' });
    const firstId = await remove('contact', first);
    const second = await createRecord(server.send, contact, { email: 'new@example.com' });
    const refused = await restore(firstId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Can’t restore contact “${first[contact.titleField]}”. Contact already exists. Edit it instead.`,
    ]);
    expect(await list('contact')).toEqual([second]);
    await remove('contact', second);
    expect((await restore(firstId)).status).toBe(200);
    expect(await titles('resource=contact')).toEqual([second[contact.titleField]]);

    const email = 'one@example.com';
    const userId = await remove('user', await createRecord(server.send, user, { email, name: 'One' }));
    const other = await createRecord(server.send, user, { email });
    expect((await restore(userId)).body.message).toContain('Another user already has this email');
    await server.send('PATCH', `/v1/user/updateById/${other._id}`, { body: { email: 'two@example.com' } });
    expect((await restore(userId)).status).toBe(200);
  });

  it('rolls back a restore that fails halfway', async () => {
    const size = await createRecord(server.send, attribute, { name: 'Size' });
    await createRecord(server.send, attributeValue, { name: 'A4', attributeId: size._id });
    const id = await remove('attribute', size);
    const responses = await Promise.all(Array.from({ length: 5 }, () => restore(id)));
    expect(responses.filter(({ status }) => status === 200).length).toBe(1);
    expect((await list('attributeValue')).length).toBe(1);
    expect((await server.send('GET', '/v1/history?resource=attributeValue')).body.total).toBe(3);
  });

  it('restores users without their password', async () => {
    const password = 'a password of mine';
    const email = 'sub@example.com';
    const sub = await createRecord(server.send, user, { email, role: 'SUBADMIN', password });
    const token = await signIn(server.send, { email, password });
    const question = await createRecord(server.send, faq);
    const questionId = await remove('faq', question);
    const id = await remove('user', sub);
    await server.send('PATCH', `/v1/user/updateById/${sub._id}`, { body: { password } });
    expect((await restore(id)).status).toBe(200);
    expect((await server.send('GET', '/v1/faq/', { token })).status).toBe(401);
    await expect(signIn(server.send, { email, password })).rejects.toThrow('Incorrect');
    await server.send('PATCH', `/v1/user/updateById/${sub._id}`, { body: { password } });
    const again = await signIn(server.send, { email, password });
    const gone = await remove('user', await createRecord(server.send, user));
    expect((await trash('', again)).data.map(({ resource }) => resource)).toEqual(['faq']);
    expect((await server.send('GET', '/v1/trash?resource=user', { token: again })).status).toBe(403);
    expect((await restore(gone, again)).status).toBe(403);
    expect((await restore(questionId, again)).status).toBe(200);
  });

  it('keeps deleted records for 30 days', async () => {
    const start = useFakeClock();
    let token = '';
    const goTo = async (time: number) => {
      vi.setSystemTime(time);
      await server.restart();
      token = await signIn(server.send, admin);
    };
    const make = async () => {
      const body = { title: 'News', image: asUpload('a.png', makeFile('png')) };
      return (await server.send('POST', '/v1/blogs/', { body, token })).body.data as AnyRecord;
    };
    await goTo(start);
    const [record, changed] = [await make(), await make()];
    const gone = await server.send('DELETE', `/v1/blogs/deleteById/${record._id}`, { token });
    const id = String(gone.body.historyId);
    const body = { image: asUpload('b.png', makeFile('png')) };
    await server.send('PATCH', `/v1/blogs/updateById/${changed._id}`, { body, token });
    await goTo(start + 29 * day);
    expect([(await trash('', token)).total, (await filesThere()).length]).toEqual([1, 3]);

    await goTo(start + 31 * day);
    const [kept] = (await server.send('GET', '/v1/blogs/', { token })).body.data as AnyRecord[];
    expect([(await trash('', token)).total, await filesThere()]).toEqual([0, [kept?.image]]);
    expect((await restore(id, token)).status).toBe(404);
    const undone = await server.send('POST', `/v1/history/${id}/revert`, { token });
    expect([undone.status, undone.body.message]).toEqual([
      409,
      'Blog “News” is no longer in Trash. It was restored, or its 30 days are over.',
    ]);
  });
});
