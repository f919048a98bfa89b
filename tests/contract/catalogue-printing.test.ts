import { describe, expect, it } from 'vitest';
import type {
  CatalogueDesign,
  CataloguePreview,
  MadeCatalogue,
  StoredDesign,
} from '../../src/shared/catalogue-design.ts';
import { jobSchema } from '../../src/shared/import.ts';
import { category } from '../../src/shared/resources/category.ts';
import { type DatabaseKind, databaseKinds } from '../support/databases.ts';
import { linksOfPdf, pagesOfPdf, structureOfPdf } from '../support/pdf-pages.ts';
import { buildVariant, createProduct, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const setUp = (kind: DatabaseKind) => {
  const server = setUpTestServer(kind);
  const products: Product[] = [];

  const createProducts = async (): Promise<void> => {
    if (products.length > 0) return;
    for (const name of ['Writing', 'Paper & desk']) {
      const { _id: categoryId } = await createRecord(server.send, category, { name });
      for (let index = 1; index <= 20; index += 1) {
        const isVaried = index % 5 === 0;
        products.push(
          await createProduct(server.send, {
            name: `${name} ${index}`,
            sku: `${name.slice(0, 1)}-${100 + index}`,
            description: '<p>Writes smoothly</p>',
            price: 1_00_000 + index,
            categoryId,
            ...(isVaried && {
              attributeArr: [1, 2].map((step) => buildVariant({ name: `Pack of ${step}`, price: index * step })),
            }),
          }),
        );
      }
    }
  };

  const design = (changes: Partial<CatalogueDesign> = {}) => ({
    title: 'Monsoon',
    layout: 'grid12',
    hasContents: true,
    hasIndex: true,
    filter: { status: 'ACTIVE' },
    ...changes,
  });

  const preview = async (changes?: Partial<CatalogueDesign>) => {
    const { status, body } = await server.send('POST', '/v1/catalogue/preview', { body: { design: design(changes) } });
    return { status, body, data: body.data as CataloguePreview };
  };

  const make = async (body: object): Promise<MadeCatalogue> => {
    const { status, body: response } = await server.send('POST', '/v1/catalogue/make', { body });
    expect([status, response.message]).toEqual([200, '“Monsoon” made']);
    return response.data as MadeCatalogue;
  };

  const readPdf = async (id: string): Promise<Uint8Array> => {
    const { body } = await server.send('GET', `/v1/catalogue/getById/${id}`);
    const { pdf } = body.data as { pdf: string };
    const response = await fetch(`${server.url}/uploads/${pdf}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };

  const readDesign = async (id: string): Promise<StoredDesign | null> => {
    const { body } = await server.send('GET', `/v1/catalogue/design/${id}`);
    return body.data as StoredDesign | null;
  };

  return { server, products, createProducts, design, preview, make, readPdf, readDesign };
};

describe('a catalogue made from products', () => {
  const { server, products, createProducts, design, preview, make, readPdf, readDesign } = setUp('sqlite');

  it.each(['grid6', 'grid12', 'list', 'single', 'prices'] as const)(
    'prints each product once, where the index says: %s',
    async (layout) => {
      await createProducts();
      const { _id, pageCount } = await make({ design: design({ layout }) });
      const pages = await pagesOfPdf(await readPdf(_id));
      expect(pages).toHaveLength(pageCount);
      const isIndex = (page: string) => /Products by (?:name|SKU)/.test(page);
      const index = pages.filter(isIndex).join('\n');
      for (const { name, sku, price, attributeArr } of products) {
        const lowest = Math.min(price as number, ...attributeArr.map((variant) => variant.price));
        const shown = pages.flatMap((page, at) =>
          !isIndex(page) && page.includes(String(sku)) ? [{ page, number: at + 1 }] : [],
        );
        // A price list names the variants instead.
        if (layout === 'prices' && attributeArr.length > 0) continue;
        expect(shown.map(({ number }) => number)).toHaveLength(1);
        expect(shown[0]?.page).toContain(String(name));
        const expected =
          attributeArr.length > 0 ? `from ₹${lowest.toFixed(2)}` : `₹1,00,0${String(lowest).slice(-2)}.00`;
        expect(shown[0]?.page).toContain(expected);
        expect(index.replaceAll('\n', '')).toContain(`${name} ${shown[0]?.number}`);
      }
    },
  );

  it('makes the same file of the same products', async () => {
    await createProducts();
    const [one, other] = [await preview(), await preview()];
    expect(one.data.productCount).toBe(40);
    expect(other.data.pdf === one.data.pdf).toBe(true);
  });

  it('tags all content for screen readers', async () => {
    await createProducts();
    const { data } = await preview();
    const { language, isMarked, pages } = await structureOfPdf(Buffer.from(data.pdf, 'base64'));
    expect([language, isMarked]).toEqual(['en', true]);
    expect(pages[0]?.map(({ role }) => role)).toContain('H1');
    const elements = pages.flat();
    expect(elements.filter(({ role }) => role === 'H2').length).toBeGreaterThan(20);
    expect(elements.filter(({ role, alt }) => role === 'Figure' && !alt)).toEqual([]);
    for (const layout of ['grid12', 'list', 'single', 'prices'] as const) {
      const other = await preview({ layout });
      const structure = await structureOfPdf(Buffer.from(other.data.pdf, 'base64'));
      const unnamed = structure.pages.flat().filter(({ role, alt }) => role === 'Figure' && !alt);
      expect([layout, structure.isMarked, unnamed]).toEqual([layout, true, []]);
    }
  });

  it('changes prices for the catalogue only', async () => {
    await createProducts();
    const { data } = await preview({ priceFormula: '+10%', filter: { query: 'Paper & desk 3' } });
    expect((await pagesOfPdf(Buffer.from(data.pdf, 'base64'))).join('')).toContain('₹1,10,003.30');
    const plain = await preview({ hasPrices: false, filter: { query: 'Paper & desk 3' } });
    expect((await pagesOfPdf(Buffer.from(plain.data.pdf, 'base64'))).join('')).not.toContain('₹');
  });

  it('leads to the pages of the website, also by QR code', async () => {
    await createProducts();
    const filter = { query: 'Writing 3' };
    const without = await preview({ hasQrCodes: true, filter });
    expect(without.data.notices.at(-1)).toMatch(/^No QR codes/);
    const body = { isOn: true, pageAddress: 'https://www.example.com' };
    expect((await server.send('PATCH', '/v1/website', { body })).status).toBe(200);
    const { data } = await preview({ hasQrCodes: true, filter });
    const bytes = Buffer.from(data.pdf, 'base64');
    expect(await linksOfPdf(bytes)).toContain('https://www.example.com/products/writing-3');
    const figures = (await structureOfPdf(bytes)).pages.flat().filter(({ role }) => role === 'Figure');
    expect(figures.map(({ alt }) => alt)).toContain('QR code of Writing 3');
  });

  it('prints Devanagari, and says which characters it can’t print', async () => {
    const { _id } = await createProduct(server.send, { name: 'दीवाली डायरी 墨' });
    const { data } = await preview({ filter: undefined, ids: [_id] });
    expect(data.notices).toEqual(['1 product without a picture', 'The catalogue’s fonts lack 墨']);
    expect((await pagesOfPdf(Buffer.from(data.pdf, 'base64'))).join('')).toContain('दीवाली');
    await server.send('DELETE', `/v1/product/deleteById/${_id}`);
  });

  it('has the products of the chosen categories only', async () => {
    await createProducts();
    const [writing = '', paper = ''] = [products[0], products[20]].map((each) => String(each?.categoryId));
    const count = async (...categoryIds: string[]) => (await preview({ categoryIds })).data.productCount;
    const [ofWriting, ofPaper, ofBoth] = [await count(writing), await count(paper), await count(writing, paper)];
    expect([ofWriting, ofPaper, ofBoth]).toEqual([20, 20, 40]);
    expect((await preview({ categoryIds: [writing], filter: { categoryId: paper } })).status).toBe(400);
  });

  it('says at the field what can’t be printed', async () => {
    const none = await preview({ filter: { query: 'no such product' } });
    expect([none.status, none.body.errors]).toEqual([
      400,
      [{ field: 'design.filter', message: 'No products match this choice' }],
    ]);
    const formula = await preview({ priceFormula: 'a tenth more' });
    expect([formula.status, formula.body.errors?.[0]?.field]).toEqual([400, 'design.priceFormula']);
    const filter = await preview({ filter: { unknown: 'x' } });
    expect([filter.status, filter.body.errors?.[0]?.field]).toEqual([400, 'design.filter']);
  });

  it('names the file after any title', async () => {
    await createProducts();
    const { status, body } = await server.send('POST', '/v1/catalogue/make', {
      body: { design: design({ title: 'Pens/Paper @@ 2027' }) },
    });
    expect([status, body.data]).toMatchObject([200, { name: 'Pens/Paper @@ 2027' }]);
    const { body: stored } = await server.send('GET', `/v1/catalogue/getById/${(body.data as MadeCatalogue)._id}`);
    expect(JSON.stringify(stored.data)).toContain('"Pens-Paper - 2027.pdf"');
  });

  it('knows no design of a catalogue that was uploaded', async () => {
    expect(await readDesign('000000000000000000000000')).toBeNull();
  });
});

describe.each(databaseKinds)('making a catalogue on %s', (kind) => {
  const { server, products, createProducts, design, make, readPdf, readDesign } = setUp(kind);

  it('names exactly the pages that have changed since', async () => {
    await createProducts();
    const { _id } = await make({ design: design({ hasIndex: false }) });
    expect((await readDesign(_id))?.changedPages).toEqual([]);
    const before = await pagesOfPdf(await readPdf(_id));
    const [changed] = products.filter(({ name }) => name === 'Writing 7');
    await server.send('PATCH', `/v1/product/updateById/${changed?._id}`, { body: { price: 7.5 } });
    const stored = await readDesign(_id);
    const again = await make({ design: stored?.design, id: _id });
    expect(again._id).toBe(_id);
    const after = await pagesOfPdf(await readPdf(_id));
    const differing = after.flatMap((page, at) =>
      page === before[at] ? [] : [{ page: at + 1, reasons: ['Writing 7'] }],
    );
    expect(differing).toHaveLength(1);
    expect(stored?.changedPages).toEqual(differing);
    expect((await readDesign(_id))?.changedPages).toEqual([]);
  });

  it('stores nothing when it is cancelled', async () => {
    await createProducts();
    const count = async () => (await server.send('GET', '/v1/catalogue/')).body.total;
    const before = await count();
    const { status, body } = await server.send('POST', '/v1/catalogue/make', {
      body: { design: design({ layout: 'single' }) },
      headers: { prefer: 'respond-async, wait=0' },
    });
    expect(status).toBe(202);
    await server.send('POST', `/v1/jobs/${body.jobId}/cancel`, { body: {} });
    const readJob = async () => jobSchema.parse((await server.send('GET', `/v1/jobs/${body.jobId}`)).body.data).state;
    await expect.poll(readJob).toBe('cancelled');
    expect(await count()).toBe(before);
  });
});
