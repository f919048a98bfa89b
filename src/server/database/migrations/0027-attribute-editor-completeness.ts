import { type Kysely, sql } from 'kysely';

const addValueColumns = async (database: Kysely<unknown>): Promise<void> => {
  const table = () => database.schema.alterTable('attributeValue');
  await table()
    .addColumn('color', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await table().addColumn('image', 'text').execute();
  await table()
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await table().addColumn('position', 'double precision').execute();
};

const addRules = (database: Kysely<unknown>): Promise<void> =>
  database.schema
    .createTable('completenessRules')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('requirements', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('minDescription', 'double precision')
    .addColumn('search', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('searchKey', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updatedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute();

/** The server computes the scores after it has started: existing products have the key of no rules. */
const addScores = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .alterTable('product')
    .addColumn('completeness', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema
    .alterTable('product')
    .addColumn('completenessKey', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

const indexes = [
  'attributeValue_by_color" on "attributeValue" (lower("color"), "_id" desc)',
  'attributeValue_by_position" on "attributeValue" ("position", "_id" desc)',
  'completenessRules_by_name" on "completenessRules" (lower("name"), "_id" desc)',
  'completenessRules_by_minDescription" on "completenessRules" ("minDescription", "_id" desc)',
  'completenessRules_by_createdAt" on "completenessRules" ("createdAt", "_id" desc)',
  'completenessRules_by_updatedAt" on "completenessRules" ("updatedAt", "_id" desc)',
  'product_by_completeness" on product (completeness, "_id" desc)',
  `product_is_complete" on product ((case when completeness = 100 then 'complete' else 'incomplete' end), "_id" desc)`,
  'product_by_completenessKey" on product ("completenessKey", "_id")',
];

/** Adds the order and the swatches of attribute values, and the completeness of products with its rules. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await addValueColumns(database);
  await addRules(database);
  await addScores(database);
  for (const index of indexes) await sql`create index "${sql.raw(index)}`.execute(database);
};
