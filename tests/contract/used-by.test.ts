import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { country, region } from '../../src/shared/resources/geography.ts';
import { referencesTo, resources } from '../../src/shared/resources/index.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { type UsedBy, usedByResponseSchema } from '../../src/shared/used-by.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const fieldReferences = resources.flatMap(({ name: target }) =>
  referencesTo(target)
    .filter(({ resource, fieldName }) => fieldName in resource.fields)
    .map((reference) => ({
      ...reference,
      target,
      name: `${reference.resource.name}.${reference.fieldName}`,
    })),
);

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const usedBy = async (resource: string, id: unknown): Promise<UsedBy[]> => {
    const { status, body } = await server.send('GET', `/v1/${resource}/usedBy/${id}`);
    expect(status).toBe(200);
    return usedByResponseSchema.parse(body).data;
  };
  const remove = async (resource: string, id: unknown) =>
    (await server.send('DELETE', `/v1/${resource}/deleteById/${id}`)).status;
  const namesIn = async (path: string) => {
    const { body } = await server.send('GET', path);
    return { names: (body.data as AnyRecord[]).map(({ name }) => name), total: body.total };
  };

  it.each(fieldReferences)('lists a record that refers by $name', async ({ resource, fieldName, onDelete, target }) => {
    const record = await createRecord(server.send, resource);
    const uses = await usedBy(target, record[fieldName]);
    expect(uses).toContainEqual({
      resource: resource.name,
      field: fieldName,
      total: 1,
      blocks: onDelete === 'restrict',
      names: [record[resource.titleField]],
    });
    const isBlocked = uses.some(({ blocks }) => blocks);
    expect(await remove(target, record[fieldName])).toBe(isBlocked ? 409 : 200);
  });

  it('returns nothing for an unused record', async () => {
    const { _id } = await createRecord(server.send, country);
    expect(await usedBy('country', _id)).toEqual([]);
  });

  it('names the newest three of all users', async () => {
    const { _id: countryId } = await createRecord(server.send, country);
    for (const name of ['A', 'B', 'C', 'D']) await createRecord(server.send, region, { countryId, name });
    expect(await usedBy('country', countryId)).toEqual([
      { resource: 'region', field: 'countryId', total: 4, blocks: true, names: ['D', 'C', 'B'] },
    ]);
  });

  it('answers 404 for a record that does not exist', async () => {
    for (const { name } of resources) {
      expect((await server.send('GET', `/v1/${name}/usedBy/nowhere`)).status).toBe(404);
    }
  });

  it('lists the readable records that use a file, except one', async () => {
    const image = asUpload('pens.png', makeFile('png'));
    const pens = await createRecord(server.send, category, { name: 'Pens', image });
    const [color] = await createValues(server.send, 'Ink', ['Blue']);
    const variant = buildVariant({
      attributeValueArr: [color],
      imagesArr: [{ image: pens.image, order: 0 }],
    });
    const card = await createProduct(server.send, {
      name: 'Card',
      thumbnail: pens.image,
      categoryId: pens._id,
      attributeArr: [variant],
    });
    const list = async (query: Record<string, string>) =>
      (await server.send('GET', `/v1/file/usedBy?${new URLSearchParams({ file: String(pens.image), ...query })}`)).body;
    const product = { resource: 'product', recordId: card._id, title: 'Card' };
    expect(await list({})).toMatchObject({
      total: 2,
      data: [
        { ...product, references: { categoryId: pens._id } },
        { resource: 'category', recordId: pens._id, title: 'Pens', references: {} },
      ],
    });
    expect(await list({ except: String(pens._id) })).toMatchObject({ total: 1, data: [product] });
    expect(await list({ pageIndex: '1', pageSize: '1' })).toMatchObject({
      total: 2,
      data: [{ title: 'Pens' }],
    });
    expect(await list({ file: 'unknown.png' })).toMatchObject({ total: 0, data: [] });
  });

  it('finds users of records that would be deleted with it', async () => {
    const { _id: categoryId } = await createRecord(server.send, category);
    const { _id: subCategoryId } = await createRecord(server.send, subCategory, { categoryId, name: 'Gel' });
    await createProduct(server.send, { name: 'By category', categoryId });
    const { _id } = await createProduct(server.send, { name: 'By sub category', subCategoryId });
    const uses = await usedBy('category', categoryId);
    expect(uses).toContainEqual({
      resource: 'product',
      field: 'categoryId',
      total: 2,
      blocks: true,
      names: ['By sub category', 'By category'],
    });
    expect(uses).toContainEqual({
      resource: 'subCategory',
      field: 'categoryId',
      total: 1,
      blocks: false,
      names: ['Gel'],
    });
    await withDatabase(server, (database) =>
      database
        .updateTable('product' as 'user')
        .set({ categoryId: null } as object)
        .where('_id', '=', _id)
        .execute(),
    );
    expect(await usedBy('category', categoryId)).toContainEqual(
      expect.objectContaining({ resource: 'product', total: 2, blocks: true }),
    );
  });

  it('finds products by their variants’ values', async () => {
    const [used, unused] = await createValues(server.send, 'Finish', ['Matt', 'Gloss']);
    await createProduct(server.send, {
      name: 'Card',
      attributeArr: [buildVariant({ attributeValueArr: [used] })],
    });
    const product = { resource: 'product', total: 1, blocks: true, names: ['Card'] };
    expect(await usedBy('attributeValue', used?.attributeValueId)).toEqual([{ ...product, field: 'attributeValueId' }]);
    expect(await usedBy('attributeValue', unused?.attributeValueId)).toEqual([]);
    const uses = await usedBy('attribute', used?.attributeId);
    expect(uses).toContainEqual({ ...product, field: 'attributeId' });
    expect(uses).toContainEqual(expect.objectContaining({ resource: 'attributeValue', total: 2, blocks: false }));
  });

  it('filters products by attribute or value everywhere', async () => {
    const [red, blue] = await createValues(server.send, 'Ink', ['Red', 'Blue']);
    const attributeArr = (...values: unknown[]) => values.map((value) => buildVariant({ attributeValueArr: [value] }));
    await createProduct(server.send, { name: 'Red pen', attributeArr: attributeArr(red) });
    await createProduct(server.send, { name: 'Both pens', attributeArr: attributeArr(red, blue) });
    await createProduct(server.send, { name: 'Pencil' });
    const all = { names: ['Both pens', 'Red pen'], total: 2 };
    expect(await namesIn(`/v1/product/?attributeId=${red?.attributeId}`)).toEqual(all);
    expect(await namesIn(`/v1/product/?attributeValueId=${red?.attributeValueId}`)).toEqual(all);
    const only = { names: ['Both pens'], total: 1 };
    expect(await namesIn(`/v1/product/?attributeValueId=${blue?.attributeValueId}`)).toEqual(only);
    expect(await namesIn(`/v1/product/?attributeId=${red?.attributeId}&query=both`)).toEqual(only);
    expect(await namesIn(`/v1/product/?attributeId=${red?.attributeId}&sort=-name`)).toEqual({
      names: ['Red pen', 'Both pens'],
      total: 2,
    });
    const exported = await fetch(
      `${server.url}/v1/product/export?format=csv&attributeValueId=${blue?.attributeValueId}`,
      { headers: { authorization: `Bearer ${server.token}` } },
    );
    const sheet = await exported.text();
    expect(sheet).toContain('Both pens');
    expect(sheet).not.toContain('Red pen');
    const { body } = await server.send('POST', '/v1/product/bulk', {
      body: {
        action: 'update',
        values: { status: 'INACTIVE' },
        filter: { attributeValueId: blue?.attributeValueId },
      },
    });
    expect(body.changed).toBe(1);
  });
});
