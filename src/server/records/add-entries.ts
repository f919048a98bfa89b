import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { continueIds, firstIdSince, newId } from '../database/ids.ts';
import { type Database, type HistoryAction, type HistoryTable, isSqlite, type Row } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import type { WriteContext } from './hooks.ts';
import { columnNames } from './list-query.ts';
import { isFileRenamed } from './record-files.ts';
import { isSameValue, type RowUpdate } from './stored-rows.ts';

/** `resource` of the file uses that belong to history entries. */
export const historyOwner = 'history';
const fileName = /\b[0-9a-f]{32}\.[a-z0-9]{3,4}\b/g;
const day = 24 * 60 * 60 * 1000;

/** Days for which deleted records and replaced files can be restored. */
const retentionDays = 30;

/** Smallest possible id of an entry that is at most `retentionDays` old. */
export const retentionCutoffId = (): string => firstIdSince(retentionDays * day);

/** Returns the time until which a deleted record can be restored. */
export const toExpiryTime = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + retentionDays * day).toISOString();

const findFileNames = (json: string | null): Set<string> => new Set(json?.match(fileName));

/** Keeps the files that a change stopped using, so that the change can be undone. */
export const retainFiles = async (database: Database, entries: HistoryTable[]): Promise<void> => {
  const uses = entries.flatMap(({ _id, before, after }) => {
    const used = [...findFileNames(before)];
    const stillUsed = used.length > 0 ? findFileNames(after) : new Set();
    return used
      .filter((file) => !stillUsed.has(file))
      .map((file) => ({ file, resource: historyOwner, recordId: _id, field: '' }));
  });
  await insertRows(database, { table: 'fileUse', rows: uses });
};

/** Releases the files of changes that can no longer be undone. */
export const releaseFiles = async (database: Database, entryIds: readonly string[]): Promise<void> => {
  await database.deleteFrom('fileUse').where('resource', '=', historyOwner).where('recordId', 'in', entryIds).execute();
};

/** Releases the files of changes that are older than `retentionDays`. */
export const releaseExpiredFiles = async (database: Database): Promise<void> => {
  await database
    .deleteFrom('fileUse')
    .where('resource', '=', historyOwner)
    .where('recordId', '<', retentionCutoffId())
    .execute();
};

/** A history entry to write. Created and deleted records are stored whole, updates only with their changed values. */
export type EntryInput = {
  /** Provides the id and title. */
  row: Row;
  before: Row | null;
  after: Row | null;
  /** Id of the entry that this change undoes; takes precedence over that of the write. */
  revertOf?: string | null | undefined;
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
  const [before, after]: [Row, Row] = [{}, {}];
  for (const name of columnNames(resource)) {
    if (isSameValue(current[name], row[name]) && !isFileRenamed(name, current, row)) continue;
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
