import { type Kysely, sql } from 'kysely';

/** Adds the order and the swatches of attribute values. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  const table = () => database.schema.alterTable('attributeValue');
  await table()
    .addColumn('color', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await table().addColumn('image', 'text').execute();
  await table()
    .addColumn('files', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await table().addColumn('position', 'double precision').execute();
  for (const index of [
    'attributeValue_by_color" on "attributeValue" (lower("color"), "_id" desc)',
    'attributeValue_by_position" on "attributeValue" ("position", "_id" desc)',
  ]) {
    await sql`create index "${sql.raw(index)}`.execute(database);
  }
};
