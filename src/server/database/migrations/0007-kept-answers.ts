import type { Kysely } from 'kysely';

/** Adds stored responses, for requests that are sent again. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('keptAnswer')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('keptAnswer_createdAt').on('keptAnswer').column('createdAt').execute();
};
