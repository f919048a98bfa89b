import { expect, it } from 'vitest';
import { writeMigration } from './write-migration.ts';

it('writes tables, columns and indexes as a migration of their own', () => {
  const text = writeMigration({
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
        indexed: ['regionId'],
      },
    ],
    columns: [{ table: 'faq', column: { name: 'rank', type: 'double precision', defaultTo: null } }],
    indexes: [{ table: 'state', column: 'regionId' }],
    changed: [],
  });
  expect(text).toBe(`import type { Kysely } from 'kysely';

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
  await database.schema.createIndex('state_regionId').on('state').columns(['regionId', '_id']).execute();
};
`);
});
