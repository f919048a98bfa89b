import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { anyDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, makeFilesOld } from '../support/files.ts';
import { buildVariant, createProduct, createValues, getProduct, type Product } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { setUpTestServer, type TestServer } from '../support/test-server.ts';

type AnyValues = Record<string, unknown>;

const createClient = (server: TestServer) => {
  const list = async (query = '') => (await listRecords(server.send, 'asset', `pageSize=200&${query}`)).data;
  return {
    list,
    findAsset: async (file: unknown): Promise<AnyRecord> => {
      const found = (await list()).find((asset) => asset.file === file);
      if (!found) throw new Error(`${file} is not in the library`);
      return found;
    },
    upload: async (name: string, values: object = {}, bytes = makeFile('png')) =>
      (await server.send('POST', '/v1/asset/', { body: { file: asUpload(name, bytes), ...values } })).body,
    add: async (name: string, values: object = {}): Promise<AnyRecord> =>
      (await server.send('POST', '/v1/asset/', { body: { file: asUpload(name, makeFile('png')), ...values } })).body
        .data as AnyRecord,
    addCategory: (values: AnyValues) => createRecord(server.send, category, values),
    getCategory: async (id: string) => (await server.send('GET', `/v1/category/getById/${id}`)).body.data as AnyRecord,
    replace: (from: AnyRecord, to: AnyRecord, dryRun = false) =>
      server.send('POST', `/v1/asset/replaceById/${from._id}`, { body: { replacementId: to._id, dryRun } }),
  };
};

const createProductWith = async (server: TestServer, image: unknown): Promise<Product> => {
  const attributeValueArr = await createValues(server.send, 'Colour', ['Blue']);
  return createProduct(server.send, {
    attributeArr: [buildVariant({ attributeValueArr, imagesArr: [{ image, order: 0 }] })],
  });
};

describe.each(databaseKinds)('the library on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { list, findAsset, add, addCategory, getCategory, replace } = createClient(server);

  it('has the files of saved records, with their names and alternative texts', async () => {
    const { image } = await addCategory({ image: asUpload('Pens.png', makeFile('png')), imageAlt: 'Three pens' });
    expect(await findAsset(image)).toMatchObject({
      name: 'Pens.png',
      alt: 'Three pens',
      type: 'image',
      useCount: 1,
      files: { file: { name: 'Pens.png', width: 1, height: 1 } },
      uploadedByName: expect.any(String),
    });
  });

  it('has the images of variants', async () => {
    const product = await createProductWith(server, asUpload('Variant.png', makeFile('png')));
    const file = product.attributeArr[0]?.imagesArr[0]?.image;
    expect(await findAsset(file)).toMatchObject({ name: 'Variant.png', useCount: 1 });
  });

  it('gets the files of an earlier version at the next start', async () => {
    const { image } = await addCategory({ image: asUpload('Old.png', makeFile('png')), imageAlt: 'An old pen' });
    await withDatabase(server, async (database) => {
      await database.deleteFrom('asset' as 'user').execute();
      await database.deleteFrom('assetFile').execute();
      await database.deleteFrom('fileUse').where('resource', '=', 'asset').execute();
    });
    await server.restart();
    await expect.poll(() => findAsset(image)).toMatchObject({ name: 'Old.png', alt: 'An old pen', type: 'image' });
  });

  it('finds assets by type, use, missing alternative text and words of name, tags and text', async () => {
    const used = await addCategory({ image: asUpload('used.png', makeFile('png')), imageAlt: '' });
    const unused = await add('violet-nib.png', { alt: 'A fountain pen', tags: 'studio, Autumn , studio' });
    const names = async (query: string) => (await list(query)).map(({ file }) => file);
    expect(await names('isUsed=true')).toContain(used.image);
    expect(await names('isUsed=false')).toEqual(expect.arrayContaining([unused.file]));
    expect(await names('isUsed=false')).not.toContain(used.image);
    expect(await names('isMissingAlt=true')).toContain(used.image);
    expect(await names('isMissingAlt=true')).not.toContain(unused.file);
    expect(await names('type=pdf')).toEqual([]);
    for (const query of ['violet', 'fountain', 'autumn']) expect(await names(`query=${query}`)).toEqual([unused.file]);
    expect(unused.tags).toBe('studio, Autumn');
  });

  it('replaces a file in all records by another one, as one change that can be undone', async () => {
    const used = await addCategory({
      image: asUpload('former.png', makeFile('png')),
      imageAlt: 'The former pen',
    });
    const former = await findAsset(used.image);
    const text = `<p>See <img src="/uploads/${used.image}" alt="it"></p>`;
    const other = await addCategory({ banner: used.image, description: text });
    const product = await createProductWith(server, used.image);
    const newer = await add('newer.png', { alt: 'The newer pen' });

    expect((await replace(former, newer, true)).body).toMatchObject({ changed: 3, changeId: null });
    expect(await getCategory(used._id)).toMatchObject({ image: former.file });
    const { body } = await replace(former, newer);
    expect(body).toMatchObject({ changed: 3 });

    expect(await getCategory(used._id)).toMatchObject({
      image: newer.file,
      imageAlt: 'The newer pen',
      files: { image: { name: 'newer.png' } },
    });
    expect(await getCategory(other._id)).toMatchObject({ banner: newer.file });
    const changed = await getProduct(server.send, product._id);
    expect(changed.attributeArr[0]?.imagesArr).toMatchObject([{ image: newer.file, alt: 'The newer pen' }]);
    expect(await findAsset(former.file)).toMatchObject({ useCount: 0 });
    expect(await findAsset(newer.file)).toMatchObject({ useCount: 3 });

    const undone = await server.send('POST', `/v1/history/changes/${body.changeId}/revert`);
    expect(undone.status).toBe(200);
    expect(await getCategory(used._id)).toMatchObject({ image: former.file, imageAlt: 'The former pen' });
  });
});

