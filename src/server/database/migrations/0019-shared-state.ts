import type { Kysely } from 'kysely';

/** Adds the keys that servers on one database share, and leases of jobs. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('serverKey')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await database.schema.alterTable('job').addColumn('progress', 'text').execute();
  await database.schema.alterTable('job').addColumn('leaseUntil', 'bigint').execute();
  await database.schema
    .alterTable('job')
    .addColumn('isCancelled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
};
