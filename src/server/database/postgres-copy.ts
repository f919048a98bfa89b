import { sql } from 'kysely';
import type { DatabaseTransaction } from './tables.ts';

/**
 * Copies all tables but the history for a transaction that is discarded. Within it, unqualified names mean the copies, so
 * it locks no rows. The copies have the unique indexes and those of references, not those by which only lists are sorted,
 * filtered and searched. The transaction must be a snapshot, so that the copies fit together.
 */
export const copyTables = async (transaction: DatabaseTransaction): Promise<void> => {
  const { rows } = await sql<{ statement: string }>`
    with own as (
      select oid, relname as name, current_schema() as schema from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
    ),
    filled as (select * from own where name not in ('history', 'change'))
    select statement from (
      select 1 as step, format('create temp table %1$I (like %2$I.%1$I including defaults) on commit drop', name, schema)
        as statement from own
      union all
      select 2, format('insert into pg_temp.%1$I select * from %2$I.%1$I', name, schema) from filled
      union all
      select 3, replace(pg_get_indexdef(indexrelid), format(' ON %I.', schema), ' ON pg_temp.')
        from own join pg_index on indrelid = own.oid
        where indisunique or exists (
          select from pg_constraint where conrelid = own.oid and contype = 'f' and conkey[1] = indkey[0]
        )
      union all
      select 4, format('alter table pg_temp.%I add %s not valid', name, pg_get_constraintdef(pg_constraint.oid))
        from own join pg_constraint on conrelid = own.oid and contype = 'f'
      union all
      select 5, format('analyze pg_temp.%I', name) from filled
    ) as statements
    order by step`.execute(transaction);
  await sql.raw(rows.map(({ statement }) => statement).join(';')).execute(transaction);
};
