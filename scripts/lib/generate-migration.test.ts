import { expect, it } from 'vitest';
import { generateMigration } from './generate-migration.ts';

it('writes tables, columns and indexes as a migration of their own', () => {
  const text = generateMigration({
    tables: [
      {
        name: 'state',
        columns: [
          { name: '_id', type: 'text', defaultTo: '' },
          {
            name: 'regionId',
            type: 'text',
            defaultTo: null,
            references: { table: 'region', onDelete: 'cascade' },
          },
        ],
        indexes: [],
      },
    ],
    columns: [{ table: 'faq', column: { name: 'rank', type: 'double precision', defaultTo: null } }],
    indexes: [{ name: 'state_by_name', table: 'state', expression: 'lower("name")' }],
    changed: [],
  });
  expect(text).toBe(`import { type Kysely, sql } from 'kysely';

/** Adds state, faq.rank. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('state')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('regionId', 'text', (column) => column.references('region._id').onDelete('cascade'))
    .execute();
  await database.schema
    .alterTable('faq')
    .addColumn('rank', 'double precision')
    .execute();
  await sql\`create index "state_by_name" on "state" (lower("name"), "_id" desc)\`.execute(database);
};
`);
});
