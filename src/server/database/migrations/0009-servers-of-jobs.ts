import type { Kysely } from 'kysely';

/** Notes which of the servers on one database does a job. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .alterTable('job')
    .addColumn('server', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};
