import { CompiledQuery, sql } from 'kysely';
import { type Database, type Row, resourceTables } from './tables.ts';

/** Few enough that the statement is short and stays prepared. */
const rowsPerStatement = 40;

/** Statements by table, columns and number of rows: compiling one takes longer than running it. */
const compiled = new WeakMap<object, Map<string, string>>();

type Inserted = {
  table: string;
  /** All with the same columns. */
  rows: readonly Row[];
  /** What happens to a row whose key exists: an error unless said otherwise. */
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

/** Inserts rows, some with each statement, by SQL that is compiled once. Returns how many were written. */
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
    const some = rows.slice(at, at + rowsPerStatement);
    const key = JSON.stringify([table, some.length, columns, onConflict]);
    const statement = known.get(key) ?? compile(database, { table, rows: some, onConflict });
    known.set(key, statement);
    const parameters = some.flatMap((row) => columns.map((name) => row[name]));
    const { numAffectedRows } = await database.executeQuery(CompiledQuery.raw(statement, parameters));
    written += Number(numAffectedRows ?? 0);
  }
  return written;
};
