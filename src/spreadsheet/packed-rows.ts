import { deserialize, serialize } from 'node:v8';
import type { TableRow } from './table.ts';

// Limited in rows and characters, because one row can have eight million characters.
const batchRows = 500;
const batchCharacters = 1_000_000;

/** More than the rows of most files of the maximum size. Few bytes of a workbook can claim many equal long texts. */
const maxKeptBytes = 64 * 1024 * 1024;

/** Serializes rows in batches of limited size. `add` returns a batch once it is full. */
const createPacker = () => {
  let batch: TableRow[] = [];
  let characters = 0;
  const finish = (): Uint8Array | null => {
    const packed = batch.length > 0 ? serialize(batch) : null;
    batch = [];
    characters = 0;
    return packed;
  };
  return {
    add: (row: TableRow): Uint8Array | null => {
      batch.push(row);
      for (const cell of row.cells) characters += cell.length;
      return batch.length < batchRows && characters < batchCharacters ? null : finish();
    },
    finish,
  };
};

export async function* packRows(rows: AsyncIterable<TableRow[]>): AsyncGenerator<Uint8Array> {
  const { add, finish } = createPacker();
  for await (const part of rows) {
    for (const row of part) {
      const packed = add(row);
      if (packed) yield packed;
    }
  }
  const last = finish();
  if (last) yield last;
}

type KeepOptions = { maxRows?: number | undefined; maxBytes?: number };

/** Reads all rows and keeps the first `maxRows` of them; null if they take more than `maxBytes` of memory. */
export const keepRows = async (
  rows: AsyncIterable<TableRow[]>,
  { maxRows = Number.POSITIVE_INFINITY, maxBytes = maxKeptBytes }: KeepOptions = {},
): Promise<Uint8Array[] | null> => {
  const { add, finish } = createPacker();
  const kept: Uint8Array[] = [];
  let count = 0;
  let bytes = 0;
  const keep = (packed: Uint8Array | null) => {
    if (!packed) return;
    bytes += packed.length;
    kept.push(packed);
    if (bytes > maxBytes) kept.length = 0;
  };
  for await (const part of rows) {
    for (const row of part) {
      if (count === maxRows || bytes > maxBytes) break;
      count += 1;
      keep(add(row));
    }
  }
  keep(finish());
  return bytes > maxBytes ? null : kept;
};

export const unpackRows = (packed: Uint8Array): TableRow[] => deserialize(packed) as TableRow[];
