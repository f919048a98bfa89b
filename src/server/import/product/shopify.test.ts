import { expect, it } from 'vitest';
import { ReportBuilder } from '../report.ts';
import { createRowReader } from './product-rows.ts';
import { createShopifyAdapter, mapShopifyColumns } from './shopify.ts';

const headers = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Image Src', 'Status', 'Published'];

const description = {
  letters: [],
  profile: { rowCount: 0, columns: [], rowNotices: [] },
  rowsAbove: 0,
  sheet: 'Products',
  sheets: ['Products'],
  headerRow: 1,
};

const reader = () => {
  const report = new ReportBuilder({ ...description, columns: headers });
  const sheet = { headers, mapping: new Map(), numberFormats: new Map() };
  const readRow = createRowReader(mapShopifyColumns(sheet, report), report);
  const adapt = createShopifyAdapter();
  return {
    report,
    read: (...texts: string[]) => adapt(readRow({ row: 2, cells: headers.map((_, at) => texts[at] ?? '') })),
  };
};

it.each([
  ['active', 'ACTIVE'],
  ['Unlisted', 'ACTIVE'],
  ['draft', 'INACTIVE'],
  ['ARCHIVED', 'INACTIVE'],
  // An unknown status stays as it is and is rejected later.
  ['sold out', 'sold out'],
])('reads the status %s as %s', (text, status) => {
  const row = reader().read('tee', 'Tee', '', '', '', '', text);
  expect(row?.cells.get('status')?.text).toBe(status);
});

it.each([
  ['FALSE', 'active', 'INACTIVE'],
  ['false', '', 'INACTIVE'],
  ['true', 'draft', 'INACTIVE'],
  ['TRUE', 'active', 'ACTIVE'],
  ['TRUE', '', undefined],
])('reads Published %s with the status %j as %s', (published, text, status) => {
  const row = reader().read('tee', 'Tee', '', '', '', '', text, published);
  expect(row?.cells.get('status')?.text).toBe(status);
});

it('rejects an invalid Published', () => {
  const row = reader().read('tee', 'Tee', '', '', '', '', '', 'perhaps');
  expect(row?.errors).toMatchObject([{ column: 'Published', value: 'perhaps' }]);
});

it('keeps the image of a row without other values', () => {
  const { read } = reader();
  const address = 'https://cdn.example/1.jpg';
  expect(read('tee', 'Tee', 'Size', 'S', 'TEE-S', address)).toMatchObject({
    attributes: [{ name: 'Size', text: 'S', title: 'Option1 Value' }],
    images: [{ address, title: 'Image Src' }],
  });
  const alone = read('tee', '', '', '', '', address);
  expect([alone?.images.length, [...(alone?.cells.keys() ?? [])]]).toEqual([1, ['handle']]);
  expect(read('tee', '')).toBeNull();
  expect(read('tee', '', '', 'M', 'TEE-M')?.attributes).toMatchObject([{ name: 'Size', text: 'M' }]);
});
