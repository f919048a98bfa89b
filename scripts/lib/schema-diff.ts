import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '../../src/server/database/migrate.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';
import { readPragma } from '../../src/server/database/pragma.ts';
import { buildTableSchema, type Column, type Index, type TableSchema } from '../../src/server/database/schema.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import type { Resource } from '../../src/shared/resource-kit/define-resource.ts';

/** Tables, columns and indexes that are declared but not created by the committed migrations. */
export type SchemaDiff = {
  tables: TableSchema[];
  columns: { table: string; column: Column }[];
  indexes: Index[];
  /** Columns whose declared type differs; a migration for them has to be written by hand. */
  changed: string[];
};

export const isEmptyDiff = (diff: SchemaDiff): boolean => Object.values(diff).every((list) => list.length === 0);

type ExistingTable = { columns: Map<string, string>; indexes: Set<string> };

const readTable = (connection: BetterSqlite.Database, table: string): ExistingTable => {
  const columns = readPragma<{ name: string; type: string }>(connection, `table_info("${table}")`);
  const indexes = readPragma<{ name: string }>(connection, `index_list("${table}")`);
  return {
    columns: new Map(columns.map(({ name, type }) => [name, type.toLowerCase()])),
    indexes: new Set(indexes.map(({ name }) => name)),
  };
};

const compare = (declared: TableSchema, existing: ExistingTable): SchemaDiff => {
  const isNew = existing.columns.size === 0;
  return {
    tables: isNew ? [declared] : [],
    columns: isNew
      ? []
      : declared.columns
          .filter((column) => !existing.columns.has(column.name))
          .map((column) => ({ table: declared.name, column })),
    indexes: declared.indexes.filter(({ name }) => !existing.indexes.has(name)),
    changed: declared.columns
      .filter(({ name, type }) => existing.columns.has(name) && existing.columns.get(name) !== type)
      .map(({ name }) => `${declared.name}.${name}`),
  };
};

/** Compares the declarations with an empty database after all committed migrations. */
export const diffSchema = async ({ resources }: { resources: readonly Resource[] }): Promise<SchemaDiff> => {
  const connection = new BetterSqlite(':memory:');
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    await migrate({ database, migrations });
    const diffs = resources
      .map(buildTableSchema)
      .map((declared) => compare(declared, readTable(connection, declared.name)));
    return {
      tables: diffs.flatMap((diff) => diff.tables),
      columns: diffs.flatMap((diff) => diff.columns),
      indexes: diffs.flatMap((diff) => diff.indexes),
      changed: diffs.flatMap((diff) => diff.changed),
    };
  } finally {
    await database.destroy();
  }
};