describe.each(databaseKinds)('images of the library on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { list, add, addCategory, upload } = createClient(server);
  const files = async (query: string) => (await list(query)).map(({ file }) => file);
  const picture = async (width: number) => {
    const create = { width, height: 10, channels: 3, background: '#c0392f' } as const;
    return asUpload(`${width}.png`, await sharp({ create }).png().toBuffer());
  };

  it('are found by the product that uses them', async () => {
    const other = await addCategory({ image: asUpload('other.png', makeFile('png')) });
    const product = await createProductWith(server, asUpload('pen.png', makeFile('png')));
    const found = await files(`productId=${product._id}`);
    expect(found).toEqual(expect.arrayContaining([product.attributeArr[0]?.imagesArr[0]?.image]));
    expect(found).not.toContain(other.image);
  });

  it('are found if they are too small for their use, also those of an earlier version', async () => {
    const { image, banner } = await addCategory({ image: await picture(800), banner: await picture(801) });
    const tiny = await addCategory({ image: await picture(599) });
    const unused = await add('unused.png');
    const expected = [banner, tiny.image].sort();
    expect(
      (await files('isTooSmall=true')).filter((file) => [image, ...expected, unused.file].includes(file)).sort(),
    ).toEqual(expected);
    await withDatabase(server, async (database) => {
      await database.updateTable('asset').set({ width: null }).execute();
    });
    await server.restart();
    await expect.poll(() => files('isTooSmall=true')).toEqual(expect.arrayContaining(expected));
  });

  it('are found if most of them is cut off where they are used', async () => {
    const [strip, square] = [await picture(40), await picture(11)];
    const expected = [
      (await addCategory({ image: strip })).image,
      (await addCategory({ banner: square })).banner,
    ].sort();
    const right = await addCategory({ image: await picture(12), banner: await picture(16) });
    const shown = [...expected, right.image, right.banner];
    expect((await files('isWrongShape=true')).filter((file) => shown.includes(file)).sort()).toEqual(expected);
  });

  it('are found by the name or SKU of the product that uses them', async () => {
    const product = await createProductWith(server, asUpload('IMG_1.png', makeFile('png')));
    const image = product.attributeArr[0]?.imagesArr[0]?.image;
    const sku = String(product.attributeArr[0]?.sku);
    await add('other.png', { alt: product.name });
    expect((await files(`query=${encodeURIComponent(String(product.name))}`)).length).toBeGreaterThan(1);
    for (const query of [String(product.name), sku])
      expect(await files(`query=${encodeURIComponent(query)}`)).toContain(image);
    expect(await files(`query=${encodeURIComponent(`${product.name} x`)}`)).not.toContain(image);
  });

  it('are found if they show the same as another one', async () => {
    const draw = (color: string) =>
      sharp(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/>
          <rect x="120" y="80" width="90" height="440" rx="40" fill="${color}"/><circle cx="520" cy="300" r="160" fill="#246"/></svg>`),
      );
    const addImage = async (name: string, bytes: Buffer) => (await upload(name, {}, bytes)).data as AnyRecord;
    const whole = await addImage('quill.png', await draw('#c22').png().toBuffer());
    const small = await addImage('quill-small.jpg', await draw('#c22').resize(400).jpeg({ quality: 70 }).toBuffer());
    const blue = await addImage('quill-blue.png', await draw('#22c').png().toBuffer());
    await server.restart();
    await expect.poll(() => files(`similarTo=${whole._id}`)).toEqual([small.file, whole.file]);
    expect(await files('isDuplicate=true&query=quill')).toEqual([small.file, whole.file]);
    expect(await list(`query=quill-small`)).toMatchObject([{ similarCount: 1 }]);
    expect(await list(`query=quill-blue`)).toMatchObject([{ _id: blue._id, similarCount: 0 }]);
  });

  it('are downloaded as an archive under their names, selected or filtered', async () => {
    const tags = 'to-download';
    const [one, two] = [await add('pen.png', { tags }), await add('pen.png', { tags })];
    const download = async (body: object) => {
      const response = await fetch(`${server.url}/v1/asset/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    for (const body of [{ ids: [one._id, two._id] }, { filter: { query: tags } }]) {
      const zip = await fromBufferPromise((await download(body)).bytes);
      const names: string[] = [];
      for await (const { fileName } of zip.eachEntry()) names.push(fileName);
      expect(names.sort()).toEqual(['pen (2).png', 'pen.png']);
    }
    for (const body of [{}, { ids: [one._id], filter: {} }]) expect((await download(body)).status).toBe(400);
    expect((await download({ ids: ['nothing'] })).status).toBe(404);
  });
});

