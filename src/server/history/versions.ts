import { type SelectQueryBuilder, sql } from 'kysely';
import type { RecordVersion } from '#shared/versions.ts';
import type { Database, HistoryTable, Row, Tables } from '../database/tables.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { withDisplayNames } from './entries.ts';
import { parseEntry } from './read-entry.ts';
import { withWholeRecords } from './whole-records.ts';

type VersionsQuery = { resource: string; recordId: string; pageIndex: number; pageSize: number };

const authorColumns = ['_id', 'action', 'at', 'userId', 'userName'] as const;

/** Lists the states that a record has had, newest first, without their contents. */
export const listVersions = async (
  database: Database,
  { resource, recordId, pageIndex, pageSize }: VersionsQuery,
): Promise<{ data: RecordVersion[]; total: number }> => {
  const ofRecord = <Output>(query: SelectQueryBuilder<Tables, 'history', Output>) =>
    query
      .where('resource', '=', resource)
      .where('recordId', '=', recordId)
      .where('action', 'in', ['create', 'update'])
      .where('after', 'is not', null);
  const rows = await ofRecord(database.selectFrom('history').select(authorColumns))
    .orderBy('_id', 'desc')
    .limit(pageSize)
    .offset(pageIndex * pageSize)
    .execute();
  const counted = await ofRecord(
    database.selectFrom('history').select(sql<number | string>`count(*)`.as('total')),
  ).executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const newest = total - pageIndex * pageSize;
  const data = rows.map(
    ({ action: _, ...row }, index): RecordVersion => ({ ...row, side: 'after', number: newest - index }),
  );
  const first = rows.at(-1);
  // The record is older than the history, so only the first change knows how it was before.
  if (first?.action === 'update' && data.at(-1)?.number === 1)
    data.push({ ...first, userId: null, userName: null, side: 'before', number: 0 });
  return { data, total };
};

type Source = { database: Database; getHooks: OperationsContext['getHooks'] };

/** Returns the whole record as it was before or after a change; `isNamed` adds the display names of references. */
export const readVersion = async (
  source: Source,
  entry: HistoryTable,
  { side, isNamed = false }: Pick<RecordVersion, 'side'> & { isNamed?: boolean },
): Promise<Row | null> => {
  const whole = await withWholeRecords(source, [parseEntry(entry)]);
  const [version] = isNamed ? await withDisplayNames(source.database, whole) : whole;
  return version?.[side] ?? null;
};
