import type { Kysely } from 'kysely';

/** Accounts and their sessions, which record uses which stored file, and what the database knows of itself. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  // A SQLite file is made with this table, so that it is never empty.
  await database.schema
    .createTable('setting')
    .ifNotExists()
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('user')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('user_email').unique().on('user').column('email').execute();
  await database.schema.createIndex('user_phone').on('user').column('phone').execute();

  await database.schema
    .createTable('session')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('user._id').onDelete('cascade'))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('revokedAt', 'text')
    .execute();
  await database.schema.createIndex('session_userId').on('session').column('userId').execute();

  await database.schema
    .createTable('fileUse')
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('recordId', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fileUse_key', ['resource', 'recordId', 'field', 'file'])
    .execute();
  await database.schema.createIndex('fileUse_file').on('fileUse').column('file').execute();
};
