import { expect, it } from 'vitest';
import { keepRows, packRows, unpackRows } from './packed-rows.ts';
import type { TableRow } from './table.ts';

const rows = Array.from({ length: 1200 }, (_, index): TableRow => ({ row: index + 2, cells: [`Pen ${index}`] }));

async function* inParts(): AsyncGenerator<TableRow[]> {
  yield rows.slice(0, 700);
  yield [];
  yield rows.slice(700);
}

it('packs rows in batches of up to 500', async () => {
  const batches: TableRow[][] = [];
  for await (const packed of packRows(inParts())) batches.push(unpackRows(packed));
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(batches.flat()).toEqual(rows);
});

it('packs long rows in smaller batches', async () => {
  const long = { row: 1, cells: ['x'.repeat(600_000)] };
  const kept = await keepRows(
    (async function* () {
      yield [long, long, long];
    })(),
  );
  expect(kept?.map((packed) => unpackRows(packed).length)).toEqual([2, 1]);
});

it('keeps the first rows', async () => {
  const kept = await keepRows(inParts(), { maxRows: 20 });
  expect(kept?.flatMap(unpackRows)).toEqual(rows.slice(0, 20));
});

it('keeps nothing of rows that take too much memory, but reads all of them', async () => {
  let read = 0;
  async function* counted(): AsyncGenerator<TableRow[]> {
    for await (const part of inParts()) {
      read += part.length;
      yield part;
    }
  }
  expect(await keepRows(counted(), { maxBytes: 1000 })).toBeNull();
  expect(read).toBe(rows.length);
});
