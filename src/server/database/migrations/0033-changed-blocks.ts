import { type Kysely, PostgresAdapter, sql } from 'kysely';

const table = 'product';

/** The blocks of a statement that changes more rows aren't listed: all records are then counted again. */
const maxListedRows = 256;

/**
 * Divides the products into 4,096 blocks by a hash of their ids, and adds the changed blocks to the log of changes, on
 * PostgreSQL. After a change, a total is counted again in those blocks only.
 */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  await database.schema
    .alterTable('tableChange')
    .addColumn('transactionId', sql`xid8`, (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`))
    .addColumn('blocks', sql`smallint[]`)
    .execute();
  await sql`create index "product_by_block" on ${sql.table(table)} ((hashtext(_id) & 4095))`.execute(database);
  await sql`
    create or replace function "addTableChange"() returns trigger language plpgsql as $$
    begin
      insert into "tableChange" (resource, added, blocks)
      select tg_table_name, case tg_op when 'INSERT' then count(*) when 'DELETE' then -count(*) else 0 end,
        case when count(*) <= ${sql.lit(maxListedRows)} then array_agg(distinct hashtext(_id) & 4095) end
      from changed having count(*) > 0;
      return null;
    end $$
  `.execute(database);
  await sql`drop trigger "product_update_changes" on ${sql.table(table)}`.execute(database);
  await sql`
    create trigger "product_update_changes" after update on ${sql.table(table)}
    referencing old table as changed for each statement execute function "addTableChange"()
  `.execute(database);
};
