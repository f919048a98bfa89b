import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import { continueIds, newId } from '../database/ids.ts';
import { type Database, type HistoryAction, type HistoryTable, isSqlite, type Row } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { retainFiles } from './file-retention.ts';
import type { WriteContext } from './hooks.ts';
import { columnNames } from './list-query.ts';
import { isFileRenamed } from './record-files.ts';
import { isSameValue, type RowUpdate } from './stored-rows.ts';

/** A history entry to write. Created and deleted records are stored whole, updates only with their changed values. */
export type EntryInput = {
  /** Provides the id and title. */
  row: Row;
  before: Row | null;
  after: Row | null;
  /** Id of the entry that this change undoes; takes precedence over that of the write. */
  revertOf?: string | undefined;
};

const getAction = ({ before, after }: EntryInput): HistoryAction => {
  if (!before) return 'create';
  return after ? 'update' : 'delete';
};

export const buildEntry = (
  { actor, changeId }: WriteContext,
  content: Omit<HistoryTable, '_id' | 'changeId' | 'userId' | 'userName'>,
): HistoryTable => ({
  _id: newId(),
  changeId,
  userId: actor?.userId ?? null,
  userName: actor?.name ?? null,
  ...content,
});

export const addHistoryEntries = async (
  write: WriteContext,
  { resource, changes }: { resource: Resource; changes: readonly EntryInput[] },
): Promise<HistoryTable[]> => {
  // Another server may have just changed the same records, whose rows are locked now.
  if (!isSqlite(write.database)) await continueIds(write.database, ['history']);
  const at = new Date().toISOString();
  const entries = changes.map((change) =>
    buildEntry(write, {
      resource: resource.name,
      recordId: String(change.row._id),
      title: String(change.row[resource.titleField] ?? ''),
      action: getAction(change),
      at,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
      revertOf: change.revertOf ?? write.revertOf,
    }),
  );
  await insertRows(write.database, { table: 'history', rows: entries });
  await retainFiles(write.database, entries);
  return entries;
};

/** Returns the changed values of a record, without its related data. */
export const diffValues = (
  resource: Resource,
  { row, current }: { row: Row; current: Row },
): { before: Row; after: Row } => {
  const areFilesSame = current[filesColumn] === row[filesColumn];
  const [before, after]: [Row, Row] = [{}, {}];
  for (const name of columnNames(resource)) {
    const isRenamed = !areFilesSame && isFileRenamed(name, current, row);
    if (!isRenamed && isSameValue(current[name], row[name])) continue;
    before[name] = current[name];
    after[name] = row[name];
  }
  return { before, after };
};

/** Adds updates to the history for records without related data, or with unchanged related data. */
export const addUpdateEntries = (
  write: WriteContext,
  { resource, changes }: { resource: Resource; changes: readonly (RowUpdate & { current: Row })[] },
): Promise<unknown> =>
  addHistoryEntries(write, {
    resource,
    changes: changes.map((change) => ({ row: change.row, ...diffValues(resource, change) })),
  });

/** Returns how many records each change has written, by its id. Changes that wrote none are left out. */
export const countRecordsOfChanges = async (
  database: Database,
  changeIds: readonly string[],
): Promise<Map<string, number>> => {
  if (changeIds.length === 0) return new Map();
  const counts = await database
    .selectFrom('history')
    .select(['changeId', sql<number | string>`count(distinct "recordId")`.as('count')])
    .where('changeId', 'in', changeIds)
    .groupBy('changeId')
    .execute();
  return new Map(counts.map(({ changeId, count }) => [changeId, Number(count)]));
};

export const countChangedRecords = async (database: Database, changeId: string): Promise<number> =>
  (await countRecordsOfChanges(database, [changeId])).get(changeId) ?? 0;
