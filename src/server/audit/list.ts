import { sql } from 'kysely';
import type { AuditPeriod } from '#shared/audit.ts';
import type { ListCriteria, ListQuery } from '#shared/resource-kit/schemas.ts';
import { likePattern } from '../database/search.ts';
import { type AuditTable, type Database, isSqlite } from '../database/tables.ts';
import { withoutStatementTimeout } from '../database/transactions.ts';
import { readPage } from '../lib/pages.ts';
import { tokenize } from '../records/search-text.ts';

type Criteria = ListCriteria & AuditPeriod;

const searchText = sql`lower(coalesce("userName", '') || ' ' || coalesce("subjectName", '') || ' ' || coalesce(address, '') || ' ' || coalesce(detail, ''))`;

/** Entries never change, so both timestamps are the same. */
const sortColumn = (field: string) => sql.ref(field === 'updatedAt' ? 'createdAt' : field);

const selectAudit = (database: Database, { query, filters, sort, from, to }: Criteria) => {
  let entries = database
    .selectFrom('audit')
    .selectAll()
    .$if(from !== undefined, (matching) => matching.where('createdAt', '>=', String(from)))
    .$if(to !== undefined, (matching) => matching.where('createdAt', '<', String(to)));
  for (const [name, value] of Object.entries(filters)) entries = entries.where(sql.ref(name), '=', value);
  for (const word of tokenize(query))
    entries = entries.where(sql<boolean>`${searchText} like ${likePattern(word)} escape '\\'`);
  return sort
    ? entries.orderBy(sortColumn(sort.field), sort.direction).orderBy('_id', sort.direction === 'asc' ? 'desc' : 'asc')
    : entries.orderBy('_id', 'desc');
};

export const listAudit = (
  database: Database,
  { pageIndex, pageSize, ...criteria }: Omit<ListQuery, 'isForSelect'> & AuditPeriod,
): Promise<{ data: AuditTable[]; total: number }> => readPage(selectAudit(database, criteria), { pageIndex, pageSize });

export const streamAudit = (database: Database, criteria: Criteria): AsyncIterable<AuditTable> =>
  withoutStatementTimeout(database, (connection) => selectAudit(connection, criteria).stream());

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
