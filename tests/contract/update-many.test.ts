import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { city, country, region } from '../../src/shared/resources/geography.ts';
import { product } from '../../src/shared/resources/product.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { collectionsOn, createRecord, missingId } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const updateMany = (name: string, records: unknown) =>
    server.send('POST', `/v1/${name}/updateMany`, { body: { records } });
  const get = async (name: string, id: string) =>
    (await server.send('GET', `/v1/${name}/getById/${id}`)).body.data as AnyRecord;
  const revert = (changeId: unknown) => server.send('POST', `/v1/history/changes/${changeId}/revert`);

  it.each(collectionsOn(kind).map((resource) => [resource.name, resource] as const))(
    'updates two %s, each with its own values, as one undoable change',
    async (name, resource) => {
      const records = [await createRecord(server.send, resource), await createRecord(server.send, resource)];
      const field = Object.entries(resource.fields).find(([, each]) => each.kind === 'text')?.[0];
      if (field === undefined) throw new Error('Every resource has a text');
      const texts = records.map((_record, index) => (field === 'email' ? `new.${index}@example.com` : `New ${index}`));
      const sent = records.map(({ _id, version }, index) => ({ id: _id, version, [field]: texts[index] }));
      const { status, body } = await updateMany(name, sent);
      expect([status, body]).toMatchObject([200, { changed: 2 }]);
      for (const [index, { _id }] of records.entries()) {
        const after = await get(name, _id);
        expect(after).toMatchObject({ [field]: texts[index], version: 2 });
        expect(body.data).toContainEqual(expect.objectContaining({ _id, [field]: texts[index], version: 2 }));
      }
      expect(await revert(body.changeId)).toMatchObject({ status: 200, body: { changed: 2 } });
      for (const record of records) expect((await get(name, record._id))[field]).toBe(record[field]);
    },
  );

  it('returns the names of new references, and updates what inherits them', async () => {
    const [france, spain] = [
      await createRecord(server.send, country, { name: 'France' }),
      await createRecord(server.send, country, { name: 'Spain' }),
    ];
    const north = await createRecord(server.send, region, { countryId: france._id });
    const { body } = await updateMany('region', [{ id: north._id, countryId: spain._id }]);
    expect(body.data).toMatchObject([{ _id: north._id, countryName: 'Spain' }]);
  });

  it('saves nothing if someone else has changed a record, and returns it', async () => {
    const [one, other] = [await createRecord(server.send, city), await createRecord(server.send, city)];
    await server.send('PATCH', `/v1/city/updateById/${one._id}`, { body: { name: 'Theirs' } });
    const { status, body } = await updateMany('city', [
      { id: one._id, version: 1, name: 'Mine' },
      { id: other._id, version: 1, name: 'Mine as well' },
    ]);
    expect([status, body.message]).toEqual([409, 'Nothing was saved: someone else has changed 1 city']);
    expect(body.conflicts).toMatchObject([{ _id: one._id, name: 'Theirs', version: 2 }]);
    expect(body.failed).toEqual([]);
    expect(await get('city', other._id)).toEqual(other);
    const same = await updateMany('city', [{ id: one._id, version: 1, name: 'Theirs' }]);
    expect(same).toMatchObject({ status: 200, body: { changed: 0, changeId: null } });
  });

  it('names the row and the field of every rejected value, and saves nothing', async () => {
    const [one, two, three] = [
      await createRecord(server.send, product, { sku: 'TAKEN' }),
      await createRecord(server.send, product, { sku: 'TWO' }),
      await createRecord(server.send, product, { sku: 'THREE' }),
    ];
    const { status, body } = await updateMany('product', [
      { id: one._id, version: 1, price: 5 },
      { id: two._id, version: 1, sku: 'TAKEN' },
      { id: three._id, version: 1, categoryId: missingId },
      { id: missingId, price: 5 },
    ]);
    expect(status).toBe(409);
    expect(body.errors?.map(({ field }) => field).sort()).toEqual([
      'records.1.sku',
      'records.2.categoryId',
      'records.3',
    ]);
    expect(body.failed).toHaveLength(3);
    expect(await get('product', one._id)).toMatchObject({ price: one.price, version: 1 });
    const swapped = await updateMany('product', [
      { id: one._id, sku: 'TWO' },
      { id: two._id, sku: 'TAKEN' },
    ]);
    expect(swapped).toMatchObject({ status: 200, body: { changed: 2 } });
  });

  it('rejects an invalid request at its row and field', async () => {
    const { _id: id } = await createRecord(server.send, product);
    for (const [field, records] of [
      ['records', []],
      ['records', 'all'],
      ['records', Array.from({ length: 10_001 }, (_, index) => ({ id: String(index) }))],
      ['records.0.id', [{ price: 1 }]],
      ['records.1.id', [{ id }, { id }]],
      ['records.0.price', [{ id, price: 'much' }]],
      ['records.0.name', [{ id, name: '' }]],
      ['records.0.thumbnail', [{ id, thumbnail: 'a.png' }]],
    ] as const) {
      const { status, body } = await updateMany('product', records);
      expect([field, status, body.errors?.[0]?.field]).toEqual([field, 400, field]);
    }
  });

  it('keeps the last admin', async () => {
    const [admin] = (await server.send('GET', '/v1/user/?role=admin')).body.data as AnyRecord[];
    const other = await createRecord(server.send, user);
    const { status, body } = await updateMany('user', [
      { id: other._id, name: 'Renamed' },
      { id: admin?._id, role: 'USER' },
    ]);
    expect([status, body.failed]).toEqual([409, [expect.objectContaining({ id: admin?._id })]]);
    expect(await get('user', other._id)).toEqual(other);
  });
});
