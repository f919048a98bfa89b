import { sql } from 'kysely';
import { resources } from '#shared/resources/index.ts';
import { buildTableSchema, type Column } from './schema.ts';
import { type Database, isSqlite } from './tables.ts';

export const listIndexes = async (database: Database): Promise<Set<string>> => {
  const { rows } = await (isSqlite(database)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
    : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`
  ).execute(database);
  return new Set(rows.map(({ name }) => name));
};

/** Returns the columns of each table. */
const listColumns = async (database: Database): Promise<Map<string, Set<string>>> => {
  const { rows } = await (isSqlite(database)
    ? sql<{ table: string; name: string }>`
        select found.name as "table", part.name as name
        from sqlite_master as found, pragma_table_info(found.name) as part where found.type = 'table'`
    : sql<{ table: string; name: string }>`
        select table_name as "table", column_name as name
        from information_schema.columns where table_schema = current_schema()`
  ).execute(database);
  const found = new Map<string, Set<string>>();
  for (const { table, name } of rows) found.set(table, (found.get(table) ?? new Set()).add(name));
  return found;
};

const rulesOf = ({ name, references, defaultTo }: Column): string => {
  if (name === '_id') return 'primary key not null';
  if (references) return `references "${references.table}" ("_id") on delete ${references.onDelete}`;
  if (defaultTo === null) return '';
  return `not null default ${typeof defaultTo === 'string' ? `'${defaultTo}'` : defaultTo}`;
};

const define = (column: Column): string => `"${column.name}" ${column.type} ${rulesOf(column)}`;

/**
 * Returns the statements that add the tables, columns and indexes of the declared resources that a database lacks. They only
 * add, so that servers of the previous version keep working.
 */
export const missingTables = async (database: Database): Promise<string[]> => {
  const existing = await listColumns(database);
  const existingIndexes = await listIndexes(database);
  return resources.map(buildTableSchema).flatMap(({ name, columns, indexes }) => {
    const known = existing.get(name);
    const missing = columns.filter((column) => !known?.has(column.name)).map(define);
    return [
      ...(known
        ? missing.map((column) => `alter table "${name}" add column ${column}`)
        : [`create table "${name}" (${missing.join(', ')})`]),
      ...indexes
        .filter((index) => !existingIndexes.has(index.name))
        .map(
          ({ condition, ...index }) =>
            `create index "${index.name}" on "${name}" (${index.expression}, "_id" desc)${condition ? ` where ${condition}` : ''}`,
        ),
    ];
  });
};
