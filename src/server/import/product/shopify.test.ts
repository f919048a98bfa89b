import { expect, it } from 'vitest';
import { createReport } from '../report.ts';
import { shopifyFormat } from './shopify.ts';

const titles = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Image Src', 'Status'];

const reader = () => {
  const report = createReport();
  const read = shopifyFormat({ titles, mapping: new Map() }, report);
  return {
    report,
    read: (...texts: string[]) =>
      read({
        row: 2,
        cells: Object.fromEntries(titles.map((title, at) => [title, texts[at] ?? ''])),
        untitled: {},
      }),
  };
};

it.each([
  ['active', 'ACTIVE'],
  ['Unlisted', 'ACTIVE'],
  ['draft', 'INACTIVE'],
  ['ARCHIVED', 'INACTIVE'],
  // What is no status is refused later, as it stands in the file.
  ['sold out', 'sold out'],
])('takes the status %s for %s', (text, status) => {
  const row = reader().read('tee', 'Tee', '', '', '', '', text);
  expect(row?.cells.get('status')?.text).toBe(status);
});

it('passes rows over that bring nothing but a further image, and says so of each image', () => {
  const { read, report } = reader();
  const address = 'https://cdn.example/1.jpg';
  expect(read('tee', 'Tee', 'Size', 'S', 'TEE-S', address)?.attributes).toEqual([
    { name: 'Size', text: 'S', title: 'Option1 Value' },
  ]);
  expect(read('tee', '', '', '', '', address)).toBeNull();
  expect(read('tee', '', '', 'M', 'TEE-M')?.attributes).toMatchObject([{ name: 'Size', text: 'M' }]);
  expect(read('mug', 'Mug')).not.toBeNull();
  expect(report.sofar().notices).toMatchObject([{ column: 'Image Src', count: 2 }]);
});
