import { CompiledQuery } from 'kysely';
import type { ColumnType } from './schema.ts';
import { type Database, isSqlite, type Row } from './tables.ts';

const maxChunkSize = 250;

/** Splits a long list into chunks, so that one step of the work takes little memory and time. */
export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += maxChunkSize) yield items.slice(at, at + maxChunkSize);
}

/** Enough for a chunk of products, because SQLite writes its search index once per statement. */
const maxParameters = 10_000;

type Written = {
  table: string;
  /** All rows have the same columns. */
  rows: readonly Row[];
};

const quote = (name: string): string => `"${name}"`;

/** Returns a list of rows of parameters. `types` are those of the first row, which decide about the others. */
const valueList = (
  database: Database,
  { rows, columns }: { rows: readonly Row[]; columns: readonly string[] },
  types: readonly (ColumnType | undefined)[] = [],
): string => {
  const isNumbered = !isSqlite(database);
  let count = 0;
  const next = () => {
    count += 1;
    return isNumbered ? `$${count}` : '?';
  };
  const typed = (type: ColumnType | undefined) => (type ? `cast(${next()} as ${type})` : next());
  return rows.map((_, index) => `(${columns.map((_name, at) => typed(index === 0 ? types[at] : undefined))})`).join();
};

/** SQLite writes its search index to disk whenever a row comes before the previous one, which takes three times as long. */
const inOrderOfIds = (rows: readonly Row[]): readonly Row[] =>
  rows[0]?._id === undefined ? rows : rows.toSorted((a, b) => (String(a._id) < String(b._id) ? -1 : 1));

/**
 * Runs a statement for each chunk of rows. Returns the number of rows written. The statements are written by hand, because
 * building them value by value takes as long as running them.
 */
const writeInChunks = async (
  database: Database,
  rows: readonly Row[],
  toStatement: (values: (types?: readonly (ColumnType | undefined)[]) => string, columns: readonly string[]) => string,
): Promise<number> => {
  const columns = Object.keys(rows[0] ?? {});
  const ordered = inOrderOfIds(rows);
  const rowsPerStatement = Math.max(1, Math.floor(maxParameters / columns.length));
  let written = 0;
  for (let at = 0; at < ordered.length; at += rowsPerStatement) {
    const chunk = ordered.slice(at, at + rowsPerStatement);
    const statement = toStatement((types) => valueList(database, { rows: chunk, columns }, types), columns);
    const parameters = chunk.flatMap((row) => columns.map((name) => row[name]));
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(statement, parameters));
    written += Number(numAffectedRows ?? 0);
  }
  return written;
};

/** Inserts rows. A row whose key exists is an error unless it is to be skipped. Returns the number of rows written. */
export const insertRows = (
  database: Database,
  { table, rows, onConflict }: Written & { onConflict?: 'skip' },
): Promise<number> =>
  writeInChunks(database, rows, (values, columns) => {
    const ending = onConflict === 'skip' ? ' on conflict do nothing' : '';
    return `insert into ${quote(table)} (${columns.map(quote)}) values ${values()}${ending}`;
  });

type Typed = Written & {
  /** Types of the columns that aren't texts; by default, a number is an integer. */
  types: Readonly<Record<string, ColumnType>>;
};

/** Sets columns of rows, each row to its own values; `_id` is the first column. */
export const updateRows = (database: Database, { table, rows, types }: Typed): Promise<number> => {
  const first = rows[0] ?? {};
  const getType = (name: string) => types[name] ?? (typeof first[name] === 'number' ? 'integer' : undefined);
  return writeInChunks(database, rows, (values, columns) => {
    // Both databases call the columns of a `values` list column1, column2 and so on; the first one is the id.
    const changes = columns.slice(1).map((name, index) => `${quote(name)} = changed.column${index + 2}`);
    // Without types, PostgreSQL takes every value of a list for a text.
    return `update ${quote(table)} set ${changes} from (values ${values(columns.map(getType))}) as changed
      where ${quote(table)}._id = changed.column1`;
  });
};
