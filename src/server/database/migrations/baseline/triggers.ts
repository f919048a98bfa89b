/** Days for which audit entries are kept at least, also by servers that are started with fewer. */
const minRetentionDays = 30;

/** The columns of an audit entry that can be erased. */
const erasable = ['userName', 'subjectName', 'address', 'detail'];
const fixed = ['_id', 'event', 'outcome', 'userId', 'subjectId', 'createdAt'];

const isSame = (name: string) => `new."${name}" is not distinct from old."${name}"`;
const isSameOrErased = (name: string) => `(${isSame(name)} or new."${name}" is null)`;

const auditIsUnchanged = [...fixed.map(isSame), ...erasable.map(isSameOrErased)].join(' and ');

const historyIsUnchanged = `${[
  ...['_id', 'changeId', 'resource', 'recordId', 'action', 'userId', 'at', 'revertOf'].map(isSame),
  isSameOrErased('userName'),
].join(' and ')} and (
      (new.before is null and new.after is null and new.title = '')
      or (${['before', 'after', 'title'].map(isSame).join(' and ')})
    )`;

const refuseOnSqlite = ({ table, on, when }: { table: string; on: string; when?: string }) => `
  create trigger "${table}_no_${on}" before ${on} on "${table}" ${when ? `when ${when}` : ''}
  begin select raise(abort, '${table} is append-only'); end`;

/** Triggers that let history and audit entries be added, and erased of personal data, but not changed. */
export const sqliteOnly: readonly string[] = [
  refuseOnSqlite({ table: 'history', on: 'delete' }),
  refuseOnSqlite({ table: 'history', on: 'update', when: `not (${historyIsUnchanged})` }),
  refuseOnSqlite({ table: 'audit', on: 'update', when: `not (${auditIsUnchanged})` }),
  refuseOnSqlite({
    table: 'audit',
    on: 'delete',
    when: `old."createdAt" > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${minRetentionDays} days')`,
  }),
];

/** Refuses an event. A trigger with a condition runs for each row; a statement that empties a table has none. */
const refuseOnPostgres = ({ table, on, when }: { table: string; on: string; when?: string }) => `
  create trigger "${table}_no_${on.replaceAll(' ', '_')}" before ${on} on "${table}"
  for each ${when ? `row when (${when})` : 'statement'} execute function "isAppendOnly"()`;

const appendOnly: readonly string[] = [
  `create function "isAppendOnly"() returns trigger language plpgsql as $$
  begin raise exception '% is append-only', tg_table_name; end $$`,
  refuseOnPostgres({ table: 'history', on: 'delete' }),
  refuseOnPostgres({ table: 'history', on: 'truncate' }),
  refuseOnPostgres({ table: 'history', on: 'update', when: `not (${historyIsUnchanged})` }),
  refuseOnPostgres({ table: 'audit', on: 'truncate' }),
  refuseOnPostgres({ table: 'audit', on: 'update', when: `not (${auditIsUnchanged})` }),
  refuseOnPostgres({
    table: 'audit',
    on: 'delete',
    when: `old."createdAt" > to_char(
      (now() at time zone 'utc') - interval '${minRetentionDays} days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
    )`,
  }),
];

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

export const postgresOnly: readonly string[] = [...appendOnly, ...feed, vacuumSooner];
