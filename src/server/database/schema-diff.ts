import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Resource } from '#shared/resource/define-resource.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { type Column, type Index, type TableSchema, tableSchemaOf } from './schema.ts';
import type { Tables } from './tables.ts';

/** Tables, columns and indexes that are declared but not created by the committed migrations. */
export type SchemaDiff = {
  tables: TableSchema[];
  columns: { table: string; column: Column }[];
  indexes: Index[];
  /** Columns whose declared type differs; a migration for them has to be written by hand. */
  changed: string[];
};

export const isEmptyDiff = (missing: SchemaDiff): boolean =>
  Object.values(missing).every((list) => list.length === 0);

type Given = { columns: Map<string, string>; indexes: Set<string> };

const read = (connection: BetterSqlite.Database, table: string): Given => {
  const columns = connection.prepare(`PRAGMA table_info("${table}")`).all() as {
    name: string;
    type: string;
  }[];
  const indexes = connection.prepare(`PRAGMA index_list("${table}")`).all() as { name: string }[];
  return {
    columns: new Map(columns.map(({ name, type }) => [name, type.toLowerCase()])),
    indexes: new Set(indexes.map(({ name }) => name)),
  };
};

const compare = (wanted: TableSchema, given: Given): SchemaDiff => {
  const isNew = given.columns.size === 0;
  return {
    tables: isNew ? [wanted] : [],
    columns: isNew
      ? []
      : wanted.columns
          .filter((column) => !given.columns.has(column.name))
          .map((column) => ({ table: wanted.name, column })),
    indexes: wanted.indexes.filter(({ name }) => !given.indexes.has(name)),
    changed: wanted.columns
      .filter(({ name, type }) => given.columns.has(name) && given.columns.get(name) !== type)
      .map(({ name }) => `${wanted.name}.${name}`),
  };
};

/** Compares the declarations with an empty database after all committed migrations. */
export const diffSchema = async ({ resources }: { resources: readonly Resource[] }): Promise<SchemaDiff> => {
  const connection = new BetterSqlite(':memory:');
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    await migrate({ database, migrations });
    const found = resources
      .map(tableSchemaOf)
      .map((wanted) => compare(wanted, read(connection, wanted.name)));
    return {
      tables: found.flatMap((missing) => missing.tables),
      columns: found.flatMap((missing) => missing.columns),
      indexes: found.flatMap((missing) => missing.indexes),
      changed: found.flatMap((missing) => missing.changed),
    };
  } finally {
    await database.destroy();
  }
};
