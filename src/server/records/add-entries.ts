import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inChunks } from '../database/chunks.ts';
import { filesColumn } from '../database/codec.ts';
import type { Database, HistoryAction, HistoryTable, Row } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { retainFiles } from './file-retention.ts';
import type { WriteContext } from './hooks.ts';
import { isOtherFile } from './record-files.ts';
import { columnNames } from './repository.ts';
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

const actionOf = ({ before, after }: EntryInput): HistoryAction => {
  if (!before) return 'create';
  return after ? 'update' : 'delete';
};

const entryOf = (
  { actor, changeId, revertOf }: WriteContext,
  { resource, change, at }: { resource: Resource; change: EntryInput; at: string },
): HistoryTable => {
  const { row, before, after } = change;
  return {
    _id: v7(),
    changeId,
    resource: resource.name,
    recordId: String(row._id),
    title: String(row[resource.titleField] ?? ''),
    action: actionOf(change),
    userId: actor?.userId ?? null,
    userName: actor?.name ?? null,
    at,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    revertOf: change.revertOf ?? revertOf,
  };
};

export const addHistoryEntries = async (
  write: WriteContext,
  { resource, changes }: { resource: Resource; changes: readonly EntryInput[] },
): Promise<HistoryTable[]> => {
  const at = new Date().toISOString();
  const entries = changes.map((change) => entryOf(write, { resource, change, at }));
  await insertRows(write.database, { table: 'history', rows: entries });
  for (const chunk of inChunks(entries)) await retainFiles(write.database, chunk);
  return entries;
};

/** Returns the changed values of a record, without its parts. */
export const diffValues = (
  resource: Resource,
  { row, current }: { row: Row; current: Row },
): { before: Row; after: Row } => {
  const areFilesSame = current[filesColumn] === row[filesColumn];
  const [before, after]: [Row, Row] = [{}, {}];
  for (const name of columnNames(resource)) {
    const isRenamed = !areFilesSame && isOtherFile(name, current, row);
    if (!isRenamed && isSameValue(current[name], row[name])) continue;
    before[name] = current[name];
    after[name] = row[name];
  }
  return { before, after };
};

/** Adds updates to the history for records without parts or with unchanged parts. */
export const noteUpdates = (
  write: WriteContext,
  { resource, changes }: { resource: Resource; changes: readonly (RowUpdate & { current: Row })[] },
): Promise<unknown> =>
  addHistoryEntries(write, {
    resource,
    changes: changes.map((change) => ({ row: change.row, ...diffValues(resource, change) })),
  });

export const countRecords = async (database: Database, changeId: string): Promise<number> => {
  const { count } = await database
    .selectFrom('history')
    .select(sql<number | string>`count(distinct "recordId")`.as('count'))
    .where('changeId', '=', changeId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
