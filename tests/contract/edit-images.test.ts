import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { banner } from '../../src/shared/resources/banner.ts';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile, makeFilesOld } from '../support/files.ts';
import { buildVariant, createProduct, createValues, getProduct } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Red on the left, blue on the right: 40 by 20 pixels, or as many times that. */
const twoColored = async (scale = 1) => {
  const blue = { create: { width: 20 * scale, height: 20 * scale, channels: 3, background: '#0000ff' } } as const;
  const input = await sharp(blue).png().toBuffer();
  return sharp({ create: { width: 40 * scale, height: 20 * scale, channels: 3, background: '#ff0000' } })
    .composite([{ input, left: 20 * scale, top: 0 }])
    .png()
    .toBuffer();
};

const turned = { rotation: 90, x: 0, y: 50, width: 100, height: 50 } as const;
const whole = { rotation: 0, x: 0, y: 0, width: 100, height: 100 } as const;

describe.each(databaseKinds)('an image of the library on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const edit = (id: unknown, body: object) => server.send('POST', `/v1/asset/editById/${id}`, { body });
  const read = async (resource: string, id: unknown) =>
    (await server.send('GET', `/v1/${resource}/getById/${id}`)).body.data as AnyRecord;
  const fetchBytes = async (file: unknown, query = '') =>
    Buffer.from(await (await fetch(`${server.url}/uploads/${file}${query}`)).arrayBuffer());
  const colorOf = async (bytes: Buffer) => {
    const { dominant } = await sharp(bytes).stats();
    return dominant.b > dominant.r ? 'blue' : 'red';
  };
  const findAsset = async (file: unknown): Promise<AnyRecord> => {
    const { data } = await listRecords(server.send, 'asset', 'pageSize=200');
    const found = data.find((each) => each.file === file);
    if (!found) throw new Error(`${file} is not in the library`);
    return found;
  };
  const addCategory = async (scale: number) => {
    const image = asUpload('pens.png', await twoColored(scale));
    return createRecord(server.send, category, { image, imageAlt: 'Two pens' });
  };

  it('is cropped and turned in all records, under a new address, as one change that can be undone', async () => {
    const used = await addCategory(1);
    const asset = await findAsset(used.image);
    const attributeValueArr = await createValues(server.send, 'Colour', ['Blue']);
    const product = await createProduct(server.send, {
      attributeArr: [buildVariant({ attributeValueArr, imagesArr: [{ image: used.image, order: 0, alt: 'Own' }] })],
    });

    const { status, body } = await edit(asset._id, { crop: turned });
    expect([status, body.message]).toEqual([200, '“pens.png” edited, and replaced in 2 items']);
    const edited = await read('asset', asset._id);
    expect(edited).toMatchObject({ original: asset.file, crop: '90 0 50 100 50', name: 'pens.png', useCount: 2 });
    expect(edited.file).not.toBe(asset.file);
    expect(await read('category', used._id)).toMatchObject({
      image: edited.file,
      imageAlt: 'Two pens',
      files: { image: { name: 'pens.png', width: 20, height: 20 } },
    });
    const [image] = (await getProduct(server.send, product._id)).attributeArr[0]?.imagesArr ?? [];
    expect(image).toMatchObject({ image: edited.file, alt: 'Own' });
    const bytes = await fetchBytes(edited.file);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 20, height: 20 });
    expect(await colorOf(bytes)).toBe('blue');
    expect(await colorOf(await fetchBytes(edited.file, '?w=80'))).toBe('blue');
    expect(await sharp(await fetchBytes(edited.original)).metadata()).toMatchObject({ width: 40, height: 20 });

    const undone = await server.send('POST', `/v1/history/changes/${body.changeId}/revert`);
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await read('asset', asset._id)).toMatchObject({ file: asset.file, original: null, crop: '' });
    expect(await read('category', used._id)).toMatchObject({ image: asset.file });
  });

  it('keeps its original, from which it is cropped anew and restored', async () => {
    const used = await addCategory(2);
    const { _id, file } = await findAsset(used.image);
    await edit(_id, { crop: turned });
    makeFilesOld(server.dataDir);
    await server.restart();
    await edit(_id, { crop: { ...whole, width: 50 } });
    expect(await read('asset', _id)).toMatchObject({ original: file, crop: '0 0 0 50 100' });
    expect(await colorOf(await fetchBytes((await read('asset', _id)).file))).toBe('red');
    await edit(_id, { crop: whole });
    expect(await read('asset', _id)).toMatchObject({ file, original: null, crop: '' });
    expect(await read('category', used._id)).toMatchObject({ image: file });
  });

  it('is found by the bytes of its original', async () => {
    const bytes = await twoColored(3);
    const { body } = await server.send('POST', '/v1/asset/', { body: { file: asUpload('first.png', bytes) } });
    const { _id } = body.data as AnyRecord;
    await edit(_id, { crop: turned });
    const again = await server.send('POST', '/v1/asset/', { body: { file: asUpload('second.png', bytes) } });
    expect(again.body).toMatchObject({
      data: { _id },
      notices: [expect.stringContaining('is in the library already')],
    });
  });

  it('has a focal point, which websites and their changes show', async () => {
    await site.set({ isOn: true });
    const imageUrl = asUpload('banner.png', await twoColored(4));
    const shown = await createRecord(server.send, banner, { imageUrl, status: 'ACTIVE' });
    const path = `/site/v1/banners/${shown._id}`;
    const since = String((await site.get('/site/v1/changes')).body.nextCursor);
    const { _id, file } = await findAsset(shown.imageUrl);
    expect((await edit(_id, { focalPoint: { x: 30.4, y: 20 } })).status).toBe(200);
    expect(await read('asset', _id)).toMatchObject({ file, focalPoint: '30% 20%' });
    await expect
      .poll(async () => ((await site.get(path)).body.data as unknown as { imageUrl: object }).imageUrl)
      .toMatchObject({ width: 160, focalPoint: { x: 30, y: 20 } });
    expect(await site.validate(path, (await site.get(path)).body)).toBeNull();
    const { body } = await site.get(`/site/v1/changes?since=${encodeURIComponent(since)}`);
    expect(body.data).toMatchObject([{ resource: 'banners', id: shown._id, change: 'updated' }]);
    const points = await server.send('GET', '/v1/asset/focalPoints');
    expect(points.body.data).toEqual({ [String(file).slice(0, 12)]: '30% 20%' });
  });

  it('can’t be edited if it is not an image, or outside its edges', async () => {
    const file = asUpload('list.pdf', makeFile('pdf'));
    const pdf = (await server.send('POST', '/v1/asset/', { body: { file } })).body.data as AnyRecord;
    expect((await edit(pdf._id, { crop: turned })).status).toBe(400);
    expect((await edit(pdf._id, { crop: { ...whole, x: 60 } })).status).toBe(400);
    expect((await edit('nothing', { crop: whole })).status).toBe(404);
  });

  it('gets no other file or focal point than an edit gives it', async () => {
    const { body } = await server.send('POST', '/v1/asset/', { body: { file: asUpload('a.png', makeFile('png')) } });
    const other = await server.send('POST', '/v1/asset/', { body: { file: asUpload('b.png', makeFile('png')) } });
    const path = `/v1/asset/updateById/${(body.data as AnyRecord)._id}`;
    const original = (other.body.data as AnyRecord).file;
    for (const values of [{ original }, { file: original }, { focalPoint: 'left' }, { crop: '1 2' }])
      expect((await server.send('PATCH', path, { body: values })).status).toBe(400);
  });

  it('is deleted and restored with its original', async () => {
    const upload = { file: asUpload('gone.png', await twoColored(5)) };
    const { _id, file } = (await server.send('POST', '/v1/asset/', { body: upload })).body.data as AnyRecord;
    await edit(_id, { crop: turned });
    const { body } = await server.send('DELETE', `/v1/asset/deleteById/${_id}`);
    makeFilesOld(server.dataDir);
    await server.restart();
    expect((await server.send('POST', `/v1/history/${body.historyId}/revert`)).status).toBe(200);
    await expect.poll(() => read('asset', _id)).toMatchObject({ original: file });
    expect(await sharp(await fetchBytes(file)).metadata()).toMatchObject({ width: 200 });
  });
});
