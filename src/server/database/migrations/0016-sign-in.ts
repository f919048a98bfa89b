import type { Kysely } from 'kysely';

/** Adds counts of failed logins, one-time codes for new passwords, and passwords that must be changed. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .alterTable('credential')
    .addColumn('mustChange', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  await database.schema
    .createTable('loginCount')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('knownAddress')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('user._id').onDelete('cascade'))
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('passwordReset')
    .addColumn('userId', 'text', (column) => column.primaryKey().notNull().references('user._id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (column) => column.notNull().unique())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
};
