import { CompiledQuery } from 'kysely';
import { type Database, isSqlite, type Row } from './tables.ts';

const maxChunkSize = 250;

/** Splits a long list into chunks, so that one step of the work takes little memory and time. */
export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += maxChunkSize) yield items.slice(at, at + maxChunkSize);
}

/** Enough for a chunk of products, because SQLite writes its search index once per statement. */
const maxValues = 10_000;

type Written = {
  table: string;
  /** All rows have the same columns. */
  rows: readonly Row[];
};

const quote = (name: string): string => `"${name}"`;

/** SQLite writes its search index to disk whenever a row comes before the previous one, which takes three times as long. */
const inOrderOfIds = (rows: readonly Row[]): readonly Row[] =>
  rows[0]?._id === undefined ? rows : rows.toSorted((a, b) => (String(a._id) < String(b._id) ? -1 : 1));

const replaceLoneSurrogates = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** PostgreSQL rejects an escape of half a character, which it would store as a replacement character otherwise. */
const toJson = (rows: readonly Row[]): string => {
  const json = JSON.stringify(rows);
  return /\\ud[89a-f]/.test(json) ? JSON.stringify(rows, replaceLoneSurrogates) : json;
};

/**
 * Runs a statement for each chunk of rows. Returns the number of rows written. `toStatement` gets the columns and a query of
 * the rows. PostgreSQL takes longer to plan thousands of parameters than to write them, so it gets the rows as one.
 */
const writeInChunks = async (
  database: Database,
  { table, rows }: Written,
  toStatement: (columns: string[], query: string) => string,
): Promise<number> => {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map(quote);
  const ordered = inOrderOfIds(rows);
  const rowsPerStatement = Math.max(1, Math.floor(maxValues / columns.length));
  const row = `(${columns.map(() => '?')})`;
  let written = 0;
  for (let at = 0; at < ordered.length; at += rowsPerStatement) {
    const chunk = ordered.slice(at, at + rowsPerStatement);
    const [query, parameters] = isSqlite(database)
      ? [`values ${chunk.map(() => row)}`, chunk.flatMap((values) => names.map((name) => values[name]))]
      : [`select ${columns} from json_populate_recordset(null::${quote(table)}, $1)`, [toJson(chunk)]];
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(toStatement(columns, query), parameters));
    written += Number(numAffectedRows ?? 0);
  }
  return written;
};

/** Inserts rows. A row whose key exists is an error unless it is to be skipped. Returns the number of rows written. */
export const insertRows = (
  database: Database,
  { onConflict, ...written }: Written & { onConflict?: 'skip' },
): Promise<number> =>
  writeInChunks(database, written, (columns, query) => {
    const ending = onConflict === 'skip' ? ' on conflict do nothing' : '';
    return `insert into ${quote(written.table)} (${columns}) ${query}${ending}`;
  });

/** Sets columns of rows, each row to its own values; `_id` is the first column. */
export const updateRows = (database: Database, written: Written): Promise<number> =>
  writeInChunks(database, written, (columns, query) => {
    const table = quote(written.table);
    const changes = columns.slice(1).map((name) => `${name} = changed.${name}`);
    return `with changed (${columns}) as (${query})
      update ${table} set ${changes} from changed where ${table}._id = changed._id`;
  });
