import { beforeAll, describe, expect, it } from 'vitest';
import { getHomeFilters, type Home, homeCounts } from '../../src/shared/home.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { category } from '../../src/shared/resources/category.ts';
import { gift } from '../../src/shared/resources/gift.ts';
import { helpSupport } from '../../src/shared/resources/help-support.ts';
import { notification } from '../../src/shared/resources/notification.ts';
import { user } from '../../src/shared/resources/user.ts';
import { anyDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createProductClient } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const password = 'a long enough password';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create } = createProductClient(server);
  let editor: { _id: string; token: string };

  beforeAll(async () => {
    const email = `editor.${kind}@example.com`;
    const { _id } = await createRecord(server.send, user, {
      name: 'Edda',
      email,
      password,
      role: 'SUBADMIN',
    });
    editor = { _id, token: await signIn(server.send, { email, password }) };
  });

  const readHome = async (token?: string): Promise<Home> => {
    const { status, body } = await server.send('GET', '/v1/home', { token });
    expect(status).toBe(200);
    return body.data as Home;
  };

  it('counts what the filters of the lists find', async () => {
    const closed = await createRecord(server.send, category, { status: 'INACTIVE' });
    await create({ name: 'Bare' });
    await create({ name: 'Filed', categoryId: closed._id });
    await createRecord(server.send, gift, { validTill: '2020-01-31' });
    await createRecord(server.send, gift, { validTill: '2020-01-31', status: 'INACTIVE' });
    await createRecord(server.send, notification, { userId: editor._id, status: 'Unread' });
    await createRecord(server.send, helpSupport, { status: 'Pending' });
    const { counts } = await readHome(editor.token);
    const totals = Object.fromEntries(counts.map(({ name, total }) => [name, total]));
    expect(totals).toMatchObject({
      productsWithoutCategory: 1,
      productsWithoutPrice: 2,
      inactiveCategories: 1,
      expiredGifts: 1,
      unreadNotifications: 1,
      variantsWithoutImage: 0,
      variantsWithoutSku: 0,
    });
    for (const count of homeCounts) {
      const filters = new URLSearchParams(getHomeFilters(count, editor._id));
      const { total } = await listRecords(server.send, count.resource, String(filters));
      expect([count.name, totals[count.name]]).toEqual([count.name, total]);
    }
  });

  it('names the first records of a count', async () => {
    const { _id } = await create({ name: 'Named on Home' });
    const { counts } = await readHome();
    const { records = [], total = 0 } = counts.find(({ name }) => name === 'productsWithoutImage') ?? {};
    expect(records[0]).toEqual({ _id, title: 'Named on Home', image: null });
    expect(records.length).toBe(Math.min(total, 2));
  });

  it('returns both values of the only field that a change of one record changed', async () => {
    const { _id } = await create({ name: 'Repriced', price: 45 });
    const path = `/v1/product/updateById/${_id}`;
    await server.send('PATCH', path, { token: editor.token, body: { price: 48 } });
    const [change] = (await readHome()).changes;
    expect(change).toMatchObject({ changedFields: ['price'], before: { price: 45 }, after: { price: 48 } });
  });

  it('returns the pictures of counted and changed records', async () => {
    const picture = asUpload('pen.png', makeFile('png'));
    const { _id, thumbnail } = await create({ name: 'Pictured', thumbnail: picture });
    await server.send('PATCH', `/v1/product/updateById/${_id}`, {
      token: editor.token,
      body: { name: 'Pictured pen' },
    });
    const { counts, changes } = await readHome();
    const { records = [] } = counts.find(({ name }) => name === 'productsWithoutPrice') ?? {};
    expect(thumbnail).toMatch(/png$/);
    expect([records[0]?.image, changes[0]?.image]).toEqual([thumbnail, thumbnail]);
  });

  it('lists the first steps until each is done', async () => {
    const { firstSteps } = await readHome();
    expect(firstSteps).toEqual([
      { resource: 'category', isDone: true },
      { resource: 'attribute', isDone: false },
      { resource: 'product', isDone: true },
      { resource: 'user', isDone: true },
    ]);
    await createRecord(server.send, attribute);
    expect((await readHome()).firstSteps).toEqual([]);
  });

  it('counts only the unread notifications of the user', async () => {
    await createRecord(server.send, notification, { userId: editor._id, status: 'Unread' });
    const { counts } = await readHome();
    expect(counts).toContainEqual({ name: 'unreadNotifications', total: 0, records: [] });
  });

  it('lists each change by others once, the newest first', async () => {
    const ids = [(await create({ name: 'Pen' }))._id, (await create({ name: 'Ink' }))._id];
    const body = { action: 'update', values: { status: 'INACTIVE' }, ids };
    await server.send('POST', '/v1/product/bulk', { token: editor.token, body });
    await create({ name: 'Mine' });
    const path = `/v1/product/updateById/${ids[0]}`;
    await server.send('PATCH', path, { token: editor.token, body: { price: 7 } });
    const { changes } = await readHome();
    expect(changes.slice(0, 2)).toMatchObject([
      { title: 'Pen', action: 'update', userName: 'Edda', total: 1 },
      { resource: 'product', action: 'update', userName: 'Edda', total: 2 },
    ]);
    expect(changes.every(({ userId }) => userId === editor._id)).toBe(true);
  });

  it('hides changes of users from a role that may not change them', async () => {
    await createRecord(server.send, user, { name: 'Hidden from sub admins' });
    await create({ name: 'Visible to sub admins' });
    const titles = (await readHome(editor.token)).changes.map(({ title }) => title);
    expect(titles).toContain('Visible to sub admins');
    expect(titles).not.toContain('Hidden from sub admins');
  });

  it('lists the imports of the user, and those of everyone for an admin', async () => {
    const { body } = await importProducts(server, csv(['Product Name'], ['Imported']), '?async=true');
    const hasImport = async (token?: string) =>
      (await readHome(token)).imports.some(({ _id, kind }) => _id === body.jobId && kind === 'product');
    expect(await hasImport()).toBe(true);
    expect(await hasImport(editor.token)).toBe(false);
  });

  it('lists the exports of the user, and those of everyone for an admin', async () => {
    await server.send('GET', '/v1/category/export?format=csv', { token: editor.token });
    await server.send('GET', '/v1/gift/export?format=xlsx');
    const listExports = async (token?: string) =>
      (await readHome(token)).exports?.map(({ detail, userName }) => ({ detail, userName }));
    const own = { detail: 'Categories, csv', userName: 'Edda' };
    await expect.poll(() => listExports(editor.token)).toEqual([own]);
    await expect
      .poll(() => listExports())
      .toEqual(expect.arrayContaining([own, { detail: 'Gifts, xlsx', userName: 'Administrator' }]));
  });
});
