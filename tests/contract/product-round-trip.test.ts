import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeLine } from '../../src/shared/normalize-text.ts';
import { category } from '../../src/shared/resources/category.ts';
import { anyDatabase } from '../support/databases.ts';
import { importProducts, uploadSpreadsheet } from '../support/import-client.ts';
import { buildVariant, createProduct, createValues, getProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, startTestServer } from '../support/test-server.ts';

const formats = ['csv', 'xlsx'] as const;

/** Arbitrary text, weighted towards characters that spreadsheets misread. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'"_x00D0;,|. aé€日😀&<>\\1250'), maxLength: 16 }),
    fc.constantFrom(
      ...['=1+1', "'=1", '+cmd', '-5', '00042', '1,250', '1.299,00', '1E5', 'TRUE', '#N/A', "'#REF!", 'sep=;'],
      ...['鉛筆 “B”', 'Ручка', 'قلم', 'two\nlines', 'two\r\nlines', '5" wide', '"quoted"', 'Name', '2024-03-01'],
    ),
  )
  .map((text) => text.replaceAll('\0', '').trim());

const richTexts = [
  '<p>One</p><p>Two &amp; three</p>',
  '<p>Plain</p>',
  'Only text',
  'R&amp;D &lt;b&gt;',
  'lines\nwithout tags',
  '<h2>Title</h2><ul><li>a; b</li><li class="ql-indent-1">“c”</li></ul><p><strong>x</strong><br />y</p>',
  '<p style="text-align:center">日本語 <em>قلم</em></p>',
  '=1+1',
  '',
];

const anyProduct = fc.record({
  name: anyText.filter((text) => normalizeLine(text) !== ''),
  materialType: anyText,
  description: fc.oneof(fc.constantFrom(...richTexts), anyText),
  price: fc.option(fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100)),
  status: fc.constantFrom('ACTIVE', 'INACTIVE'),
  isBestSeller: fc.boolean(),
  variants: fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100),
      descriptionArr: fc.array(
        anyText.filter((text) => normalizeLine(text) !== ''),
        { maxLength: 3 },
      ),
      productName: anyText,
    }),
    { maxLength: 3 },
  ),
});

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const exported = async (format: (typeof formats)[number]) => {
    const response = await fetch(`${server.url}/v1/product/export?format=${format}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };
  const importAgain = async (format: (typeof formats)[number], on = server, query = '') => {
    const { body } = await uploadSpreadsheet(on, `/v1/product/upload-csv${query}`, {
      content: await exported(format),
      name: `export.${format}`,
    });
    return body.report;
  };

  it('importing an export changes nothing', async () => {
    const parent = await createRecord(server.send, category, { name: 'Pens; "all" of them' });
    const colours = await createValues(server.send, 'Colour, or "shade"', ['=Red', 'Blue; light', '00042']);
    const sizes = await createValues(server.send, 'colour, or "SHADE"', ['=Red', 'S']);
    const products = fc.sample(anyProduct, 60);
    for (const [index, { variants, ...product }] of products.entries()) {
      await createProduct(server.send, {
        ...product,
        sku: index % 3 === 0 ? `000${index}` : '',
        categoryId: index % 2 === 0 ? parent._id : null,
        attributeArr: variants.map((variant, at) =>
          buildVariant({
            ...variant,
            name: `=${at}`,
            // Values in a different order from the export's columns.
            attributeValueArr: at === 0 ? [sizes[0], colours[0]] : [colours[at]],
          }),
        ),
      });
    }
    // Only the export's handle distinguishes two products of the same name.
    await createProduct(server.send, { name: 'Twin' });
    await createProduct(server.send, { name: 'Twin', price: 1 });
    for (const format of formats) {
      expect(await importAgain(format)).toMatchObject({
        total: 62,
        unchanged: 62,
        create: 0,
        update: 0,
        failed: 0,
        errors: [],
        createdCounts: {},
      });
    }
  });

  it('importing an export of thousands of products changes nothing', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) =>
      ['S', 'M', 'L'].map((size) =>
        [
          `many-${index}`,
          `"Many, ""${index}"""`,
          '"<p>One</p><p><b>Two</b></p>"',
          size,
          `000${index}-${size}`,
          `${index}.5`,
        ].join(','),
      ),
    );
    const titles = 'Handle,Name,Description,Attribute: Size,Variant SKU,Variant Price';
    const made = await importProducts(server, [titles, ...rows.flat()].join('\n'));
    expect(made.body.report).toMatchObject({ create: 1000, failed: 0 });
    for (const format of formats) {
      const report = await importAgain(format);
      expect(report).toMatchObject({ create: 0, update: 0, failed: 0 });
      expect(report?.unchanged).toBeGreaterThanOrEqual(1000);
    }
  });

  it('importing an export keeps a text that was truncated', async () => {
    const description = `<p>${'long '.repeat(10_000)}</p>`;
    const { _id } = await createProduct(server.send, { name: 'Too long for a cell', description });
    const report = await importAgain('xlsx');
    expect(report).toMatchObject({ create: 0, update: 0, failed: 0 });
    expect(report?.notices).toContainEqual({
      column: 'Description',
      count: 1,
      cells: [expect.stringMatching(/^[A-Z]+\d+$/)],
      message: expect.stringContaining('Shortened by the export'),
    });
    expect((await getProduct(server.send, _id)).description).toBe(description);
  });
});

it('an export recreates the products on another server', async () => {
  const [one, other] = await Promise.all([startTestServer('sqlite'), startTestServer('sqlite')]);
  try {
    const [red] = await createValues(one.send, 'Colour', ['Red']);
    const made = await createProduct(one.send, {
      name: 'Gel pen',
      description: '<p><b>Bold</b></p>',
      price: 1.25,
      attributeArr: [
        buildVariant({
          sku: '007',
          imagesArr: [],
          attributeValueArr: [red],
          descriptionArr: ['a; b', '"c"'],
        }),
      ].map((variant) => ({ ...variant, imagesArr: buildVariant().imagesArr })),
    });
    const response = await fetch(`${one.url}/v1/product/export?format=csv`, {
      headers: { authorization: `Bearer ${one.token}` },
    });
    // The other server has no such image file.
    const content = (await response.text()).replaceAll(String(made.attributeArr[0]?.imagesArr[0]?.image), '');
    const { body } = await importProducts(other, content);
    expect(body.report).toMatchObject({ create: 1, failed: 0 });
    const list = (await other.send('GET', '/v1/product/')).body.data as { _id: string }[];
    const copy = await getProduct(other.send, list[0]?._id ?? '');
    expect(copy).toMatchObject({ name: 'Gel pen', description: '<p><b>Bold</b></p>', price: 1.25 });
    expect(copy.attributeArr).toMatchObject([
      { sku: '007', name: made.attributeArr[0]?.name, descriptionArr: ['a; b', '"c"'] },
    ]);
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
});
