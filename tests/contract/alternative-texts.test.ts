import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { Variant } from '../../src/shared/product/variant.ts';
import { altNameOf, decorativeAlt } from '../../src/shared/resource-kit/fields.ts';
import { banner } from '../../src/shared/resources/banner.ts';
import { category } from '../../src/shared/resources/category.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { describeTextIssues } from '../../src/shared/text-issues.ts';
import { databaseKinds } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { importProducts, importRecords } from '../support/import-client.ts';
import { buildImage, buildVariant, createProductClient, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

it('gives every image a field for its alternative text', () => {
  const names = resources.flatMap(({ name, fields }) =>
    Object.keys(fields).flatMap((field) => (fields[field]?.kind === 'image' ? [[name, field] as const] : [])),
  );
  expect(names.length).toBeGreaterThan(15);
  for (const [name, field] of names) {
    const found = resources.find((resource) => resource.name === name)?.fields[altNameOf(field)];
    expect([name, field, found]).toMatchObject([name, field, { kind: 'text', altOf: field, isExtra: true }]);
  }
});

it('ships sample data that is accessible', async () => {
  const missing: unknown[] = [];
  for (const file of (await readdir(inRoot('resources/sample'))).filter((name) => name.endsWith('.json'))) {
    const fields = resources.find(({ name }) => `${name}.json` === file)?.fields ?? {};
    for (const record of JSON.parse(await readFile(inRoot('resources/sample', file), 'utf8'))) {
      for (const [name, { kind }] of Object.entries(fields)) {
        if (kind === 'image' && record[name] && !record[altNameOf(name)]) missing.push([file, name, record]);
        if (kind === 'richText' && describeTextIssues(record[name] ?? '')) missing.push([file, name, record]);
      }
      for (const { imagesArr } of record.attributeArr ?? []) {
        for (const image of imagesArr) if (!image.alt) missing.push([file, record.name, image]);
      }
    }
  }
  expect(missing).toEqual([]);
});

const altsOf = ({ attributeArr }: Product | { attributeArr: Variant[] }) =>
  attributeArr.map(({ imagesArr }) => imagesArr.map(({ alt }) => alt));

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { change, get, remove, latestEntry, revert } = createHistoryClient(server);
  const products = createProductClient(server);
  const site = createSiteClient(server);
  const exportCsv = async (name: string, query: string) =>
    (
      await fetch(`${server.url}/v1/${name}/export?format=csv&query=${query}`, {
        headers: { authorization: `Bearer ${server.token}` },
      })
    ).text();

  it('keeps a text with its picture, and asks for one again for another picture', async () => {
    const pens = await createRecord(server.send, category, { image: buildImage(), imageAlt: ' Three pens ' });
    expect(pens.imageAlt).toBe('Three pens');
    await change('category', pens._id, { name: 'Pens', image: pens.image });
    expect(await get('category', pens._id)).toMatchObject({ imageAlt: 'Three pens' });
    await change('category', pens._id, { image: buildImage() });
    expect(await get('category', pens._id)).toMatchObject({ imageAlt: '' });
    const entry = await latestEntry(pens._id);
    expect(entry).toMatchObject({
      changedFields: ['image'],
      before: { imageAlt: 'Three pens' },
      after: { imageAlt: '' },
    });
    expect((await revert(entry._id)).status).toBe(200);
    expect(await get('category', pens._id)).toMatchObject({ image: pens.image, imageAlt: 'Three pens' });
    await change('category', pens._id, { image: buildImage(), imageAlt: 'Two pens' });
    expect(await get('category', pens._id)).toMatchObject({ imageAlt: 'Two pens' });
  });

  it('keeps the texts of variants’ pictures by their files', async () => {
    const imagesArr = [
      { image: buildImage(), order: 1, alt: 'Back' },
      { image: buildImage(), order: 0, alt: 'Front' },
      { image: buildImage(), order: 2, alt: decorativeAlt },
      { image: buildImage(), order: 3 },
    ];
    const made = await products.create({ attributeArr: [buildVariant({ imagesArr }), buildVariant()] });
    expect(altsOf(made)).toEqual([['Front', 'Back', decorativeAlt, undefined], [undefined]]);
    const [first, second] = made.attributeArr;
    const [front, back, , plain] = first?.imagesArr ?? [];
    const attributeArr = [
      { ...first, imagesArr: [plain?.image, { image: front?.image }] },
      { ...second, imagesArr: [{ image: back?.image }, { image: front?.image, alt: '' }] },
    ];
    await products.patch(made._id, { attributeArr });
    expect(altsOf(await products.get(made._id))).toEqual([
      [undefined, 'Front'],
      ['Back', undefined],
    ]);
    expect((await revert((await latestEntry(made._id))._id)).status).toBe(200);
    expect(altsOf(await products.get(made._id))).toEqual(altsOf(made));
  });

  it('undoes the first text of a picture', async () => {
    const made = await products.create({ attributeArr: [buildVariant()] });
    const [variant] = made.attributeArr;
    const described = variant?.imagesArr.map((image) => ({ ...image, alt: 'A pen' }));
    await products.patch(made._id, { attributeArr: [{ ...variant, imagesArr: described }] });
    expect(altsOf(await products.get(made._id))).toEqual([['A pen']]);
    await revert((await latestEntry(made._id))._id);
    expect(altsOf(await products.get(made._id))).toEqual([[undefined]]);
  });

  it('restores texts from the trash', async () => {
    const made = await products.create({
      thumbnail: buildImage(),
      thumbnailAlt: 'A box of pens',
      attributeArr: [buildVariant({ imagesArr: [{ image: buildImage(), alt: 'A pen' }] })],
    });
    const { body } = await remove('product', made._id);
    expect((await server.send('POST', `/v1/trash/${body.historyId}/restore`)).status).toBe(200);
    const restored = await products.get(made._id);
    expect([restored.thumbnailAlt, altsOf(restored)]).toEqual(['A box of pens', [['A pen']]]);
  });

  it('exports and imports texts', async () => {
    const inks = await createRecord(server.send, category, {
      name: 'Round inks',
      image: buildImage(),
      imageAlt: decorativeAlt,
      bannerAlt: '',
    });
    const content = await exportCsv('category', 'Round');
    expect((await importRecords(server, 'category', content)).body.report).toMatchObject({ update: 0, unchanged: 1 });
    await importRecords(server, 'category', content.replace(decorativeAlt, 'An ink bottle'));
    expect(await get('category', inks._id)).toMatchObject({ imageAlt: 'An ink bottle' });

    const imagesArr = [buildImage(), { image: buildImage(), alt: 'Lid; open' }];
    const made = await products.create({ name: 'Round box', attributeArr: [buildVariant({ imagesArr })] });
    const sheet = await exportCsv('product', 'Round');
    expect((await importProducts(server, sheet)).body.report).toMatchObject({ update: 0, unchanged: 1 });
    expect(sheet).toContain('Lid; open');
    await importProducts(server, sheet.replace('Lid; open', 'Lid'));
    expect(altsOf(await products.get(made._id))).toEqual([[undefined, 'Lid']]);
    await remove('product', made._id);
    await importProducts(server, sheet);
    expect((await products.find('Round box')).map(altsOf)).toEqual([[[undefined, 'Lid; open']]]);
  });

  it('gives websites the text, nothing for a decorative picture, and else the title', async () => {
    await site.set({ isOn: true });
    const read = async (path: string) =>
      (await site.get(`/site/v1/${path}`)).body.data as unknown as Record<string, unknown>;
    const image = buildImage();
    const make = (values: object) => createRecord(server.send, banner, { name: 'Sale', imageUrl: image, ...values });
    const imageOf = async (values: object) => (await read(`banners/${(await make(values))._id}`)).imageUrl;
    expect(await imageOf({ imageUrlAlt: 'Half-price pens' })).toMatchObject({ alt: 'Half-price pens' });
    expect(await imageOf({ imageUrlAlt: decorativeAlt })).toMatchObject({ alt: '' });
    expect(await imageOf({ imageUrlAlt: '' })).toMatchObject({ alt: 'Sale' });

    const imagesArr = [{ image: buildImage(), alt: 'A blue pen' }, { image: buildImage() }];
    const attributeArr = [buildVariant({ name: 'Blue', imagesArr })];
    const { _id } = await products.create({ name: 'Pen', thumbnail: image, thumbnailAlt: 'Pens', attributeArr });
    expect(await read(`products/${_id}`)).toMatchObject({
      thumbnail: { alt: 'Pens' },
      seoImage: { alt: 'Pens' },
      variants: [{ images: [{ alt: 'A blue pen' }, { alt: 'Blue' }] }],
    });
  });

  it('rejects a text that is too long', async () => {
    const imagesArr = [{ image: buildImage(), alt: 'x'.repeat(501) }];
    const { status, body } = await products.post({ name: 'Pen', attributeArr: [buildVariant({ imagesArr })] });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'attributeArr.0.imagesArr.0.alt']);
  });
});
