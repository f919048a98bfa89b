import { describe, expect, it } from 'vitest';
import type { PhotoMatch } from '../../src/shared/photos/photo-matches.ts';
import { placePhotos } from '../../src/shared/photos/place-photos.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { drawPhoto, drawPhotoWithBarcode, drawSimilarPhoto, makeGtin } from '../support/photos.ts';
import { buildVariant, createProduct, createValues, getProduct } from '../support/product-factory.ts';
import { setUpTestServer, type TestServer } from '../support/test-server.ts';

const createClient = (server: TestServer) => {
  const addAsset = async (name: string, bytes: Buffer = makeFile('png')): Promise<AnyRecord> =>
    (await server.send('POST', '/v1/asset/', { body: { file: asUpload(name, bytes) } })).body.data as AnyRecord;
  const match = async (photos: { assetId: string; path: string; code?: string }[], productId?: string) =>
    (await server.send('POST', '/v1/product/matchPhotos', { body: { photos, productId } })).body.data as PhotoMatch[];
  return {
    addAsset,
    match,
    matchOne: async (path: string, { bytes, ...more }: { bytes?: Buffer; code?: string; productId?: string } = {}) => {
      const { _id } = await addAsset(path, bytes);
      const { productId, ...photo } = more;
      const [found] = await match([{ assetId: _id, path, ...photo }], productId);
      if (!found) throw new Error(`No answer for ${path}`);
      return found;
    },
    add: (photos: object[]) => server.send('POST', '/v1/product/addPhotos', { body: { photos } }),
  };
};

const skusOf = ({ targets }: PhotoMatch) => targets.map(({ sku }) => sku);

