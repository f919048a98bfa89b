import { deserialize, serialize } from 'node:v8';
import type { TableRow } from './table.ts';

// Limited in rows and characters, because one row can have eight million characters.
const batchRows = 500;
const batchCharacters = 1_000_000;

/**
 * Regroups rows into batches of limited size and serializes them, which takes a fraction of their memory. Rows after the
 * first `maxRows` are read, but left out.
 */
export async function* packRows(
  rows: AsyncIterable<TableRow[]>,
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let batch: TableRow[] = [];
  let characters = 0;
  let packed = 0;
  for await (const part of rows) {
    for (const row of part) {
      if (packed === maxRows) break;
      packed += 1;
      batch.push(row);
      for (const cell of row.cells) characters += cell.length;
      if (batch.length < batchRows && characters < batchCharacters) continue;
      yield serialize(batch);
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield serialize(batch);
}

export const unpackRows = (packed: Uint8Array): TableRow[] => deserialize(packed) as TableRow[];
