import { type Kysely, PostgresAdapter, sql } from 'kysely';

const refuseChangesOnSqlite = async (database: Kysely<unknown>) => {
  for (const event of ['update', 'delete']) {
    await sql`
      create trigger ${sql.ref(`history_no_${event}`)} before ${sql.raw(event)} on history
      begin select raise(abort, 'history is append-only'); end
    `.execute(database);
  }
};

const refuseChangesOnPostgres = async (database: Kysely<unknown>) => {
  await sql`
    create function "historyIsAppendOnly"() returns trigger language plpgsql as $$
    begin raise exception 'history is append-only'; end $$
  `.execute(database);
  await sql`
    create trigger "history_no_change" before update or delete or truncate on history
    for each statement execute function "historyIsAppendOnly"()
  `.execute(database);
};

/** Adds the append-only history and the trash. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('history')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('changeId', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('recordId', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('userId', 'text')
    .addColumn('userName', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('revertOf', 'text')
    .execute();
  await database.schema
    .createIndex('history_record')
    .on('history')
    .columns(['resource', 'recordId', '_id desc'])
    .execute();
  await database.schema.createIndex('history_resource').on('history').columns(['resource', '_id desc']).execute();
  await database.schema.createIndex('history_change').on('history').columns(['changeId', '_id desc']).execute();
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? refuseChangesOnPostgres(database) : refuseChangesOnSqlite(database));

  await database.schema
    .createTable('trash')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('alongWith', 'text', (column) => column.references('trash._id').onDelete('cascade'))
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('recordId', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('userId', 'text')
    .addColumn('userName', 'text')
    .addColumn('deletedAt', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('trash_alongWith').on('trash').columns(['alongWith', '_id']).execute();
  await database.schema.createIndex('trash_resource').on('trash').columns(['alongWith', 'resource', '_id']).execute();
  await database.schema.createIndex('trash_record').on('trash').columns(['resource', 'recordId']).execute();
};
