import type { Kysely } from 'kysely';

/** Adds the list views that users share with everyone. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('sharedView')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('ownerId', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('sharedView_by_name')
    .on('sharedView')
    .columns(['resource', 'nameKey'])
    .unique()
    .execute();
};
