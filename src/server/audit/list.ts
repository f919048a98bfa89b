import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditPeriod } from '#shared/audit.ts';
import type { ListCriteria, ListQuery } from '#shared/resource-kit/schemas.ts';
import { likePattern } from '../database/search.ts';
import { type AuditTable, type Database, isSqlite, type Tables } from '../database/tables.ts';
import { withoutStatementTimeout } from '../database/transactions.ts';
import { tokenize } from '../records/search-text.ts';

type Criteria = ListCriteria & AuditPeriod;

const searchText = sql`lower(coalesce("userName", '') || ' ' || coalesce("subjectName", '') || ' ' || coalesce(address, '') || ' ' || coalesce(detail, ''))`;

const applyFilters = <Output>(
  entries: SelectQueryBuilder<Tables, 'audit', Output>,
  { query, filters, from, to }: Criteria,
): SelectQueryBuilder<Tables, 'audit', Output> =>
  tokenize(query).reduce(
    (matching, word) => matching.where(sql<boolean>`${searchText} like ${likePattern(word)} escape '\\'`),
    Object.entries(filters)
      .reduce((matching, [name, value]) => matching.where(sql.ref(name), '=', value), entries)
      .$if(from !== undefined, (matching) => matching.where('createdAt', '>=', String(from)))
      .$if(to !== undefined, (matching) => matching.where('createdAt', '<', String(to))),
  );

/** Entries never change, so both timestamps are the same. */
const sortColumn = (field: string) => sql.ref(field === 'updatedAt' ? 'createdAt' : field);

const applyOrder = <Output>(
  entries: SelectQueryBuilder<Tables, 'audit', Output>,
  { sort }: Pick<Criteria, 'sort'>,
): SelectQueryBuilder<Tables, 'audit', Output> =>
  sort
    ? entries.orderBy(sortColumn(sort.field), sort.direction).orderBy('_id', sort.direction === 'asc' ? 'desc' : 'asc')
    : entries.orderBy('_id', 'desc');

export const listAudit = async (
  database: Database,
  { pageIndex, pageSize, ...criteria }: Omit<ListQuery, 'isForSelect'> & AuditPeriod,
): Promise<{ data: AuditTable[]; total: number }> => {
  const data = await applyOrder(applyFilters(database.selectFrom('audit').selectAll(), criteria), criteria)
    .limit(pageSize)
    .offset(pageIndex * pageSize)
    .execute();
  const { total } = await applyFilters(
    database.selectFrom('audit').select(sql<number | string>`count(*)`.as('total')),
    criteria,
  ).executeTakeFirstOrThrow();
  return { data, total: Number(total) };
};

export const streamAudit = (database: Database, criteria: Criteria): AsyncIterable<AuditTable> =>
  withoutStatementTimeout(database, (connection) =>
    applyOrder(applyFilters(connection.selectFrom('audit').selectAll(), criteria), criteria).stream(),
  );

const dayMs = 24 * 60 * 60 * 1000;

/** The database rejects the deletion of younger entries, by its own clock, which may differ from the server's. */
const minRetentionDays = 30;

const newestDeletable = (database: Database) =>
  isSqlite(database)
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${minRetentionDays} days`})`
    : sql<string>`to_char(now() at time zone 'utc' - ${`${minRetentionDays} days`}::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const deleteExpiredAudit = async (database: Database, retentionDays: number): Promise<void> => {
  const oldest = new Date(Date.now() - retentionDays * dayMs).toISOString();
  await database
    .deleteFrom('audit')
    .where('createdAt', '<', oldest)
    .where('createdAt', '<', newestDeletable(database))
    .execute();
};
