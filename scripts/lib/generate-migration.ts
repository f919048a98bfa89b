import type { Column, Index, TableSchema } from '../../src/server/database/schema.ts';
import type { SchemaDiff } from './schema-diff.ts';

const literal = (value: string | number) => (typeof value === 'string' ? `'${value}'` : String(value));

const rules = (column: Column): string => {
  if (column.name === '_id') return ', (column) => column.primaryKey().notNull()';
  const { references } = column;
  if (references) {
    return `, (column) => column.references('${references.table}._id').onDelete('${references.onDelete}')`;
  }
  return column.defaultTo === null ? '' : `, (column) => column.notNull().defaultTo(${literal(column.defaultTo)})`;
};

const addColumn = (column: Column) => `    .addColumn('${column.name}', '${column.type}'${rules(column)})`;

const createIndex = ({ name, table, expression }: Index) =>
  `  await sql\`create index "${name}" on "${table}" (${expression}, "_id" desc)\`.execute(database);`;

const createTable = (table: TableSchema) => [
  '  await database.schema',
  `    .createTable('${table.name}')`,
  ...table.columns.map(addColumn),
  '    .execute();',
];

const alterTable = ({ table, column }: { table: string; column: Column }) => [
  '  await database.schema',
  `    .alterTable('${table}')`,
  addColumn(column),
  '    .execute();',
];

/** Returns a migration that adds the missing parts. It is self-contained: later declarations don't change it. */
export const generateMigration = (missing: SchemaDiff): string => {
  const names = [
    ...missing.tables.map((table) => table.name),
    ...missing.columns.map(({ table, column }) => `${table}.${column.name}`),
  ];
  const lines = [
    ...missing.tables.flatMap(createTable),
    ...missing.columns.flatMap(alterTable),
    ...missing.indexes.map(createIndex),
  ];
  return [
    missing.indexes.length > 0 ? "import { type Kysely, sql } from 'kysely';" : "import type { Kysely } from 'kysely';",
    '',
    `/** Adds ${names.join(', ') || 'indexes'}. */`,
    'export const up = async (database: Kysely<unknown>): Promise<void> => {',
    ...lines,
    '};',
    '',
  ].join('\n');
};
