import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The only table whose rows take long to count. */
const table = 'product';

/**
 * Adds a log of the statements that changed the products, on PostgreSQL: the sum of the added rows is the total, and a
 * new entry tells that cached totals of filtered lists are outdated. Each transaction only inserts, so none waits for
 * another one. SQLite counts a hundred thousand records in milliseconds.
 */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  await database.schema
    .createTable('tableChange')
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('added', 'bigint', (column) => column.notNull())
    .execute();
  await sql`
    create function "addTableChange"() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into "tableChange" (resource, added) values (tg_table_name, 0);
      else
        insert into "tableChange" (resource, added)
        select tg_table_name, case tg_op when 'INSERT' then count(*) else -count(*) end from changed;
      end if;
      return null;
    end $$
  `.execute(database);
  const events = {
    insert: 'referencing new table as changed',
    delete: 'referencing old table as changed',
    update: '',
  };
  for (const [event, rows] of Object.entries(events)) {
    await sql`
      create trigger ${sql.ref(`${table}_${event}_changes`)} after ${sql.raw(event)} on ${sql.table(table)}
      ${sql.raw(rows)} for each statement execute function "addTableChange"()
    `.execute(database);
  }
  // The triggers keep others from writing until the migration has committed.
  await sql`
    insert into "tableChange" (resource, added)
    select ${sql.lit(table)}, count(*) from ${sql.table(table)} having count(*) > 0
  `.execute(database);
  // The defaults wait for a fifth of the rows; until then, counts by index look up each changed row.
  await sql`
    alter table ${sql.table(table)} set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
    )
  `.execute(database);
};
