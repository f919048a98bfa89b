import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { category } from '../../src/shared/resources/category.ts';
import { gift } from '../../src/shared/resources/gift.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { product } from '../../src/shared/resources/product.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { publicResources } from '../../src/shared/site.ts';
import { recordStatements } from '../support/count-statements.ts';
import { databaseKinds, isPaired } from '../support/databases.ts';
import { asUpload } from '../support/files.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { createRecord, validValues } from '../support/record-factory.ts';
import { createSiteClient, type SiteRecord } from '../support/site-client.ts';
import { type Send, setUpTestServer } from '../support/test-server.ts';

const seed = Number(process.env.FUZZ_SEED ?? 41);
/** Text of fields that aren't public. */
const secret = 'kept-inside';

const namesIn = (records: readonly SiteRecord[] = []) => records.map(({ name }) => name);

describe.each(databaseKinds)('the website’s API on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const send: Send = (...request) => server.send(...request);
  beforeAll(async () => {
    await site.set({ isOn: true });
  });

  it('returns a product with its variants, attribute values, category path and images in one response', async () => {
    const child = await createRecord(send, subCategory, { name: 'Gel pens' });
    const [blue] = await createValues(send, 'Colour', ['Blue']);
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c0392f' } })
      .png()
      .toBuffer();
    const image = asUpload('red.png', bytes, 'image/png');
    const { _id } = await createProduct(send, {
      name: 'Glide',
      price: 12.5,
      thumbnail: image,
      subCategoryId: child._id,
      attributeArr: [buildVariant({ sku: 'GLD-BL', imagesArr: [{ image, order: 0 }], attributeValueArr: [blue] })],
    });
    const path = `/site/v1/products/${_id}`;
    // Images are described in the background after they were first asked for.
    await expect
      .poll(async () => (await site.get(path)).body.data as unknown)
      .toMatchObject({
        id: _id,
        name: 'Glide',
        price: 12.5,
        category: { id: child.categoryId },
        subCategory: { id: child._id, name: 'Gel pens' },
        thumbnail: { width: 400, height: 300, alt: 'Glide', color: '#c0392f' },
        variants: [
          {
            sku: 'GLD-BL',
            price: 9.99,
            images: [{ width: 400, height: 300, color: '#c0392f' }],
            attributeValues: [{ name: 'Blue', attribute: { name: 'Colour' } }],
          },
        ],
      });
    const { body } = await site.get(path);
    expect(await site.validate(path, body)).toBeNull();
    const { url, srcset } = (body.data as unknown as { thumbnail: { url: string; srcset: string } }).thumbnail;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/site\/v1\/files\/[0-9a-f]{32}\.png$/);
    expect(srcset.split(', ').map((each) => each.replace(url, ''))).toEqual(['?w=80 80w', '?w=320 320w', ' 400w']);
    const file = await fetch(`${url}?w=320`);
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('returns categories with their active sub categories', async () => {
    const parent = await createRecord(send, category, { name: 'Paper' });
    await createRecord(send, subCategory, { name: 'Sheets', categoryId: parent._id });
    await createRecord(send, subCategory, { name: 'Old sheets', categoryId: parent._id, status: 'INACTIVE' });
    const { body } = await site.get('/site/v1/categories?order=name&limit=100');
    const found = body.data?.find(({ id }) => id === parent._id);
    expect(namesIn(found?.subCategories as SiteRecord[])).toEqual(['Sheets']);
  });

  it('hides products that aren’t active or whose category or sub category isn’t', async () => {
    const parent = await createRecord(send, category);
    const child = await createRecord(send, subCategory, { categoryId: parent._id });
    const { _id } = await createProduct(send, { name: 'Hidden by parents', subCategoryId: child._id });
    const change = (name: string, id: string, status: string) =>
      send('PATCH', `/v1/${name}/updateById/${id}`, { body: { status } });
    const statuses: number[] = [];
    for (const [name, id] of [
      ['product', _id],
      ['category', parent._id],
      ['subCategory', child._id],
    ] as const) {
      await change(name, id, 'INACTIVE');
      statuses.push((await site.get(`/site/v1/products/${_id}`)).status);
      expect(namesIn((await site.get('/site/v1/products?search=Hidden')).body.data)).toEqual([]);
      await change(name, id, 'ACTIVE');
      statuses.push((await site.get(`/site/v1/products/${_id}`)).status);
    }
    expect(statuses).toEqual([404, 200, 404, 200, 404, 200]);
  });

  it('serves a file only as long as a public record uses it', async () => {
    const { _id, imageUrl } = await createProduct(send, { attributeArr: [buildVariant()] });
    const path = `/site/v1/files/${imageUrl}`;
    expect((await site.get(path)).status).toBe(200);
    await send('PATCH', `/v1/product/updateById/${_id}`, { body: { status: 'INACTIVE' } });
    expect((await site.get(path)).status).toBe(404);
  });

  it('filters products by category, attribute value, price and search', async () => {
    const parent = await createRecord(send, category);
    const [small] = await createValues(send, 'Size', ['Small']);
    const add = (name: string, values: Record<string, unknown>) => createProduct(send, { name, ...values });
    await add('Filtered one', { price: 5, categoryId: parent._id });
    await add('Filtered two', { price: 7, attributeArr: [buildVariant({ attributeValueArr: [small] })] });
    const find = async (query: string) =>
      namesIn((await site.get(`/site/v1/products?search=filtered&order=name&${query}`)).body.data);
    expect(await find('')).toEqual(['Filtered one', 'Filtered two']);
    expect(await find(`categoryId=${parent._id}`)).toEqual(['Filtered one']);
    expect(await find(`attributeValueId=${small?.attributeValueId}`)).toEqual(['Filtered two']);
    expect(await find('minPrice=6')).toEqual(['Filtered two']);
    expect(await find('maxPrice=6')).toEqual(['Filtered one']);
  });

  it('reads every record once while others are added, changed and deleted', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const values = { name: `Cursor ${index % 4}`, price: index % 3 === 0 ? null : index % 4 };
      ids.push((await createProduct(send, values))._id);
    }
    for (const order of ['newest', 'oldest', 'name', '-name', 'price', '-price']) {
      const found = await site.getAll(`/site/v1/products?limit=5&search=cursor&order=${order}`, async (page) => {
        const added = await createProduct(send, { name: 'Cursor 1', price: 2 });
        await send('PATCH', `/v1/product/updateById/${ids[page]}`, { body: { materialType: order } });
        await send('DELETE', `/v1/product/deleteById/${added._id}`);
      });
      const expected = found.map(({ id }) => id).filter((id) => ids.includes(id));
      expect([order, expected.length, new Set(expected)]).toEqual([order, ids.length, new Set(ids)]);
      const key = found.map((record) => record[order.replace('-', '')]);
      if (order === 'name') expect(key).toEqual(key.toSorted());
    }
  });

  it('rejects a cursor of another order, and anything that isn’t one', async () => {
    const { body } = await site.get('/site/v1/products?limit=1&order=name');
    const forged = Buffer.from(JSON.stringify(['newest', 'x', '1'])).toString('base64url');
    for (const query of [`cursor=${body.nextCursor}`, 'cursor=nonsense', `cursor=${forged}`]) {
      expect([query, (await site.get(`/site/v1/products?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it.skipIf(isPaired)('runs as many statements for a page of 50 products as for one of 2', async () => {
    const [red] = await createValues(send, 'Ink', ['Red']);
    for (let index = 0; index < 50; index += 1) {
      await createProduct(send, {
        name: `Counted ${index}`,
        attributeArr: [buildVariant({ attributeValueArr: [red] })],
      });
    }
    // The library is scanned, and webhooks are called, in the background.
    const isOfSite = (sql: string) => /^\s*select/i.test(sql) && !/"(?:imageScan|webhook)"/.test(sql);
    const list = async (limit: number) =>
      (await recordStatements(() => site.get(`/site/v1/products?limit=${limit}`))).filter(isOfSite);
    // Describes the images, so that the counts contain nothing that is written in the background.
    await site.get('/site/v1/products?limit=50&order=oldest');
    const [few, many] = [await list(2), await list(50)];
    expect(few.length, few.join('\n')).toBeLessThanOrEqual(5);
    expect(many.length, many.join('\n')).toBe(few.length);
  });

  it('ends a page early when its products have very many variants', async () => {
    const { imageUrl } = await createProduct(send, { attributeArr: [buildVariant()] });
    const attributeArr = Array.from({ length: 3000 }, (_, index) => ({
      name: `V${index}`,
      sku: `HV-${index}`,
      price: 1,
      imagesArr: [{ image: imageUrl }],
    }));
    for (const name of ['Heavy a', 'Heavy b', 'Heavy c']) {
      const own = attributeArr.map((variant) => ({ ...variant, sku: `${variant.sku}-${name.at(-1)}` }));
      await createProduct(send, { name, attributeArr: own });
    }
    const first = await site.get('/site/v1/products?search=heavy&order=name');
    expect(namesIn(first.body.data)).toEqual(['Heavy a', 'Heavy b']);
    const all = await site.getAll('/site/v1/products?search=heavy&order=name');
    expect(namesIn(all)).toEqual(['Heavy a', 'Heavy b', 'Heavy c']);
  });

  describe('nothing but what the declarations name', () => {
    beforeAll(async () => {
      for (const resource of resources.filter(({ name }) => name !== 'completenessRules')) {
        const hidden = Object.entries(resource.fields)
          .filter(([name, field]) => field.kind === 'text' && !resource.site?.fields.includes(name))
          .filter(([, field]) => !('inputType' in field) && !('maxLength' in field) && !('example' in field));
        const values = {
          ...(await validValues(send, resource)),
          ...Object.fromEntries(hidden.map(([name]) => [name, secret])),
        };
        const { status } = await send('POST', `/v1/${resource.name}/`, { body: values });
        expect([resource.name, status]).toEqual([resource.name, 200]);
      }
    });

    it.each(publicResources.map((resource) => [resource.name, resource] as const))(
      'is read of %s',
      async (_, resource) => {
        const path = `/site/v1/${resource.site.path}`;
        const { status, body, text } = await site.get(path);
        expect(status).toBe(200);
        // The description has exactly the declared fields and allows no others.
        expect(await site.validate(path, body)).toBeNull();
        expect(text).not.toContain(secret);
        const [record] = [body.data].flat();
        const declared = resource.site.fields.map((name) => name.replace(/^(\w*ategory)Id$/, '$1'));
        const parts = [resource.site.parts?.name, ...(resource.name === 'product' ? ['variants'] : [])];
        expect(Object.keys(record ?? {}).toSorted()).toEqual(
          ['id', 'createdAt', 'updatedAt', ...declared, ...parts.filter((name) => name !== undefined)].toSorted(),
        );
      },
    );

    it('is found by a search', async () => {
      expect((await site.get(`/site/v1/gifts?search=${secret}`)).status).toBe(400);
      await createRecord(send, gift, { name: 'Gift with a code', qrId: secret });
      expect((await site.get('/site/v1/gifts')).text).not.toContain(secret);
    });

    it('is reachable by 500 generated requests', async () => {
      const common = ['limit', 'cursor', 'order'];
      const columns = ['_id', 'version', 'updatedBy', 'search', 'searchKey', 'files', 'completeness', 'sort', 'userId'];
      const names = [
        ...new Set([
          ...common,
          ...columns,
          ...resources.flatMap(({ fields, links, extraFilters, extraSorts }) => [
            ...Object.keys({ ...fields, ...links, ...extraFilters }),
            ...(extraSorts ?? []),
          ]),
        ]),
      ];
      const name = fc.oneof(
        fc.constantFrom(...names),
        fc
          .tuple(fc.constantFrom(...names), fc.constantFrom('[$ne]', '.user.email', '__gt', '"'))
          .map((parts) => parts.join('')),
      );
      const value = fc.oneof(
        fc.constantFrom(
          '1',
          'true',
          'ACTIVE',
          'INACTIVE',
          secret,
          'admin@example.com',
          "' or 1=1 --",
          'qrId',
          '-updatedBy',
        ),
        fc.string({ maxLength: 30 }),
      );
      const paths = [
        ...publicResources.map(({ site: part }) => part.path),
        ...resources.map((resource) => resource.name),
        ...['history', 'audit', 'trash', 'comments', 'session', 'credential', '..%2fv1%2fuser'],
      ];
      const probe = fc.record({ path: fc.constantFrom(...paths), name, value });
      for (const { path, name: parameter, value: sent } of fc.sample(probe, { numRuns: 500, seed })) {
        const url = `/site/v1/${path}?${encodeURIComponent(parameter)}=${encodeURIComponent(sent)}`;
        const { status, text } = await site.get(url);
        const resource = publicResources.find((each) => each.site.path === path);
        const searched = resource?.name !== 'gift' && !resource?.isSingleton ? ['search'] : [];
        const isAllowed = [...common, ...searched, ...(resource?.site.filters ?? [])].includes(parameter);
        expect([url, status]).toEqual([
          url,
          !resource ? 404 : isAllowed && !resource.isSingleton ? expect.toBeOneOf([200, 400]) : 400,
        ]);
        if (status === 200) expect(text).not.toMatch(new RegExp(`${secret}|admin@example\\.com`));
      }
    });

    it('is sorted by', async () => {
      for (const order of ['sku', 'status', 'updatedBy', 'completeness', '_id', 'qrId']) {
        expect([order, (await site.get(`/site/v1/products?order=${order}`)).status]).toEqual([order, 400]);
      }
      expect(Object.keys(product.fields)).toContain('sku');
    });
  });
});
