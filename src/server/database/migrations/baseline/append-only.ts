/** Days for which audit entries are kept at least, also by servers that are started with fewer. */
const minRetentionDays = 30;

/** The columns of an audit entry that can be erased. */
const erasable = ['userName', 'subjectName', 'address', 'detail'];
const fixed = ['_id', 'event', 'outcome', 'userId', 'subjectId', 'createdAt'];

const isSame = (name: string) => `new."${name}" is not distinct from old."${name}"`;
const isSameOrErased = (name: string) => `(${isSame(name)} or new."${name}" is null)`;

/** SQLite spells `is not distinct from` as `is`. */
const forSqlite = (condition: string) => condition.replaceAll('is not distinct from', 'is');

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

/** Lets history and audit entries be added, and erased of personal data, but not changed. */
export const appendOnlyOnSqlite: readonly string[] = [
  refuseOnSqlite({ table: 'history', on: 'delete' }),
  refuseOnSqlite({ table: 'history', on: 'update', when: `not (${forSqlite(historyIsUnchanged)})` }),
  refuseOnSqlite({ table: 'audit', on: 'update', when: `not (${forSqlite(auditIsUnchanged)})` }),
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

export const appendOnlyOnPostgres: readonly string[] = [
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
