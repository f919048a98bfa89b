import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { country, region, state } from '../../src/shared/resources/geography.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const replace = (resource: string, id: unknown, replacementId: unknown) =>
    server.send('POST', `/v1/${resource}/replaceById/${id}`, { body: { replacementId } });
  const get = async (resource: string, id: string) =>
    (await server.send('GET', `/v1/${resource}/getById/${id}`)).body.data as AnyRecord;
  const status = async (resource: string, id: string) =>
    (await server.send('GET', `/v1/${resource}/getById/${id}`)).status;
  const undo = async (changeId: unknown) => {
    const { status, body } = await server.send('POST', `/v1/history/changes/${changeId}/revert`);
    expect([status, body.message]).toEqual([200, expect.any(String)]);
  };

  it('moves what refers to a category and deletes it, as one undoable change', async () => {
    const [pens, ink] = [await createRecord(server.send, category), await createRecord(server.send, category)];
    const gel = await createRecord(server.send, subCategory, { categoryId: pens._id, name: 'Gel' });
    const plain = await createProduct(server.send, { name: 'Plain', categoryId: pens._id });
    const inGel = await createProduct(server.send, { name: 'In gel', subCategoryId: gel._id });
    const { status: code, body } = await replace('category', pens._id, ink._id);
    expect([code, body.message, body.changed]).toEqual([200, expect.stringContaining('replaced in 2 items'), 2]);
    expect(await get('subCategory', gel._id)).toMatchObject({ categoryId: ink._id });
    for (const { _id } of [plain, inGel]) {
      expect(await get('product', _id)).toMatchObject({ categoryId: ink._id });
    }
    expect(await status('category', pens._id)).toBe(404);

    await undo(body.changeId);
    expect(await get('subCategory', gel._id)).toMatchObject({ categoryId: pens._id });
    for (const { _id } of [plain, inGel]) {
      expect(await get('product', _id)).toMatchObject({ categoryId: pens._id });
    }
    expect(await get('product', inGel._id)).toMatchObject({ subCategoryId: gel._id });
  });

  it('moves places and users to another country', async () => {
    const [old, other] = [await createRecord(server.send, country), await createRecord(server.send, country)];
    const south = await createRecord(server.send, region, { countryId: old._id });
    const kerala = await createRecord(server.send, state, { regionId: south._id });
    const meera = await createRecord(server.send, user, { countryId: old._id });
    const { body } = await replace('country', old._id, other._id);
    expect(body.changed).toBe(2);
    expect(await get('state', kerala._id)).toMatchObject({ countryId: other._id });
    expect(await get('user', meera._id)).toMatchObject({ countryId: other._id });
    await undo(body.changeId);
    expect(await get('state', kerala._id)).toMatchObject({ countryId: old._id });
  });

  const variant = (value: unknown, name: string, sku: string) =>
    buildVariant({ name, sku, attributeValueArr: [value] });

  it('moves variants to another attribute value, and their names follow', async () => {
    const [red, crimson] = await createValues(server.send, 'Hue', ['Red', 'Crimson']);
    const made = await createProduct(server.send, {
      name: 'Pen',
      attributeArr: [variant(red, 'Red', 'HUE-1'), { ...variant(red, 'Special', 'HUE-2'), attributeValueArr: [] }],
    });
    const { body } = await replace('attributeValue', red?.attributeValueId, crimson?.attributeValueId);
    const variants = (await get('product', made._id)).attributeArr as AnyRecord[];
    expect(variants.map(({ _id, name, sku }) => [_id, name, sku])).toEqual([
      [made.attributeArr[0]?._id, 'Crimson', 'HUE-1'],
      [made.attributeArr[1]?._id, 'Special', 'HUE-2'],
    ]);
    expect(variants[0]?.attributeValueArr).toMatchObject([{ attributeValueName: 'Crimson' }]);
    await undo(body.changeId);
    expect((await get('product', made._id)).attributeArr).toEqual(made.attributeArr);
  });

  it('changes nothing if a product has variants of both values', async () => {
    const [red, crimson] = await createValues(server.send, 'Tone', ['Red', 'Crimson']);
    const made = await createProduct(server.send, {
      name: 'Both pens',
      attributeArr: [variant(red, 'Red', 'TONE-1'), variant(crimson, 'Crimson', 'TONE-2')],
    });
    const { status: code, body } = await replace('attributeValue', red?.attributeValueId, crimson?.attributeValueId);
    expect([code, body.failed]).toEqual([
      409,
      [{ id: made._id, label: 'Both pens', message: expect.stringContaining('already has a variant') }],
    ]);
    expect((await get('product', made._id)).attributeArr).toEqual(made.attributeArr);
  });

  it('accepts only another record with the same parent', async () => {
    const [one, other] = [await createRecord(server.send, region), await createRecord(server.send, region)];
    for (const replacementId of [one._id, other._id, 'nowhere']) {
      const { status: code, body } = await replace('region', one._id, replacementId);
      expect([code, body.errors]).toEqual([409, [expect.objectContaining({ field: 'replacementId' })]]);
    }
    expect((await replace('region', one._id, '')).status).toBe(400);
    expect((await replace('region', 'nowhere', one._id)).status).toBe(404);
    expect(await status('region', one._id)).toBe(200);
  });
});
