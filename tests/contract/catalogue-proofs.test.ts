import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  type CatalogueDesign,
  type CataloguePreview,
  catalogueLayouts,
  type MadeCatalogue,
  type StoredDesign,
} from '../../src/shared/catalogue-design.ts';
import { labelSheets } from '../../src/shared/product-labels.ts';
import { category } from '../../src/shared/resources/category.ts';
import { findGtinProblem } from '../../src/shared/trade-codes.ts';
import { asUpload } from '../support/files.ts';
import { findAccessibilityProblems, parsePdf } from '../support/pdf-objects.ts';
import { linesOfPdf, pagesOfPdf } from '../support/pdf-pages.ts';
import { findDifferentPages, readCodes } from '../support/pdf-render.ts';
import { buildImage, buildVariant, createProduct, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const count = 240;
const layouts = Object.keys(catalogueLayouts) as CatalogueDesign['layout'][];
/** Points by which the parts of a word that is kerned may overlap. */
const kerning = 5;
const description = 'A description that takes more than a line, because it says all that a buyer has to know of it. ';

/** A picture of one colour. */
const paint = async (background: string): Promise<string> => {
  const image = sharp({ create: { width: 40, height: 40, channels: 3, background } });
  return asUpload('paint.png', await image.png().toBuffer(), 'image/png');
};

const toGtin = (digits: string): string =>
  Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find((gtin) => !findGtinProblem(gtin)) ?? '';

describe('what catalogues and labels show', () => {
  const server = setUpTestServer('sqlite');
  const products: Product[] = [];

  const createProducts = async (): Promise<void> => {
    if (products.length > 0) return;
    const site = { isOn: true, pageAddress: 'https://www.example.com' };
    await server.send('PATCH', '/v1/website', { body: site });
    const categories = [];
    for (const name of ['Writing', 'Paper', 'Desk', 'Gifts'])
      categories.push(
        await createRecord(server.send, category, { name, image: buildImage(), imageAlt: `Some ${name}` }),
      );
    for (let index = 0; index < count; index += 1)
      products.push(
        await createProduct(server.send, {
          name: `Product ${index}${index % 7 === 0 ? ' with a name that is longer than one line of its card' : ''}`,
          sku: `S-${String(index).padStart(4, '0')}`,
          price: 10 + index,
          description: `<p>${description.repeat(1 + (index % 3))}</p>`,
          gtin: toGtin(`890000${String(index).padStart(6, '0')}`),
          mrp: 20 + index,
          categoryId: categories[index % 4]?._id,
          thumbnail: index % 3 === 0 ? buildImage() : null,
          ...(index % 10 === 0 && {
            attributeArr: Array.from({ length: 1 + (index % 20) }, (_, at) =>
              buildVariant({ name: `Variant ${index} ${at}`, sku: `S-${index}-V${at}`, price: 5 + at }),
            ),
          }),
        }),
      );
  };

  const design = (changes: Partial<CatalogueDesign> = {}) => ({
    title: 'Proof',
    layout: 'grid12',
    hasContents: true,
    hasIndex: true,
    filter: { status: 'ACTIVE' },
    ...changes,
  });

  const make = async (changes: Partial<CatalogueDesign>, id?: string) => {
    const { body } = await server.send('POST', '/v1/catalogue/make', {
      body: { design: design(changes), ...(id && { id }) },
    });
    const { _id } = body.data as MadeCatalogue;
    const stored = (await server.send('GET', `/v1/catalogue/getById/${_id}`)).body.data as { pdf: string };
    const response = await fetch(`${server.url}/uploads/${stored.pdf}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    return { id: _id, pdf: new Uint8Array(await response.arrayBuffer()) };
  };

  it('names as changed exactly the pages whose pixels change, after 15 edits', async () => {
    await createProducts();
    const made = await make({ details: ['sku', 'mrp', 'description', 'variants'] });
    const pictures = await Promise.all(['#00aa00', '#0000aa'].map(paint));
    const edits: readonly [number, object][] = [
      ...[3, 50, 97, 144].map((at): [number, object] => [at, { price: 1000 + at }]),
      ...[21, 70, 131].map((at): [number, object] => [at, { name: `Renamed ${at}` }]),
      ...pictures.map((thumbnail, index): [number, object] => [[9, 60][index] ?? 0, { thumbnail }]),
      ...[33, 188].map((at): [number, object] => [at, { sku: `NEW-${at}` }]),
      [200, { mrp: 999 }],
      [211, { description: '<p>Other words</p>' }],
      // Neither is printed.
      [222, { specification: 'Only on the website' }],
      [233, { gtin: '4006381333931' }],
    ];
    for (const [at, body] of edits) {
      const response = await server.send('PATCH', `/v1/product/updateById/${products[at]?._id}`, { body });
      expect(response.status).toBe(200);
    }
    const { body } = await server.send('GET', `/v1/catalogue/design/${made.id}`);
    const stored = body.data as StoredDesign;
    const again = await make(stored.design, made.id);
    const different = await findDifferentPages(made.pdf, again.pdf);
    expect(stored.changedPages.map(({ page }) => page)).toEqual(different);
    expect(different.length).toBeGreaterThan(10);
    expect(different.length).toBeLessThan(stored.pageCount);
    const reasons = new Set(stored.changedPages.flatMap((page) => page.reasons));
    for (const at of [3, 97, 9, 33]) expect([...reasons]).toContain(products[at]?.name);
  });

  it.each(layouts)('is tagged as PDF/UA demands, has no overlapping texts, and cuts no table: %s', async (layout) => {
    await createProducts();
    const details = ['sku', 'gtin', 'mrp', 'description', 'specification', 'variants'] as const;
    const { pdf } = await make({
      layout,
      details: [...details],
      hasQrCodes: true,
      introduction: 'Hello',
      footer: 'Foot',
    });
    expect(findAccessibilityProblems(pdf)).toEqual([]);
    const pages = await linesOfPdf(pdf);
    for (const [index, { lines, width, height }] of pages.entries()) {
      const page = index + 1;
      const outside = lines.filter(
        ({ left, right, top, bottom }) => left < 39 || right > width - 39 || top < 20 || bottom > height - 20,
      );
      expect([layout, page, outside]).toEqual([layout, page, []]);
      const overlapping = lines.flatMap((one, at) =>
        lines
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.right - kerning &&
              other.left < one.right - kerning &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          )
          .map((other) => [one.text, other.text]),
      );
      expect([layout, page, overlapping]).toEqual([layout, page, []]);
    }
    if (layout !== 'list' && layout !== 'prices') return;
    const texts = pages.map(({ lines }) => lines.map(({ text }) => text).join('\n'));
    for (const { attributeArr } of products.filter((product) => product.attributeArr.length > 0)) {
      const on = attributeArr.map(({ sku }) => texts.findIndex((text) => `${text}\n`.includes(`${sku}\n`)));
      // An index comes later.
      expect(new Set(on).size, `${attributeArr[0]?.sku}`).toBe(1);
    }
  });

  it('prints the words of the data on the page that the index names', async () => {
    await createProducts();
    const { pdf } = await make({ layout: 'list', details: ['sku', 'mrp', 'variants'] });
    const pages = (await pagesOfPdf(pdf)).map((page) => page.replaceAll('\n', ' '));
    const index = pages.filter((page) => page.includes('Products by SKU')).join(' ');
    const { body } = await server.send('GET', '/v1/product/?pageSize=500');
    for (const { name, sku, mrp, price, variantCount } of body.data as Product[]) {
      const number = Number(new RegExp(`\\b${sku} (\\d+)`).exec(index)?.[1]);
      const page = pages[number - 1] ?? '';
      expect(page, `${sku} on page ${number}`).toContain(String(name));
      expect(page).toContain(`MRP: ₹${Number(mrp).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`);
      if (variantCount === 0)
        expect(page).toContain(`₹${Number(price).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`);
    }
  });

  it('prints a QR code for each product, which leads to its page', async () => {
    await createProducts();
    const { pdf } = await make({ layout: 'grid12', hasQrCodes: true, hasContents: false, hasIndex: false });
    const codes = (await readCodes(pdf, ['QRCode'])).flat();
    const { body } = await server.send('GET', '/v1/product/?pageSize=500');
    const expected = (body.data as { slug: string }[]).map(({ slug }) => `https://www.example.com/products/${slug}`);
    expect(codes.toSorted()).toEqual(expected.toSorted());
  });

  it('prints barcodes that a scanner reads', async () => {
    await createProducts();
    const gtins = ['5901234123457', '96385074', '036000291452', '10012345678902'];
    const ids: string[] = [];
    for (const [index, gtin] of gtins.entries())
      ids.push(
        (await createProduct(server.send, { name: `Coded ${index}`, gtin, sku: `CODE/${index}-a`, status: 'INACTIVE' }))
          ._id,
      );
    const print = async (code: string) => {
      const response = await fetch(`${server.url}/v1/product/labels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sheet: labelSheets.L7163?.sheet, code, ids }),
      });
      return new Uint8Array(await response.arrayBuffer());
    };
    const labels = await print('gtin');
    const read = (await readCodes(labels, ['EAN13', 'EAN8', 'UPCA', 'ITF'])).flat();
    // A UPC-A is an EAN-13 that starts with 0.
    const padded = (all: readonly string[]) => all.map((gtin) => gtin.padStart(14, '0')).toSorted();
    expect(padded(read)).toEqual(padded(gtins));
    const skus = (await readCodes(await print('sku'), ['Code128'])).flat();
    expect(skus.toSorted()).toEqual(gtins.map((_, index) => `CODE/${index}-a`));
    expect(findAccessibilityProblems(labels).filter((problem) => problem !== 'no bookmarks')).toEqual([]);
  });

  it('leaves a bleed and crop marks around the finished page', async () => {
    await createProducts();
    const preview = async (changes: Partial<CatalogueDesign>) => {
      const { body } = await server.send('POST', '/v1/catalogue/preview', { body: { design: design(changes) } });
      return Buffer.from((body.data as CataloguePreview).pdf, 'base64');
    };
    const marked = await preview({ hasCropMarks: true });
    const { ofType, entry } = parsePdf(marked);
    const [, { dictionary = '' } = {}] = ofType('Page')[0] ?? [];
    const box = (name: string) => entry(dictionary, name).slice(1, -1).split(' ').map(Number);
    const [left = 0, , right = 0] = box('TrimBox');
    expect(right - left).toBeCloseTo(595.28);
    expect(left - (box('BleedBox')[0] ?? 0)).toBeCloseTo((3 * 72) / 25.4);
    expect(box('MediaBox')[2]).toBeCloseTo(595.28 + 2 * left);
    expect(findAccessibilityProblems(marked)).toEqual([]);
    expect((await pagesOfPdf(marked)).join()).toBe((await pagesOfPdf(await preview({}))).join());
  });
});