describe.each(anyDatabase)('an asset', (kind) => {
  const server = setUpTestServer(kind);
  const { list, findAsset, upload, add, addCategory, replace } = createClient(server);
  const remove = (id: unknown) => server.send('DELETE', `/v1/asset/deleteById/${id}`);

  it('keeps an unused file in the store, and a file that no record came to use is swept', async () => {
    const { file } = await add('kept.png');
    const image = asUpload('abandoned.png', makeFile('png'));
    const { body } = await server.send('POST', '/v1/product/image', { body: { image } });
    const abandoned = (body.data as { image: string }).image;
    makeFilesOld(server.dataDir);
    await server.restart();
    await expect.poll(() => server.listFiles()).not.toContain(abandoned);
    expect(await server.listFiles()).toContain(file);
    expect((await list()).map((asset) => asset.file)).not.toContain(abandoned);
  });

  it('is returned again for the same bytes, with a notice', async () => {
    const bytes = makeFile('png');
    const first = await upload('one.png', { alt: 'One' }, bytes);
    const second = await upload('two.png', {}, bytes);
    expect(second.data).toMatchObject({ _id: (first.data as AnyRecord)._id, name: 'one.png', alt: 'One' });
    expect(second.notices).toEqual(['two.png is in the library already']);
  });

  it('can’t be deleted while records use it', async () => {
    const { image } = await addCategory({ image: asUpload('in-use.png', makeFile('png')) });
    const { _id } = await findAsset(image);
    const { status, body } = await remove(_id);
    expect([status, body.message]).toEqual([409, '“in-use.png” can’t be deleted because it’s used by 1 category']);
  });

  it('is restored from Trash with its file', async () => {
    const { _id, file } = await add('deleted.png', { alt: 'A pen' });
    const { status, body } = await remove(_id);
    expect(status).toBe(200);
    makeFilesOld(server.dataDir);
    await server.restart();
    expect((await server.send('POST', `/v1/history/${body.historyId}/revert`)).status).toBe(200);
    expect(await findAsset(file)).toMatchObject({ _id, alt: 'A pen', type: 'image' });
  });

  it('keeps its file', async () => {
    const { _id } = await add('fixed.png');
    const body = { file: asUpload('other.png', makeFile('png')) };
    expect((await server.send('PATCH', `/v1/asset/updateById/${_id}`, { body })).status).toBe(400);
  });

  it('gets and loses tags together with others', async () => {
    const ids = [await add('a.png', { tags: 'old' }), await add('b.png', { tags: 'old, new' })].map(({ _id }) => _id);
    const values = { addTags: 'New, studio', removeTags: 'OLD' };
    await server.send('POST', '/v1/asset/bulk', { body: { action: 'update', ids, values } });
    const tags = (await list()).filter(({ _id }) => ids.includes(_id)).map((asset) => asset.tags);
    expect(tags).toEqual(['new, studio', 'New, studio']);
  });

  it('is replaced only by one of the same type', async () => {
    const { image } = await addCategory({ image: asUpload('typed.png', makeFile('png')) });
    const pdf = await upload('typed.pdf', {}, makeFile('pdf'));
    const { status, body } = await replace(await findAsset(image), pdf.data as AnyRecord);
    expect([status, body.message]).toEqual([409, 'The replacement must be of the same type']);
  });
});
