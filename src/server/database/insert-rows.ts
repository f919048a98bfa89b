import { CompiledQuery, sql } from 'kysely';
import { type Database, type Row, resourceTables } from './tables.ts';

/** Keeps the statement short enough to stay prepared. */
const rowsPerStatement = 40;

/** SQL by table, columns and number of rows: compiling a statement takes longer than running it. */
const compiled = new WeakMap<object, Map<string, string>>();

type Inserted = {
  table: string;
  /** All rows have the same columns. */
  rows: readonly Row[];
  /** Handling of rows whose key exists; an error by default. */
  onConflict?: 'skip' | { replaceBy: string };
};

const compile = (database: Database, { table, rows, onConflict }: Inserted): string => {
  const query = resourceTables(database)
    .insertInto(table)
    .values([...rows]);
  if (onConflict === undefined) return query.compile().sql;
  if (onConflict === 'skip') return query.onConflict((conflict) => conflict.doNothing()).compile().sql;
  const { replaceBy } = onConflict;
  const others = Object.keys(rows[0] ?? {}).filter((name) => name !== replaceBy);
  const excluded = Object.fromEntries(others.map((name) => [name, sql.ref(`excluded.${name}`)]));
  return query.onConflict((conflict) => conflict.column(replaceBy).doUpdateSet(excluded)).compile().sql;
};

/** Inserts rows in chunks, with SQL that is compiled once. Returns the number of rows written. */
export const insertRows = async (
  database: Database,
  { table, rows, onConflict }: Inserted,
): Promise<number> => {
  const { adapter } = database.getExecutor();
  const known = compiled.get(adapter) ?? new Map<string, string>();
  compiled.set(adapter, known);
  const columns = Object.keys(rows[0] ?? {});
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const chunk = rows.slice(at, at + rowsPerStatement);
    const key = JSON.stringify([table, chunk.length, columns, onConflict]);
    const statement = known.get(key) ?? compile(database, { table, rows: chunk, onConflict });
    known.set(key, statement);
    const parameters = chunk.flatMap((row) => columns.map((name) => row[name]));
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(statement, parameters));
    written += Number(numAffectedRows ?? 0);
  }
  return written;
};
