import { type Kysely, PostgresAdapter, sql } from 'kysely';

const allowErasingOnSqlite = async (database: Kysely<unknown>) => {
  await sql`drop trigger history_no_update`.execute(database);
  await sql`
    create trigger history_no_update before update on history
    when not (
      new.before is null and new.after is null and new.title = ''
      and new._id is old._id and new."changeId" is old."changeId"
      and new.resource is old.resource and new."recordId" is old."recordId"
      and new.action is old.action and new."userId" is old."userId" and new."userName" is old."userName"
      and new.at is old.at and new."revertOf" is old."revertOf"
    )
    begin select raise(abort, 'history is append-only'); end
  `.execute(database);
};

const allowErasingOnPostgres = async (database: Kysely<unknown>) => {
  await sql`drop trigger "history_no_change" on history`.execute(database);
  await sql`
    create trigger "history_no_delete" before delete or truncate on history
    for each statement execute function "historyIsAppendOnly"()
  `.execute(database);
  await sql`
    create function "historyCanOnlyBeErased"() returns trigger language plpgsql as $$
    begin
      if new.before is null and new.after is null and new.title = ''
        and to_jsonb(new) - array['before', 'after', 'title'] = to_jsonb(old) - array['before', 'after', 'title']
      then return new; end if;
      raise exception 'history is append-only';
    end $$
  `.execute(database);
  await sql`
    create trigger "history_no_update" before update on history
    for each row execute function "historyCanOnlyBeErased"()
  `.execute(database);
};

/** Lets the contents of history entries be erased, which is all that can be changed in them. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? allowErasingOnPostgres(database) : allowErasingOnSqlite(database));
};
