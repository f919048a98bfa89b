import type { Kysely } from 'kysely';

/** Adds the records that users have open, which servers on one database share. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('presence')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('recordId', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('presence_by_record').on('presence').columns(['resource', 'recordId']).execute();
};
