import { expect, it } from 'vitest';
import type { PhotoMatch } from '../../src/shared/photos/photo-matches.ts';
import { placePhotos, sortForImport } from '../../src/shared/photos/place-photos.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { asUpload } from '../support/files.ts';
import { drawPhoto, drawPhotoWithBarcode, drawSimilarPhoto, makeGtin } from '../support/photos.ts';
import { buildVariant, createProduct, createValues, getProduct, type Product } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Seconds to find a product and to enter its SKU. */
const secondsPerCode = 5;

/** A photo and the SKU that it shows; null if it can't be told. */
type Labelled = { path: string; sku: string | null; seed: number; gtin?: string; isSimilar?: boolean };

const server = setUpTestServer('sqlite');

const plainSkus = Array.from({ length: 60 }, (_, n) => [`GLD-BK-${n}`, `PEN${100 + n}`, `A4.NB.${n}X`][n % 3] ?? '');
/** Numbers that cameras give to photos, too. */
const numericSkus = Array.from({ length: 10 }, (_, n) => String(4710 + n));
const colours = ['RD', 'BL', 'GR'];

/** Seeds of the pictures that products have already are below this number. */
const newSeed = 1000;

const createCatalogue = async (): Promise<Product[]> => {
  const products: Product[] = [];
  for (const [n, sku] of [...plainSkus, ...numericSkus].entries()) {
    const thumbnail = n < 30 ? { thumbnail: asUpload(`${sku}.jpg`, await drawPhoto(n)) } : {};
    const gtin = n >= 30 && n < 50 ? { gtin: makeGtin(n) } : {};
    products.push(await createProduct(server.send, { name: `Item ${sku}`, sku, ...thumbnail, ...gtin }));
  }
  const values = await createValues(server.send, 'Colour', colours);
  for (let n = 0; n < 25; n += 1) {
    const attributeArr = values.map((value, at) =>
      buildVariant({ sku: `NB-${n + 10}-${colours[at]}`, attributeValueArr: [value] }),
    );
    products.push(await createProduct(server.send, { name: `Notebook ${n}`, sku: `NB-${n + 10}`, attributeArr }));
  }
  return products;
};

/** 400 photos with the SKU in some form in their path, and 100 without. */
const listPhotos = (variantSkus: readonly string[]): Labelled[] => {
  const names = [
    (sku: string, n: number) => `${sku}_${n}.jpg`,
    (sku: string, n: number) => `${sku.toLowerCase().replaceAll(/[-.]/g, ' ')} (${n}).JPG`,
    (sku: string, n: number) => `${sku.replaceAll(/[-.]/g, '_')}-0${n}.jpeg`,
    (sku: string, n: number) => `${sku}/IMG_00${n}.jpg`,
    (sku: string, n: number) => `${sku.replaceAll(/[-.]/g, '')}-front${n}.jpg`,
    (sku: string, n: number) => `${sku} on a desk ${n}.jpg`,
  ];
  const named = Array.from({ length: 400 }, (_, n): Labelled => {
    const skus = n % 8 === 0 ? plainSkus.slice(30) : variantSkus;
    const sku = skus[n % skus.length] ?? '';
    return { path: names[n % names.length]?.(sku, 1 + Math.floor(n / skus.length)) ?? '', sku, seed: newSeed + n };
  });
  const coded = Array.from({ length: 20 }, (_, n) => ({
    path: `DSC_${9000 + n}.jpg`,
    sku: plainSkus[30 + n] ?? '',
    seed: newSeed + 400 + n,
    gtin: makeGtin(30 + n),
  }));
  const similar = Array.from({ length: 30 }, (_, n) => ({
    path: `photo ${n + 1} final.jpg`,
    sku: plainSkus[n] ?? '',
    seed: n,
    isSimilar: true,
  }));
  const bad = Array.from({ length: 50 }, (_, n): Labelled => {
    const seed = newSeed + 500 + n;
    // Numbers of a camera that happen to be SKUs, and words that are those of several products.
    if (n < 10) return { path: `IMG_${4710 + n}.jpg`, sku: null, seed };
    if (n < 20) return { path: `GLD-BK-${3 * (n - 10)} with PEN${101 + 3 * (n - 10)}.jpg`, sku: null, seed };
    return {
      path: [`2024051${n % 10}_1234${n}.jpg`, `scan${n}.jpg`, `new pens ${n}.jpg`][n % 3] ?? '',
      sku: null,
      seed,
    };
  });
  return [...named, ...coded, ...similar, ...bad];
};

