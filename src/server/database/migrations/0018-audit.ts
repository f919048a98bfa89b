import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Minimum retention, also for servers that are started with a shorter one. */
const minRetentionDays = 30;

const contents = ['userName', 'subjectName', 'address', 'detail'];

const protectOnSqlite = async (database: Kysely<unknown>) => {
  const isKeptOrErased = contents.map((name) => `(new."${name}" is old."${name}" or new."${name}" is null)`);
  const fixed = ['_id', 'event', 'outcome', 'userId', 'subjectId', 'createdAt'];
  const isSame = fixed.map((name) => `new."${name}" is old."${name}"`);
  await sql`
    create trigger audit_no_update before update on audit
    when not (${sql.raw([...isSame, ...isKeptOrErased].join(' and '))})
    begin select raise(abort, 'the audit log is append-only'); end
  `.execute(database);
  await sql`
    create trigger audit_no_delete before delete on audit
    when old."createdAt" > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${sql.lit(`-${minRetentionDays} days`)})
    begin select raise(abort, 'the audit log is append-only'); end
  `.execute(database);
  await sql`drop trigger history_no_update`.execute(database);
  await sql`
    create trigger history_no_update before update on history
    when not (
      new._id is old._id and new."changeId" is old."changeId"
      and new.resource is old.resource and new."recordId" is old."recordId"
      and new.action is old.action and new."userId" is old."userId"
      and new.at is old.at and new."revertOf" is old."revertOf"
      and (new."userName" is old."userName" or new."userName" is null)
      and (
        (new.before is null and new.after is null and new.title = '')
        or (new.before is old.before and new.after is old.after and new.title is old.title)
      )
    )
    begin select raise(abort, 'history is append-only'); end
  `.execute(database);
};

const protectOnPostgres = async (database: Kysely<unknown>) => {
  const erasable = sql.raw(`array[${contents.map((name) => `'${name}'`).join(', ')}]`);
  const isKeptOrErased = contents.map(
    (name) => `(new."${name}" is not distinct from old."${name}" or new."${name}" is null)`,
  );
  await sql`
    create function "auditIsAppendOnly"() returns trigger language plpgsql as $$
    begin raise exception 'the audit log is append-only'; end $$
  `.execute(database);
  await sql`
    create function "auditCanOnlyBeErased"() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - ${erasable} = to_jsonb(old) - ${erasable}
        and ${sql.raw(isKeptOrErased.join(' and '))}
      then return new; end if;
      raise exception 'the audit log is append-only';
    end $$
  `.execute(database);
  await sql`
    create function "auditIsRetained"() returns trigger language plpgsql as $$
    begin
      if old."createdAt" > to_char(
        (now() at time zone 'utc') - interval '${sql.raw(String(minRetentionDays))} days',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) then raise exception 'the audit log is append-only'; end if;
      return old;
    end $$
  `.execute(database);
  await sql`
    create trigger "audit_no_update" before update on audit
    for each row execute function "auditCanOnlyBeErased"()
  `.execute(database);
  await sql`
    create trigger "audit_no_delete" before delete on audit
    for each row execute function "auditIsRetained"()
  `.execute(database);
  await sql`
    create trigger "audit_no_truncate" before truncate on audit
    for each statement execute function "auditIsAppendOnly"()
  `.execute(database);
  await sql`
    create or replace function "historyCanOnlyBeErased"() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - array['before', 'after', 'title', 'userName']
          = to_jsonb(old) - array['before', 'after', 'title', 'userName']
        and (new."userName" is not distinct from old."userName" or new."userName" is null)
        and (
          (new.before is null and new.after is null and new.title = '')
          or (
            new.before is not distinct from old.before and new.after is not distinct from old.after
            and new.title is not distinct from old.title
          )
        )
      then return new; end if;
      raise exception 'history is append-only';
    end $$
  `.execute(database);
};

/** Adds the append-only audit log, and allows erasing the names of users from it and from the history. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  await database.schema
    .createTable('audit')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('userId', 'text')
    .addColumn('userName', 'text')
    .addColumn('subjectId', 'text')
    .addColumn('subjectName', 'text')
    .addColumn('address', 'text')
    .addColumn('detail', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  for (const name of ['event', 'userId', 'subjectId']) {
    await database.schema.createIndex(`audit_by_${name}`).on('audit').columns([name, '_id desc']).execute();
  }
  await database.schema.createIndex('audit_by_createdAt').on('audit').column('createdAt').execute();
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? protectOnPostgres(database) : protectOnSqlite(database));
};