describe.each(databaseKinds)('a photo shoot on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { addAsset, matchOne, add } = createClient(server);

  let gtins = 0;
  const createWithVariants = async (prefix: string) => {
    gtins += 1;
    const [black, red] = await createValues(server.send, `Colour of ${prefix}`, ['Black', 'Red']);
    return createProduct(server.send, {
      name: `Pens ${prefix}`,
      sku: prefix,
      attributeArr: [
        buildVariant({ sku: `${prefix}-BK`, attributeValueArr: [black] }),
        buildVariant({ sku: `${prefix}-RD`, attributeValueArr: [red], gtin: makeGtin(gtins) }),
      ],
    });
  };

  it('is matched by SKU, handle and GTIN, with any separators and case', async () => {
    const prefix = 'GLD.5';
    const { slug } = await createWithVariants(prefix);
    expect(skusOf(await matchOne('gld5 bk (2).png'))).toEqual(['GLD.5-BK']);
    expect(await matchOne('GLD_5_RD-3.png')).toMatchObject({ isSure: true, order: 3, reason: 'SKU in its name' });
    expect(skusOf(await matchOne(`${slug}_1.png`))).toEqual([prefix]);
    expect(skusOf(await matchOne(`${makeGtin(1)}.png`))).toEqual(['GLD.5-RD']);
    expect(await matchOne('IMG_0001.png')).toMatchObject({ targets: [], isSure: false });
    expect(skusOf(await matchOne('IMG_0002.png', { code: 'gld5rd' }))).toEqual(['GLD.5-RD']);
  });

  it('is matched by a barcode in the picture, which a name of another product contradicts', async () => {
    const gtin = makeGtin(1000);
    const coded = await createProduct(server.send, {
      name: 'Coded',
      sku: 'CODED-1',
      gtin,
      thumbnail: asUpload('c.png', makeFile('png')),
    });
    await createProduct(server.send, { name: 'Other', sku: 'OTHER-77', thumbnail: asUpload('o.png', makeFile('png')) });
    const bytes = await drawPhotoWithBarcode(1, gtin);
    const found = await matchOne('IMG_1000.jpg', { bytes });
    expect(found).toMatchObject({
      isSure: true,
      reason: 'Barcode in the picture',
      targets: [{ productId: coded._id }],
    });
    expect(await matchOne('OTHER-77.jpg', { bytes })).toMatchObject({ isSure: false });
  });

  it('is proposed for the product of a similar image, but never surely', async () => {
    const thumbnail = asUpload('seen.jpg', await drawPhoto(77), 'image/jpeg');
    const seen = await createProduct(server.send, { name: 'Seen', sku: 'SEEN-77', thumbnail });
    await matchOne('scan.jpg', { bytes: await drawPhoto(77) });
    const found = await matchOne('IMG_7777.jpg', { bytes: await drawSimilarPhoto(77) });
    expect(found).toMatchObject({ isSure: false, reason: 'Looks like its image', targets: [{ productId: seen._id }] });
  });

  it('is added to products and variants as one change, which is undone at once', async () => {
    const product = await createWithVariants('ONE-UNDO');
    const [first, second] = product.attributeArr;
    const assets = [await addAsset('own.png'), await addAsset('second.png'), await addAsset('instead.png')];
    const [own, added, instead] = assets.map(({ _id }) => ({ assetId: _id, productId: product._id }));
    const former = second?.imagesArr[0]?.image;
    const { status, body } = await add([
      { ...own, variantId: null, replaces: null },
      { ...added, variantId: first?._id, replaces: null },
      { ...instead, variantId: second?._id, replaces: former },
    ]);
    expect([status, body.message]).toEqual([200, '3 images added to 1 product']);
    const changed = await getProduct(server.send, product._id);
    expect(changed.thumbnail).toBe(assets[0]?.file);
    expect(changed.attributeArr.map(({ imagesArr }) => imagesArr.map(({ image }) => image))).toEqual([
      [first?.imagesArr[0]?.image, assets[1]?.file],
      [assets[2]?.file],
    ]);
    const undone = await server.send('POST', `/v1/history/changes/${body.changeId}/revert`);
    expect(undone.status).toBe(200);
    expect(await getProduct(server.send, product._id)).toMatchObject({
      thumbnail: null,
      attributeArr: [{ imagesArr: [{}] }, { imagesArr: [{ image: former }] }],
    });
  });

  it('replaces no image that the request doesn’t name', async () => {
    const product = await createWithVariants('NO-OVER');
    const photo = { assetId: (await addAsset('a.png'))._id, productId: product._id };
    const thumbnail = asUpload('new.png', makeFile('png'));
    await server.send('PATCH', `/v1/product/updateById/${product._id}`, { body: { thumbnail } });
    const { status, body } = await add([{ ...photo, variantId: null, replaces: null }]);
    expect([status, body.failed]).toMatchObject([409, [{ message: expect.stringContaining('changed meanwhile') }]]);
    const stale = await add([{ ...photo, variantId: product.attributeArr[0]?._id, replaces: 'f'.repeat(32) }]);
    expect(stale.status).toBe(409);
  });
});

it('places the photos of a product in the order of their numbers', () => {
  const target = { productId: 'p', variantId: 'v', name: 'Pen', sku: 'PEN', images: ['old'], variantCount: 1 };
  const photo = { target, isSure: true };
  const places = placePhotos([
    { ...photo, id: 'second', path: 'PEN_2.jpg', file: 'b', order: 2 },
    { ...photo, id: 'unsure', path: 'IMG.jpg', file: 'c', order: null, isSure: false },
    { ...photo, id: 'first', path: 'PEN_1.jpg', file: 'a', order: 1 },
    { ...photo, id: 'known', path: 'PEN_3.jpg', file: 'old', order: 3 },
  ]);
  expect(Object.fromEntries([...places].map(([id, { text, isChosen }]) => [id, [text, isChosen]]))).toEqual({
    first: ['Added as image 2', true],
    second: ['Added as image 3', true],
    unsure: ['Added as image 4', false],
    known: ['', false],
  });
});
