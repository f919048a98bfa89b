import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Adds the change feed of PostgreSQL: each history entry with the number of its transaction, by which readers know which
 * entries were committed since they last read. On SQLite, the row ids of the history are in the order of the commits.
 */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  await database.schema
    .createTable('change')
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('transactionId', sql`xid8`, (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`))
    .addColumn('historyId', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('change_by_transactionId').on('change').column('transactionId').execute();
  await sql`
    create function "addChanges"() returns trigger language plpgsql as $$
    begin
      insert into change ("historyId") select _id from added;
      return null;
    end $$
  `.execute(database);
  await sql`
    create trigger "history_changes" after insert on history
    referencing new table as added for each statement execute function "addChanges"()
  `.execute(database);
};