const drawLabelled = ({ seed, gtin, isSimilar }: Labelled): Promise<Buffer> => {
  if (gtin) return drawPhotoWithBarcode(seed, gtin);
  return isSimilar ? drawSimilarPhoto(seed) : drawPhoto(seed);
};

const inBatches = async <Item, Result>(
  items: readonly Item[],
  size: number,
  run: (some: Item[]) => Promise<Result[]>,
) => {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) results.push(...(await run(items.slice(at, at + size))));
  return results;
};

/** All images by the SKU that has them. */
const readImages = async (products: readonly Product[]): Promise<Map<string, string[]>> => {
  const images = new Map<string, string[]>();
  for (const { _id } of products) {
    const { sku, thumbnail, attributeArr } = await getProduct(server.send, _id);
    images.set(String(sku), thumbnail ? [String(thumbnail)] : []);
    for (const variant of attributeArr)
      images.set(
        variant.sku,
        variant.imagesArr.map(({ image }) => image),
      );
  }
  return images;
};

it('500 photos come to their products: 98 % of the automatic matches are right, and nothing is overwritten', async () => {
  const products = await createCatalogue();
  const before = await readImages(products);
  // The hashes of their images are made hourly, and at the start.
  await server.restart();
  const photos = listPhotos(products.flatMap(({ attributeArr }) => attributeArr.map(({ sku }) => sku)));
  expect(photos).toHaveLength(500);
  const assets = await inBatches(photos, 4, (some) =>
    Promise.all(
      some.map(async (photo) => {
        const file = asUpload(photo.path.split('/').at(-1) ?? '', await drawLabelled(photo));
        return (await server.send('POST', '/v1/asset/', { body: { file } })).body.data as AnyRecord;
      }),
    ),
  );
  const sent = photos.map(({ path }, index) => ({ assetId: assets[index]?._id ?? '', path }));
  const matches = await inBatches(sent, 50, async (some) => {
    const { body } = await server.send('POST', '/v1/product/matchPhotos', { body: { photos: some } });
    return body.data as PhotoMatch[];
  });

  const judged = photos.map((photo, index) => ({ ...photo, match: matches[index] as PhotoMatch }));
  const isRight = ({ match, sku }: (typeof judged)[number]) => match.targets[0]?.sku === sku;
  const automatic = judged.filter(({ match }) => match.isSure);
  const wrong = automatic.filter((photo) => !isRight(photo));
  expect(wrong.map(({ path, match }) => `${path}: ${match.targets[0]?.sku}, ${match.reason}`)).toHaveLength(0);
  expect(automatic.length).toBeGreaterThanOrEqual(410);
  const similar = judged.filter(({ isSimilar }) => isSimilar);
  expect(similar.filter(({ match }) => match.isSure)).toEqual([]);
  expect(similar.filter(isRight).length).toBeGreaterThanOrEqual(27);
  const toEnter = judged.filter((photo) => photo.sku !== null && !isRight(photo));
  expect(toEnter.length * secondsPerCode).toBeLessThan(5 * 60);

  const toPlace = judged.map(({ path, match }) => ({ ...match, id: path, path, target: match.targets[0] }));
  const places = placePhotos(toPlace);
  const chosen = sortForImport(toPlace).filter(({ id }) => places.get(id)?.isChosen);
  expect(chosen.length).toBeGreaterThan(300);
  const added = await server.send('POST', '/v1/product/addPhotos', {
    body: {
      photos: chosen.map(({ assetId, target }) => ({
        assetId,
        productId: target?.productId,
        variantId: target?.variantId,
        replaces: null,
      })),
    },
  });
  expect(added.body.message).toContain(`${chosen.length} images added`);
  const after = await readImages(products);
  for (const [sku, images] of before) expect(after.get(sku)?.slice(0, images.length), sku).toEqual(images);
  expect([...after.values()].flat().length - [...before.values()].flat().length).toBe(chosen.length);
  expect((await server.send('POST', `/v1/history/changes/${added.body.changeId}/revert`)).status).toBe(200);
  expect(await readImages(products)).toEqual(before);
}, 600_000);
