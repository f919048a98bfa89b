import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ColumnType } from './codec.ts';
import { type Database, type Row, resourceTables } from './tables.ts';

/** SQLite's search index is written once per statement, but a long statement takes longer to bind. */
const maxParameters = 1000;

type Written = {
  table: string;
  /** All rows have the same columns. */
  rows: readonly Row[];
};

/** Runs a statement for each chunk of rows. Returns the number of rows written. */
const writeInChunks = async (
  database: Database,
  rows: readonly Row[],
  compile: (chunk: readonly Row[]) => CompiledQuery,
): Promise<number> => {
  const rowsPerStatement = Math.max(1, Math.floor(maxParameters / Object.keys(rows[0] ?? {}).length));
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const { numAffectedRows } = await database.executeQuery(compile(rows.slice(at, at + rowsPerStatement)));
    written += Number(numAffectedRows ?? 0);
  }
  return written;
};

/** Inserts rows. A row whose key exists is an error unless it is to be skipped. Returns the number of rows written. */
export const insertRows = (
  database: Database,
  { table, rows, onConflict }: Written & { onConflict?: 'skip' },
): Promise<number> =>
  writeInChunks(database, rows, (chunk) =>
    resourceTables(database)
      .insertInto(table)
      .values([...chunk])
      .$if(onConflict === 'skip', (query) => query.onConflict((conflict) => conflict.doNothing()))
      .compile(),
  );

/** Only the first row of a `values` list needs types; without them PostgreSQL takes every value for a text. */
const typedValue = (value: unknown, type: ColumnType | undefined): RawBuilder<unknown> =>
  type ? sql`cast(${value} as ${sql.raw(type)})` : sql`${value}`;

const compileUpdate = (database: Database, { table, rows, types }: Typed): CompiledQuery => {
  const first = rows[0] ?? {};
  const columns = Object.keys(first);
  const getType = (name: string) => types[name] ?? (typeof first[name] === 'number' ? 'integer' : undefined);
  const lists = rows.map((row, index) => {
    const values = columns.map((name) => typedValue(row[name], index === 0 ? getType(name) : undefined));
    return sql`(${sql.join(values)})`;
  });
  // Both databases call the columns of a `values` list column1, column2 and so on; the first one is the id.
  const changes = columns
    .slice(1)
    .map((name, index) => sql`${sql.ref(name)} = ${sql.ref(`changed.column${index + 2}`)}`);
  return sql`update ${sql.table(table)} set ${sql.join(changes)} from (values ${sql.join(lists)}) as changed
    where ${sql.ref(`${table}._id`)} = changed.column1`.compile(database);
};

type Typed = Written & {
  /** Types of the columns that aren't texts; by default, a number is an integer. */
  types: Readonly<Record<string, ColumnType>>;
};

/** Sets columns of rows, each row to its own values; `_id` is the first column. */
export const updateRows = (database: Database, { rows, ...written }: Typed): Promise<number> =>
  writeInChunks(database, rows, (chunk) => compileUpdate(database, { ...written, rows: chunk }));
