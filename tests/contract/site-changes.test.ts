import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/server/database/ids.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { category } from '../../src/shared/resources/category.ts';
import { contact } from '../../src/shared/resources/contact.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country } from '../../src/shared/resources/geography.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { importProducts } from '../support/import-client.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { type Send, setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('changes for websites on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const send: Send = (...request) => server.send(...request);
  beforeAll(async () => {
    await site.set({ isOn: true });
  });
  afterEach(() => void vi.useRealTimers());

  const read = async (since?: string | null) => {
    const path = `/site/v1/changes${since ? `?since=${since}` : ''}`;
    const { status, body, headers } = await site.get(path);
    if (status === 200)
      expect([await site.validate('/site/v1/changes', body), headers.get('cache-control')]).toEqual([null, 'no-store']);
    return { status, cursor: String(body.nextCursor), hasMore: body.hasMore, data: body.data ?? [] };
  };
  /** Returns the changes that some work makes. */
  const changesOf = async (work: () => Promise<unknown>) => {
    const { cursor } = await read();
    await work();
    return (await read(cursor)).data.map(({ resource, id, change }) => [resource, id, change]);
  };
  const patch = (resource: string, id: string, body: object) =>
    send('PATCH', `/v1/${resource}/updateById/${id}`, { body });

  it('names created, updated and deleted records in order, each once', async () => {
    const { cursor } = await read();
    const { _id } = await createRecord(send, faq);
    await patch('faq', _id, { name: 'Changed?' });
    const other = await createRecord(send, contact);
    const created = await read(cursor);
    expect(created.data).toMatchObject([
      { resource: 'faqs', id: _id, change: 'created' },
      { resource: 'contact', id: other._id, change: 'created' },
    ]);
    await patch('faq', _id, { name: 'Changed again?' });
    const updated = await read(created.cursor);
    expect(updated.data).toMatchObject([{ resource: 'faqs', id: _id, change: 'updated' }]);
    await send('DELETE', `/v1/faq/deleteById/${_id}`);
    expect((await read(updated.cursor)).data).toMatchObject([{ resource: 'faqs', id: _id, change: 'deleted' }]);
    expect((await read((await read(updated.cursor)).cursor)).data).toEqual([]);
  });

  it('counts a record that stops being public as deleted, and names no other', async () => {
    const { _id } = await createRecord(send, faq);
    expect(await changesOf(() => patch('faq', _id, { status: 'INACTIVE' }))).toEqual([['faqs', _id, 'deleted']]);
    const hidden = await changesOf(async () => {
      await patch('faq', _id, { name: 'Draft' });
      await createRecord(send, faq, { status: 'INACTIVE' });
      await createRecord(send, country);
      await send('DELETE', `/v1/faq/deleteById/${_id}`);
    });
    expect(hidden).toEqual([]);
  });

  it('names the records that show a changed one', async () => {
    const parent = await createRecord(send, category);
    const child = await createRecord(send, subCategory, { categoryId: parent._id });
    const [value] = await createValues(send, 'Shade', ['Dark']);
    const { _id } = await createProduct(send, {
      subCategoryId: child._id,
      attributeArr: [buildVariant({ attributeValueArr: [value] })],
    });
    const isChanged = ['products', _id, 'updated'];
    expect(await changesOf(() => patch('category', parent._id, { name: 'Renamed' }))).toContainEqual(isChanged);
    expect(await changesOf(() => patch('attribute', String(value?.attributeId), { name: 'Tone' }))).toContainEqual(
      isChanged,
    );
    const ofValue = await changesOf(() =>
      patch(attributeValue.name, String(value?.attributeValueId), { name: 'Light' }),
    );
    expect(ofValue).toEqual(expect.arrayContaining([isChanged, ['attributes', value?.attributeId, 'updated']]));
    expect(await changesOf(() => patch('subCategory', child._id, { status: 'INACTIVE' }))).toEqual(
      expect.arrayContaining([
        ['products', _id, 'deleted'],
        ['categories', parent._id, 'updated'],
      ]),
    );
    expect(await changesOf(() => patch('subCategory', child._id, { status: 'ACTIVE' }))).toContainEqual(isChanged);
    const other = await createRecord(send, subCategory, { categoryId: parent._id });
    const ofDeleted = await changesOf(() => send('DELETE', `/v1/subCategory/deleteById/${other._id}`));
    expect(ofDeleted).toEqual([['categories', parent._id, 'updated']]);
  });

  it('comes in pages, without missing or repeating a record', async () => {
    const { cursor } = await read();
    const rows = Array.from({ length: 1200 }, (_, index) => `Paged ${index},PG-${index}`);
    const { status } = await importProducts(server, ['Name,SKU', ...rows].join('\n'));
    expect(status).toBe(200);
    const first = await read(cursor);
    expect([first.data.length, first.hasMore]).toEqual([1000, true]);
    const second = await read(first.cursor);
    expect([second.data.length, second.hasMore]).toEqual([200, false]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(1200);
    // A category with very many products isn't named product by product.
    const { _id: categoryId } = await createRecord(send, category);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    await send('POST', '/v1/product/bulk', { body: { ids, action: 'update', values: { categoryId } } });
    const renamed = await changesOf(() => patch('category', categoryId, { name: 'Very many' }));
    expect(renamed).toContainEqual(['products', null, 'updated']);
  });

  it('responds 410 to a cursor of more than 30 days ago', async () => {
    const now = useFakeClock();
    const { cursor } = await read();
    vi.setSystemTime(now + 29 * day);
    expect((await read(cursor)).status).toBe(200);
    vi.setSystemTime(now + 31 * day);
    expect((await read(cursor)).status).toBe(410);
  });

  it('includes a transaction that was open when the cursor was read', async () => {
    const { _id: recordId } = await createRecord(send, faq);
    await withDatabase(server, async (database) => {
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const late = database.transaction().execute(async (transaction) => {
        const content = { title: '', userId: null, userName: null, before: '{}', after: '{}', revertOf: null };
        const entry = {
          _id: newId(),
          changeId: newId(),
          resource: 'faq',
          recordId,
          action: 'update',
          ...content,
        } as const;
        await transaction
          .insertInto('history')
          .values({ ...entry, at: new Date().toISOString() })
          .execute();
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      const { cursor } = await read();
      expect((await read(cursor)).data).toEqual([]);
      end.resolve();
      await late;
      expect((await read(cursor)).data).toMatchObject([{ resource: 'faqs', id: recordId, change: 'updated' }]);
    });
  });

  it.each([
    ['nonsense', 400],
    [JSON.stringify(['x', null, null]), 410],
    // SQLite reads it as a row id, after which there is nothing.
    [JSON.stringify([`${Date.now()}/9:1:`, null, null]), kind === 'sqlite' ? 200 : 400],
  ])('doesn’t fail with the forged cursor %s', async (text, expected) => {
    const { status, data } = await read(Buffer.from(text).toString('base64url'));
    expect([status, data]).toEqual([expected, []]);
  });

  it('names only resources that a token and the admin allow', async () => {
    const { token } = await site.createToken({ resources: ['faq'] });
    const { cursor } = await read();
    await createRecord(send, faq);
    await createRecord(send, category);
    const { body } = await site.get(`/site/v1/changes?since=${cursor}`, { token });
    expect(body.data?.map(({ resource }) => resource)).toEqual(['faqs']);
  });
});
