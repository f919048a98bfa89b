/** The statements of a change that lists more rows don't name their blocks: all records are then counted again. */
const maxListedRows = 256;

/**
 * The change feed: each history entry with the number of its transaction, by which readers know which entries were
 * committed since they last read. On SQLite, the row ids of the history are in the order of the commits.
 */
const changeFeed = [
  `create table "change" (
    "position" bigint generated always as identity primary key,
    "transactionId" xid8 not null default pg_current_xact_id(), "historyId" text not null
  )`,
  'create index "change_by_transactionId" on "change" ("transactionId")',
  `create function "addChanges"() returns trigger language plpgsql as $$
  begin
    insert into change ("historyId") select _id from added;
    return null;
  end $$`,
  `create trigger "history_changes" after insert on history
  referencing new table as added for each statement execute function "addChanges"()`,
];

const logTableChange = (event: 'insert' | 'update' | 'delete') => `
  create trigger "product_${event}_changes" after ${event} on product
  referencing ${event === 'insert' ? 'new' : 'old'} table as changed
  for each statement execute function "addTableChange"()`;

/**
 * A log of the statements that changed the products: the sum of the added rows is the total, and a new entry tells that
 * cached totals of filtered lists are outdated in the blocks of the changed ids. Each transaction only inserts, so none
 * waits for another one. SQLite counts a hundred thousand records in milliseconds.
 */
const tableChanges = [
  `create table "tableChange" (
    "position" bigint generated always as identity primary key, "resource" text not null, "added" bigint not null,
    "transactionId" xid8 not null default pg_current_xact_id(), "blocks" smallint[]
  )`,
  'create index "product_by_block" on product ((hashtext(_id) & 4095))',
  `create function "addTableChange"() returns trigger language plpgsql as $$
  begin
    insert into "tableChange" (resource, added, blocks)
    select tg_table_name, case tg_op when 'INSERT' then count(*) when 'DELETE' then -count(*) else 0 end,
      case when count(*) <= ${maxListedRows} then array_agg(distinct hashtext(_id) & 4095) end
    from changed having count(*) > 0;
    return null;
  end $$`,
  logTableChange('insert'),
  logTableChange('delete'),
  logTableChange('update'),
];

/** The defaults wait for a fifth of the rows; until then, counts by index look up each changed row. */
const vacuumSooner = `alter table product set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
)`;

export const postgresLogs: readonly string[] = [...changeFeed, ...tableChanges, vacuumSooner];
