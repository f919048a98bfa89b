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
  const tables = await database.introspection.getTables();
  const existing = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  const existingIndexes = await listIndexes(database);
  return resources.map(buildTableSchema).flatMap(({ name, columns, indexes }) => {
    const known = existing.get(name);
    const missing = columns.filter((column) => !known?.includes(column.name)).map(define);
    return [
      ...(known
        ? missing.map((column) => `alter table "${name}" add column ${column}`)
        : [`create table "${name}" (${missing.join(', ')})`]),
      ...indexes
        .filter((index) => !existingIndexes.has(index.name))
        .map((index) => `create index "${index.name}" on "${name}" (${index.expression}, "_id" desc)`),
    ];
  });
};
