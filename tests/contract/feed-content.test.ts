import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds } from '../support/databases.ts';
import { checkGoogle, checkShopify } from '../support/feed-checkers.ts';
import { createFeedClient } from '../support/feed-client.ts';
import { buildImage, buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { productFiles } from '../support/product-files.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('the content of feeds on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { site, open, read, readReport, readGoogle, readShopify, readProducts, reasonsFor } = createFeedClient(server);
  const { create } = createProductClient(server);
  let unique = 0;
  let colors: Awaited<ReturnType<typeof createValues>>;
  beforeEach(() => {
    unique += 1;
  });
  beforeAll(async () => {
    await open();
    colors = await createValues(server.send, 'Colour', ['Blue', 'Red']);
  });
  const description = '<p>Writes &amp; glides</p>';
  const createPen = async (changes: Record<string, unknown> = {}) =>
    create({
      name: `Glide ${unique}`,
      description,
      price: 10,
      mrp: 12.5,
      netQuantity: '10 pieces',
      countryOfOrigin: 'India',
      thumbnail: buildImage(),
      attributeArr: colors.map((value) => buildVariant({ attributeValueArr: [value], price: 9.5 })),
      ...changes,
    });

  it('has variants as items of a group, with what tells them apart', async () => {
    const { _id, slug, attributeArr } = await createPen({
      categoryId: (await createRecord(server.send, category))._id,
    });
    const items = (await readGoogle()).filter(({ item_group_id }) => item_group_id?.[0] === _id);
    expect(items).toHaveLength(2);
    const [variant] = attributeArr;
    expect(items[0]).toMatchObject({
      id: [variant?._id],
      title: [`Glide ${unique} – ${variant?.name}`],
      description: ['Writes & glides'],
      link: [`https://www.example.com/products/${slug}?variant=${variant?._id}`],
      image_link: [expect.stringMatching(/^http:\/\/127.*\/site\/v1\/files\/\w+\.png$/)],
      additional_image_link: [expect.any(String)],
      availability: ['in_stock'],
      price: ['9.50 INR'],
      maximum_retail_price: ['12.50 INR'],
      brand: ['Saya'],
      mpn: [variant?.sku],
      color: ['Blue'],
      unit_pricing_measure: ['10ct'],
      product_detail: ['GeneralNet quantity10 pieces', 'GeneralCountry of originIndia'],
    });
    expect((await fetch(String(items[0]?.image_link?.[0]))).status).toBe(200);
  });

  it('sends a GTIN, a brand with a SKU, or that there is no identifier', async () => {
    const gtin = kind === 'sqlite' ? '4006381333931' : '9780201379624';
    const own = { attributeArr: [], name: `Solo ${unique}` };
    const [coded, reserved] = [
      await createPen({ ...own, gtin }),
      await createPen({ ...own, gtin: '2000000000008', sku: '' }),
    ];
    const find = async (id: string) => (await readGoogle()).find((item) => item.id?.[0] === id);
    expect(await find(coded._id)).toMatchObject({ gtin: [gtin], brand: ['Saya'] });
    expect(await find(reserved._id)).toMatchObject({ identifier_exists: ['no'] });
    expect(await reasonsFor('google', reserved._id)).toEqual([
      'The GTIN isn’t sent, because it is reserved for use within a shop',
      'Sent without an identifier: it has no GTIN, and no brand with a SKU',
    ]);
    expect(checkGoogle(await readGoogle())).toEqual([]);
  });

  it('leaves out what would be rejected, and says why', async () => {
    const bare = await create({ name: `Bare ${unique}` });
    const partial = await createPen({
      attributeArr: [
        buildVariant({ attributeValueArr: [colors[0]], price: 0 }),
        buildVariant({ attributeValueArr: [colors[1]] }),
      ],
    });
    const hidden = await create({ name: `Hidden ${unique}`, status: 'INACTIVE' });
    const parent = await createRecord(server.send, category, { status: 'INACTIVE' });
    const orphan = await create({ name: `Orphan ${unique}`, categoryId: parent._id });
    expect(await reasonsFor('google', bare._id)).toEqual(['No price', 'No image', 'No description']);
    expect(await reasonsFor('google', partial._id)).toEqual(['No price']);
    expect(await reasonsFor('json', hidden._id)).toEqual(['Inactive']);
    expect(await reasonsFor('json', orphan._id)).toEqual(['The category or sub category is inactive']);
    const sent = await readGoogle();
    expect(sent.filter(({ item_group_id }) => item_group_id?.[0] === partial._id)).toHaveLength(1);
    const { findings } = await readReport('google');
    const example = findings.find(({ reason }) => reason === 'No price')?.examples.find(({ id }) => id === partial._id);
    expect(example?.variant).toBe(partial.attributeArr[0]?.name);
    const { products } = await readProducts();
    const ids = products.map(({ id }) => id);
    expect([bare, partial, hidden, orphan].map(({ _id }) => ids.includes(_id))).toEqual([true, true, false, false]);
  });

  it('fits long and unusual texts to each format', async () => {
    const long = 'Très long & <b>“बहुत लंबा”</b> 😀 '.repeat(9);
    const own = await createPen({
      name: `=${unique} ${long}`,
      description: `<p>${'Word, "quoted"\u0007 & more. '.repeat(300)}</p>`,
      attributeArr: colors.map((value) =>
        buildVariant({
          productName: `${long} ${value.attributeValueName}`,
          attributeValueArr: [value],
          imagesArr: Array.from({ length: 12 }, (_, order) => ({ image: buildImage(), order })),
        }),
      ),
    });
    const [items, lines] = [await readGoogle(), await readShopify()];
    expect(checkGoogle(items)).toEqual([]);
    expect(checkShopify(lines)).toEqual([]);
    expect(await reasonsFor('google', own._id)).toEqual([
      'The title is cut after 150 characters',
      'The description is cut after 5,000 characters',
      'Only the first 11 images are sent',
    ]);
    const ownLines = lines.filter((line) => line['URL handle'] === own.slug);
    expect([ownLines.length, ownLines[0]?.Title?.slice(0, 2)]).toEqual([25, `=${unique}`.slice(0, 2)]);
  });

  it('lists in Shopify’s columns what Shopify can take, and imports again', async () => {
    const ink = await createValues(server.send, `Ink ${unique}`, ['Gel']);
    const pen = await createPen({ seoTitle: 'A pen' });
    const mixed = await createPen({
      name: `Mixed ${unique}`,
      attributeArr: [
        buildVariant({ attributeValueArr: [colors[0]] }),
        buildVariant({ attributeValueArr: [colors[1], ink[0]] }),
      ],
    });
    const lines = (await readShopify()).filter((line) => line['URL handle'] === pen.slug);
    expect(lines).toMatchObject([
      {
        Title: pen.name,
        Description: description,
        Vendor: 'Saya',
        'Option1 name': 'Colour',
        'Option1 value': 'Blue',
      },
      { Title: '', 'Option1 name': '', 'Option1 value': 'Red', Price: '9.50', 'Compare-at price': '12.50' },
      { 'URL handle': pen.slug, Price: '', 'Image position': '3' },
    ]);
    expect(lines[0]).toMatchObject({ 'Net quantity (product.metafields.custom.net_quantity)': '10 pieces' });
    expect(await reasonsFor('shopify', mixed._id)).toEqual(['The variants have different attributes']);
    const [head = '', ...rest] = (await read('shopify')).text.split(/\r\n(?=[^\r\n]*,Active,)/);
    const own = rest.find((each) => each.includes(`Glide ${unique},`)) ?? '';
    const { upload } = productFiles(server);
    expect(await upload(`${head}\r\n${own}`)).toMatchObject({ total: 1, unchanged: 1, failed: 0 });
  });

  it('uses the currency of the office, and its MRP only in rupees', async () => {
    const { _id } = await createPen();
    await server.send('PATCH', '/v1/office', { body: { currency: 'EUR' } });
    const item = (await readGoogle()).find(({ item_group_id }) => item_group_id?.[0] === _id);
    expect([item?.price, item?.maximum_retail_price]).toEqual([['9.50 EUR'], undefined]);
    expect(await readProducts()).toMatchObject({ currency: 'EUR' });
    await server.send('PATCH', '/v1/office', { body: { currency: 'INR' } });
  });

  it('leaves out everything from Google until the admin enters where pages are', async () => {
    await site.set({ pageAddress: null });
    const { products, findings } = await readReport('google');
    expect([products, findings[0]?.reason]).toEqual([0, 'No page on the website: enter its address under Previews']);
    expect(await readGoogle()).toEqual([]);
    await site.set({ pageAddress: 'https://www.example.com' });
  });
});
