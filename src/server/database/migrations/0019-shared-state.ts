import type { Kysely } from 'kysely';

/** Adds the keys that servers on one database share. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('serverKey')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
};
