/**
 * The change feed: each history entry with the number of its transaction, by which readers know which entries were
 * committed since they last read. On SQLite, the row ids of the history are in the order of the commits.
 */
const feed = [
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

/** The defaults wait for a fifth of the rows; until then, counts by index look up each changed row. */
const vacuumSooner = `alter table product set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
)`;

/** PostgreSQL only. */
export const changeFeed: readonly string[] = [...feed, vacuumSooner];
