import assert from 'node:assert/strict';
import type { ImportReport } from '../../../src/shared/import.ts';
import { importProducts } from './import-products.ts';
import type { Office } from './large-lists.ts';
import { callerOf } from './stored-product.ts';

const rowCount = 50_000;
const variants = 5;
/** Products cost 5 to 2,005, each price equally often. */
const cheapest = 5;
const priceRange = 2000;

const colours = ['Black', 'White', 'Blue', 'Navy', 'Red'];

const makeFile = (): Blob => {
  const lines = ['Name,Description,Material Type,Attribute: Colour,Variant SKU,Variant Price'];
  for (let index = 0; index < rowCount; index += 1) {
    const number = Math.floor(index / variants);
    const colour = colours[index % variants];
    lines.push(`Gel refill ${number},Writes smoothly,Plastic,${colour},GEL-${number}-${colour},4.5`);
  }
  return new Blob([lines.join('\n')]);
};

type Work = { name: string; run: (office: Office) => Promise<number> };

const file = makeFile();
const changes = new Map<Office, string>();

const upload = async ({ office }: Office, query = ''): Promise<ImportReport> => {
  const report = await importProducts(office, { file, query });
  assert.equal(report.rows, rowCount);
  return report;
};

const exportList = async ({ office }: Office, query = ''): Promise<number> => {
  const { url, headers } = office;
  const response = await fetch(`${url}/v1/product/export?format=csv${query}`, { headers });
  assert.equal(response.status, 200);
  let lines = 0;
  for await (const chunk of response.body ?? []) lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
  return lines;
};

const bulkEdit = async (place: Office): Promise<number> => {
  const { office, products } = place;
  const maxPrice = cheapest + (priceRange * rowCount) / products;
  const { changed } = await callerOf(office)<{ changed: number }>('POST', '/product/bulk', {
    action: 'update',
    filter: { minPrice: String(cheapest), maxPrice: String(maxPrice) },
    values: { isBestSeller: true },
  });
  return changed;
};

const works: Work[] = [
  { name: 'import: check', run: async (office) => (await upload(office, '?dryRun=true')).rows },
  {
    name: 'import',
    run: async (office) => {
      const { rows, changeId } = await upload(office);
      changes.set(office, changeId ?? '');
      return rows;
    },
  },
  { name: 'bulk edit', run: bulkEdit },
  { name: 'export: all', run: (office) => exportList(office) },
  { name: 'export: filtered', run: (office) => exportList(office, '&minPrice=100&maxPrice=110') },
  {
    name: 'import: undo',
    run: async (office) => {
      await callerOf(office.office)('POST', `/history/changes/${changes.get(office)}/revert`, {});
      return rowCount;
    },
  },
];

/** Prints the time per row of long operations, by size. */
export const measureWrites = async (offices: readonly Office[]): Promise<void> => {
  console.log('\nOperations on 50,000 rows, and exports (one run each; rows, and µs per row)');
  for (const { name, run } of works) {
    const cells: number[] = [];
    for (const office of offices) {
      const started = performance.now();
      const rows = await run(office);
      cells.push(rows, ((performance.now() - started) * 1000) / rows);
    }
    const [fewRows = 0, small = 0, manyRows = 0, large = 0] = cells;
    const columns = [fewRows, small.toFixed(0), manyRows, large.toFixed(0), (large / small).toFixed(2)];
    console.log(`  ${name.padEnd(24)}${columns.map((each) => String(each).padStart(10)).join('')}`);
  }
};
