import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { category } from '../../src/shared/resources/category.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { country, region, state } from '../../src/shared/resources/geography.ts';
import { product } from '../../src/shared/resources/product.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { csv, importProducts, importRecords } from '../support/import-client.ts';
import { createPair, createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, entriesOf, get, latestEntry, remove, revertChange: revert } = createHistoryClient(server);

  const bulk = async (name: string, body: object) =>
    (await server.send('POST', `/v1/${name}/bulk`, { body })).body.changeId;
  const makeFaqs = async (...names: string[]) => {
    const made: AnyRecord[] = [];
    for (const name of names) made.push(await createRecord(server.send, faq, { name }));
    return made;
  };

  it('is undone as a new change that can be undone', async () => {
    const records = await makeFaqs('One', 'Two', 'Three');
    const ids = records.map(({ _id }) => _id);
    const statuses = async () => Promise.all(ids.map(async (id) => (await get('faq', id))?.status));
    const changeId = await bulk('faq', { action: 'update', ids, values: { status: 'INACTIVE' } });
    const first = await revert(changeId);
    expect([first.status, first.body.message, first.body.changed]).toEqual([200, 'Change undone for 3 items', 3]);
    expect(first.body.changeId).not.toBe(changeId);
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    const undone = await entriesOf(first.body.changeId);
    expect(undone.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(undone.map(({ changedRecords }) => changedRecords)).toEqual([3, 3, 3]);
    expect(undone.map(({ revertOf }) => revertOf).sort()).toEqual(
      (await entriesOf(changeId)).map(({ _id }) => _id).sort(),
    );
    const second = await revert(first.body.changeId);
    expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE']);
    expect((await revert(second.body.changeId)).status).toBe(200);
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  it('redoes an undone import', async () => {
    const colour = await createRecord(server.send, attribute, { name: 'Colour' });
    const pen = await createRecord(server.send, product, { name: 'Old pen', sku: 'P-1', price: 1 });
    const { body } = await importProducts(
      server,
      csv(
        ['name', 'sku', 'price', 'variant sku', 'Attribute: Colour', 'Attribute: Nib'],
        ['Old pen', 'P-1', '2.50', 'P-1-B', 'Blue', 'Fine'],
        ['New pen', 'P-2', '3', 'P-2-B', 'Blue', 'Broad'],
      ),
    );
    const { report } = body;
    if (!report) throw new Error('There is no report');
    expect(report).toMatchObject({ create: 1, update: 1 });
    const written = await entriesOf(report.changeId);
    const created = written.filter(({ action }) => action === 'create');
    expect(created.map(({ resource }) => resource).sort()).toEqual([
      'attribute',
      'attributeValue',
      'attributeValue',
      'attributeValue',
      'product',
    ]);
    const changed = await get('product', pen._id);
    expect(changed).toMatchObject({ price: 2.5, variantCount: 1 });

    const undone = await revert(report.changeId);
    expect([undone.status, undone.body.changed]).toEqual([200, written.length]);
    for (const { resource, recordId } of created) expect(await get(resource, recordId)).toBeUndefined();
    expect(await get('product', pen._id)).toMatchObject({ price: 1, attributeArr: [] });
    expect(await get('attribute', colour._id)).toMatchObject({ version: 1 });

    expect((await revert(undone.body.changeId)).status).toBe(200);
    for (const { resource, recordId } of created) expect(await get(resource, recordId)).toBeDefined();
    const again = await get('product', pen._id);
    expect(again).toMatchObject({ price: 2.5, sku: 'P-1', attributeArr: [{ sku: 'P-1-B' }] });
  });

  it('is undone completely even if it is large', async () => {
    const titles = Array.from({ length: 1100 }, (_, index) => [`Large ${index}`]);
    const { body } = await importRecords(server, 'country', csv(['name'], ...titles));
    const count = async () => (await server.send('GET', '/v1/country/?query=large')).body.total;
    expect(await count()).toBe(1100);
    const made = await entriesOf(body.report?.changeId);
    const used = made.find(({ title }) => title === 'Large 700');
    const user = await createRecord(server.send, region, { countryId: used?.recordId });
    const refused = await revert(body.report?.changeId);
    const message = '“Large 700” can’t be deleted because it’s used by 1 region';
    expect([refused.status, refused.body.failed, await count()]).toEqual([
      409,
      [{ id: used?.recordId, label: 'Large 700', message }],
      1100,
    ]);
    await remove('region', user._id);
    const undone = await revert(body.report?.changeId);
    expect([undone.status, undone.body.changed, await count()]).toEqual([200, 1100, 0]);
    const deletedFirst = (await entriesOf(undone.body.changeId, 2)).reverse();
    expect(deletedFirst.map(({ revertOf }) => revertOf)).toEqual(made.slice(0, 100).map(({ _id }) => _id));
    const again = await revert(undone.body.changeId);
    expect([again.status, again.body.changed, await count()]).toEqual([200, 1100, 1100]);
  });

  it('is not undone if any record changed since', async () => {
    const records = await makeFaqs('Stays', 'Renamed', 'Gone');
    const ids = records.map(({ _id }) => _id);
    const changeId = await bulk('faq', { action: 'update', ids, values: { status: 'INACTIVE' } });
    await change('faq', String(ids[1]), { name: 'Another name' });
    await remove('faq', ids[2]);
    const { status, body } = await revert(changeId);
    expect([status, body.message]).toEqual([
      409,
      'Nothing was undone: 2 items can’t be reverted. It has been deleted since.',
    ]);
    expect(body.failed).toEqual([
      { id: ids[2], label: 'Gone', message: 'It has been deleted since' },
      { id: ids[1], label: 'Renamed', message: 'It has been changed since' },
    ]);
    expect(await get('faq', ids[0])).toMatchObject({ status: 'INACTIVE', version: 2 });
  });

  it('names the record that a rule keeps from being undone', async () => {
    const old = await createRecord(server.send, category, { name: 'Old' });
    const ids: string[] = [];
    for (const name of ['Ruler', 'Stapler', 'Scissors']) {
      const sent = { name, sku: name, ...(name === 'Stapler' && { categoryId: old._id }) };
      ids.push((await createRecord(server.send, product, sent))._id);
    }
    const other = await createRecord(server.send, category, { name: 'Other' });
    const moved = await bulk('product', { action: 'update', ids, values: { categoryId: other._id } });
    const gone = await remove('category', old._id);
    const refused = await revert(moved);
    expect([refused.status, refused.body.failed]).toEqual([
      409,
      [{ id: ids[1], label: 'Stapler', message: expect.stringContaining('category') }],
    ]);
    expect(await get('product', ids[0])).toMatchObject({ categoryId: other._id, version: 2 });
    await server.send('POST', `/v1/trash/${gone.body.historyId}/restore`);
    expect((await revert(moved)).status).toBe(200);
    expect(await get('product', ids[1])).toMatchObject({ categoryId: old._id, categoryName: 'Old' });

    const variants = (one: string, other: string) =>
      importProducts(
        server,
        csv(
          ['name', 'variant sku', 'Attribute: Length', 'variant price'],
          ['Ruler', 'L-1', '15 cm', one],
          ['Stapler', 'L-2', '30 cm', other],
        ),
      );
    await variants('1', '2');
    const { body } = await variants('8', '9');
    expect(body.report).toMatchObject({ update: 2 });
    expect((await revert(body.report?.changeId)).status).toBe(200);
    expect(await get('product', ids[0])).toMatchObject({ attributeArr: [{ sku: 'L-1', price: 1 }] });
    expect(await get('product', ids[1])).toMatchObject({ attributeArr: [{ sku: 'L-2', price: 2 }] });
    expect((await server.send('GET', '/v1/product/?query=L-2')).body.total).toBe(1);
  });

  it('is not undone if something else uses its records', async () => {
    const parent = await createRecord(server.send, country, { name: 'Needed' });
    const changeId = (await latestEntry(parent._id)).changeId;
    await createRecord(server.send, region, { countryId: parent._id });
    const { status, body } = await revert(changeId);
    expect([status, body.failed]).toEqual([
      409,
      [
        {
          id: parent._id,
          label: 'Needed',
          message: '“Needed” can’t be deleted because it’s used by 1 region',
        },
      ],
    ]);
  });

  it('restores records that were deleted together, once', async () => {
    const size = await createRecord(server.send, attribute, { name: 'Size' });
    const value = await createRecord(server.send, attributeValue, { name: 'A4', attributeId: size._id });
    const other = await createRecord(server.send, attribute, { name: 'Other' });
    const changeId = await bulk('attribute', { action: 'delete', ids: [size._id, other._id] });
    const responses = await Promise.all([1, 2, 3].map(() => revert(changeId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await get('attributeValue', value._id)).toMatchObject({ name: 'A4', attributeId: size._id });
    const refused = responses.find(({ status }) => status === 409)?.body.failed as { message: string }[];
    expect(refused.map(({ message }) => message)).toContain('It has been restored, or its 30 days in Trash are over');
  });

  it('undoes its cascaded changes', async () => {
    const [france, spain] = await createPair(server.send, country);
    const north = await createRecord(server.send, region, { countryId: france._id });
    const child = await createRecord(server.send, state, { regionId: north._id });
    await change('region', north._id, { countryId: spain._id });
    expect((await revert((await latestEntry(north._id)).changeId)).status).toBe(200);
    expect(await get('state', child._id)).toMatchObject({ countryId: france._id });

    const [pens, paper] = await createPair(server.send, category);
    const gel = await createRecord(server.send, subCategory, { categoryId: pens._id });
    const pen = await createRecord(server.send, product, { subCategoryId: gel._id });
    await change('subCategory', gel._id, { categoryId: paper._id });
    expect(await get('product', pen._id)).toMatchObject({ categoryId: paper._id });
    expect((await revert((await latestEntry(gel._id)).changeId)).status).toBe(200);
    expect(await get('product', pen._id)).toMatchObject({ categoryId: pens._id, version: 3 });
  });

  it('is undone only by roles that may change all its records', async () => {
    const password = 'a long password';
    const { body } = await server.send('POST', '/v1/user/', {
      body: { name: 'Sub', email: 'sub@example.com', role: 'SUBADMIN', password },
    });
    const token = await signIn(server.send, { email: 'sub@example.com', password });
    const ofUser = (await latestEntry((body.data as AnyRecord)._id)).changeId;
    expect((await revert(ofUser, token)).status).toBe(403);
    const [question] = await makeFaqs('Mine');
    const ofFaq = (await latestEntry(String(question?._id))).changeId;
    expect((await server.send('POST', `/v1/history/changes/${ofFaq}/revert`, { token: null })).status).toBe(401);
    expect((await revert(ofFaq, token)).status).toBe(200);
    const { status, body: missing } = await revert('nothing');
    expect([status, missing.message]).toEqual([404, 'Change not found']);
  });

  it('is undone once for a repeated request', async () => {
    const [question] = await makeFaqs('Once');
    const changeId = (await latestEntry(String(question?._id))).changeId;
    const key = { 'idempotency-key': 'undo-change' };
    const one = await revert(changeId, undefined, key);
    const two = await revert(changeId, undefined, key);
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
  });
});
