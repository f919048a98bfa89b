import { describe, expect, it } from 'vitest';
import { resourceTables } from '../../src/server/database/tables.ts';
import type { Home } from '../../src/shared/home.ts';
import { blogs } from '../../src/shared/resources/blogs.ts';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { buildImage, buildVariant, createProductClient } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, remove, revertChange, latestEntry } = createHistoryClient(server);
  const products = createProductClient(server);
  const find = async (resource: string, check: string) => {
    const { body } = await server.send('GET', '/v1/home');
    const found = (body.data as unknown as Home).findings.find(
      (finding) => finding.resource === resource && finding.check === check,
    );
    const { data } = await listRecords(server.send, resource, `check=${check}&pageSize=100`);
    expect(found?.records ?? []).toEqual(data.slice(0, 2).map(({ _id }) => expect.objectContaining({ _id })));
    return { total: found?.total ?? 0, ids: data.map(({ _id }) => _id) };
  };

  it('counts pictures without alternative text, and names their records', async () => {
    const values = { image: buildImage(), imageAlt: '', banner: buildImage(), bannerAlt: '' };
    const made = await createRecord(server.send, category, values);
    expect(await find('category', 'pictures')).toEqual({ total: 2, ids: [made._id] });
    await change('category', made._id, { imageAlt: 'A pen' });
    expect(await find('category', 'pictures')).toEqual({ total: 1, ids: [made._id] });
    await change('category', made._id, { bannerAlt: '(decorative)' });
    expect(await find('category', 'pictures')).toEqual({ total: 0, ids: [] });
    await revertChange((await latestEntry(made._id)).changeId);
    expect(await find('category', 'pictures')).toEqual({ total: 1, ids: [made._id] });
    const { body } = await remove('category', made._id);
    expect(await find('category', 'pictures')).toEqual({ total: 0, ids: [] });
    expect((await server.send('POST', `/v1/trash/${body.historyId}/restore`)).status).toBe(200);
    expect(await find('category', 'pictures')).toEqual({ total: 1, ids: [made._id] });
  });

  it('counts each picture of variants once', async () => {
    const image = buildImage();
    const imagesArr = [{ image }, { image: buildImage(), alt: 'A pen' }];
    const made = await products.create({
      thumbnail: buildImage(),
      attributeArr: [buildVariant({ imagesArr }), buildVariant({ imagesArr })],
    });
    expect(await find('product', 'pictures')).toEqual({ total: 2, ids: [made._id] });
    await products.patch(made._id, { name: 'Pen', thumbnailAlt: 'Pens' });
    expect(await find('product', 'pictures')).toEqual({ total: 1, ids: [made._id] });
    await products.patch(made._id, { attributeArr: [] });
    expect(await find('product', 'pictures')).toEqual({ total: 0, ids: [] });
  });

  it('counts formatted texts to check', async () => {
    const skipped = '<h2>Ink</h2><h4>Blue</h4>';
    const made = await createRecord(server.send, blogs, { description: skipped });
    await createRecord(server.send, blogs, { description: '<h2>Ink</h2><h3>Blue</h3>' });
    expect(await find('blogs', 'texts')).toEqual({ total: 1, ids: [made._id] });
    await change('blogs', made._id, { description: '<h2>Ink</h2><h3>Blue</h3>' });
    expect(await find('blogs', 'texts')).toEqual({ total: 0, ids: [] });
  });

  it('checks the records of an earlier version at the next start', async () => {
    const attributeArr = [buildVariant({ imagesArr: [buildImage()] })];
    const made = await products.create({ thumbnail: buildImage(), attributeArr });
    await withDatabase(server, async (database) => {
      await resourceTables(database).deleteFrom('finding').execute();
      await database.deleteFrom('setting').where('_id', '=', 'areFindingsStored').execute();
    });
    expect(await find('product', 'pictures')).toEqual({ total: 0, ids: [] });
    await server.restart();
    expect((await find('product', 'pictures')).ids).toContain(made._id);
    expect((await find('product', 'pictures')).total).toBe(2);
  });
});
