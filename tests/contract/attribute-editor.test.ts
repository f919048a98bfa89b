import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { buildVariant, createProduct, getProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

type Value = AnyRecord & { name: string };
type Attribute = AnyRecord & { attributeValueArr: Value[]; changeId?: string };

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { revertChange } = createHistoryClient(server);

  const create = async (name: string, values: string[]): Promise<Attribute> => {
    const attributeValueArr = values.map((value) => ({ name: value }));
    const { body } = await server.send('POST', '/v1/attribute/', { body: { name, attributeValueArr } });
    return body.data as Attribute;
  };
  const get = async (id: string) => (await server.send('GET', `/v1/attribute/getById/${id}`)).body.data as Attribute;
  const namesOf = ({ attributeValueArr }: Attribute) => attributeValueArr.map(({ name }) => name);
  const save = (id: string, body: Record<string, unknown>) =>
    server.send('PATCH', `/v1/attribute/updateById/${id}`, { body });
  const variantOf = ({ _id, attributeId, name, attributeName }: Value, sku: string) =>
    buildVariant({
      name,
      sku,
      attributeValueArr: [
        { attributeValueId: _id, attributeId, attributeValueName: name, attributeName: attributeName },
      ],
    });
  const valueAt = ({ attributeValueArr }: Attribute, index: number): Value => {
    const value = attributeValueArr[index];
    if (!value) throw new Error(`There is no value ${index}`);
    return value;
  };

  it('lists values in the order of the form', async () => {
    const created = await create('Ordered', ['Small', 'Medium', 'Large']);
    const list = async (query = '') => {
      const { body } = await server.send('GET', `/v1/attributeValue/?attributeId=${created._id}${query}`);
      return (body.data as Value[]).map(({ name }) => name);
    };
    expect(await list()).toEqual(['Small', 'Medium', 'Large']);
    await save(created._id, { attributeValueArr: [2, 0, 1].map((index) => valueAt(created, index)) });
    expect(await list()).toEqual(['Large', 'Small', 'Medium']);
    expect(await list('&pageSize=1&pageIndex=2'), 'read from the end').toEqual(['Medium']);
  });

  it('adds, orders, renames and deletes values as one change, which can be undone', async () => {
    const before = await create('Colour', ['Red', 'Green', 'Blue']);
    expect(namesOf(before)).toEqual(['Red', 'Green', 'Blue']);
    const [red, green, blue] = before.attributeValueArr;
    const pen = await createProduct(server.send, {
      attributeArr: [variantOf(valueAt(before, 2), 'EDIT-1')],
    });
    const { status, body } = await save(before._id, {
      name: 'Ink colour',
      version: before.version,
      attributeValueArr: [
        { ...blue, name: 'Navy', color: '#001f5b', image: asUpload('navy.png', makeFile('png')) },
        { name: 'Gold' },
        red,
        { ...green, isRemoved: true },
      ],
    });
    expect([status, body.message]).toEqual([200, 'Attribute saved']);
    const saved = await get(before._id);
    expect([saved.name, namesOf(saved)]).toEqual(['Ink colour', ['Navy', 'Gold', 'Red']]);
    expect(valueAt(saved, 0)).toMatchObject({ color: '#001f5b', files: { image: { name: 'navy.png' } } });
    const { body: listed } = await server.send('GET', '/v1/attribute/getAttributeWithValue');
    expect(namesOf((listed.data as Attribute[])[0] as Attribute)).toEqual(['Navy', 'Gold', 'Red']);
    expect((await getProduct(server.send, pen._id)).attributeArr[0]?.name).toBe('Navy');

    expect((await revertChange((body.data as Attribute).changeId)).status).toBe(200);
    const undone = await get(before._id);
    expect([undone.name, namesOf(undone)]).toEqual(['Colour', ['Red', 'Green', 'Blue']]);
    expect((await getProduct(server.send, pen._id)).attributeArr).toEqual(pen.attributeArr);
  });

  it('lets generated variant names follow a value that is renamed alone', async () => {
    const size = await create('Size', ['L']);
    const made = await createProduct(server.send, { attributeArr: [variantOf(valueAt(size, 0), 'ALONE-1')] });
    const path = `/v1/attributeValue/updateById/${valueAt(size, 0)._id}`;
    await server.send('PATCH', path, { body: { name: 'Large' } });
    const renamed = await getProduct(server.send, made._id);
    expect(renamed.attributeArr[0]).toMatchObject({
      _id: made.attributeArr[0]?._id,
      name: 'Large',
      attributeValueArr: [{ attributeValueName: 'Large' }],
    });
  });

  it('merges a value into another one, which can be undone', async () => {
    const before = await create('Hue', ['red', 'Crimson', 'Blue']);
    const made = await createProduct(server.send, {
      attributeArr: [variantOf(valueAt(before, 0), 'MERGE-1')],
    });
    const [red, crimson, blue] = before.attributeValueArr;
    const { body } = await save(before._id, {
      attributeValueArr: [{ ...red, replacementId: crimson?._id }, { ...crimson, name: 'Red' }, blue],
    });
    expect(namesOf(body.data as Attribute)).toEqual(['Red', 'Blue']);
    expect((await getProduct(server.send, made._id)).attributeArr[0]).toMatchObject({
      name: 'Red',
      attributeValueArr: [{ attributeValueId: crimson?._id }],
    });
    expect((await revertChange((body.data as Attribute).changeId)).status).toBe(200);
    expect(namesOf(await get(before._id))).toEqual(['red', 'Crimson', 'Blue']);
    expect((await getProduct(server.send, made._id)).attributeArr).toEqual(made.attributeArr);
  });

  it('refuses a merge that makes variants equal, in advance and when it is saved', async () => {
    const before = await create('Tone', ['red', 'Crimson']);
    const [red, crimson] = before.attributeValueArr;
    await createProduct(server.send, {
      name: 'Two pens',
      attributeArr: [variantOf(valueAt(before, 0), 'BOTH-1'), variantOf(valueAt(before, 1), 'BOTH-2')],
    });
    const preview = await server.send('POST', `/v1/attributeValue/replaceById/${red?._id}`, {
      body: { replacementId: crimson?._id, dryRun: true },
    });
    expect([preview.status, preview.body.failed]).toMatchObject([409, [{ label: 'Two pens' }]]);
    const { status, body } = await save(before._id, {
      attributeValueArr: [{ ...red, replacementId: crimson?._id }, crimson, { name: 'Pink' }],
    });
    expect([status, body.errors]).toMatchObject([
      409,
      [{ field: 'attributeValueArr.0.replacementId', message: expect.stringContaining('“Two pens”') }],
    ]);
    expect(namesOf(await get(before._id))).toEqual(['red', 'Crimson']);
  });

  it('writes nothing in a dry run of a replacement', async () => {
    const before = await create('Shade', ['red', 'Crimson']);
    const [red, crimson] = before.attributeValueArr;
    await createProduct(server.send, { attributeArr: [variantOf(valueAt(before, 0), 'DRY-1')] });
    const { body } = await server.send('POST', `/v1/attributeValue/replaceById/${red?._id}`, {
      body: { replacementId: crimson?._id, dryRun: true },
    });
    expect(body).toMatchObject({ changed: 1, changeId: null });
    expect(namesOf(await get(before._id))).toEqual(['red', 'Crimson']);
  });

  it('answers 409 with the current values when someone else has changed one', async () => {
    const before = await create('Finish', ['Matt', 'Gloss']);
    const [matt, gloss] = before.attributeValueArr;
    await server.send('PATCH', `/v1/attributeValue/updateById/${matt?._id}`, { body: { name: 'Satin' } });
    const { status, body } = await save(before._id, {
      attributeValueArr: [matt, { ...gloss, name: 'Shiny' }],
    });
    expect([status, namesOf(body.data as Attribute)]).toEqual([409, ['Satin', 'Gloss']]);
  });

  it('keeps values that the request doesn’t contain', async () => {
    const before = await create('Weight', ['80 g']);
    await createRecord(server.send, attributeValue, { attributeId: before._id, name: '100 g' });
    const { body } = await save(before._id, {
      attributeValueArr: [...before.attributeValueArr, { name: '120 g' }],
    });
    expect(namesOf(body.data as Attribute).sort()).toEqual(['100 g', '120 g', '80 g']);
  });

  it.each([
    [{ name: ' RED ' }, 409, 'name', 'Paint already has the value Red'],
    [{ name: '' }, 400, 'name', 'AttributeValue Value Name is required'],
    [{ name: 'Pink', color: 'pink' }, 400, 'color', expect.stringContaining('#c0392f')],
  ])('rejects the new value %o', async (value, status, field, message) => {
    const before = await create('Paint', ['Red']);
    const response = await save(before._id, { attributeValueArr: [...before.attributeValueArr, value] });
    expect([response.status, response.body.errors]).toEqual([
      status,
      [{ field: `attributeValueArr.1.${field}`, message }],
    ]);
    expect(namesOf(await get(before._id))).toEqual(['Red']);
  });

  it('adds the values of another attribute to a copy', async () => {
    const before = await create('Original', ['One', 'Two']);
    const { attributeValueArr } = before;
    const { body } = await server.send('POST', '/v1/attribute/', {
      body: { name: 'Copy', attributeValueArr },
    });
    expect(namesOf(body.data as Attribute)).toEqual(['One', 'Two']);
    expect(await get(before._id)).toMatchObject({ attributeValueArr });
  });

  it('swaps the names of two values', async () => {
    const before = await create('Swap', ['One', 'Two']);
    const [one, two] = before.attributeValueArr;
    const attributeValueArr = [
      { ...one, name: 'Two' },
      { ...two, name: 'One' },
    ];
    const { body } = await save(before._id, { attributeValueArr });
    expect(namesOf(body.data as Attribute)).toEqual(['Two', 'One']);
  });

  it('saves an attribute without its values as before', async () => {
    const made = await createRecord(server.send, attribute, { name: 'Plain' });
    const { status, body } = await save(made._id, { name: 'Plainer' });
    expect([status, (body.data as AnyRecord).name]).toEqual([200, 'Plainer']);
  });
});
