import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, formatList } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import type { Database, HistoryTable, Row, TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { deleteFileUses } from '../files/file-uses.ts';
import { AppError } from '../lib/app-error.ts';
import { addHistoryEntries, type EntryInput } from './add-entries.ts';
import type { OperationsContext, WriteContext } from './hooks.ts';
import { pickRecordFields } from './list-query.ts';
import { createRepository } from './repository.ts';
import { normalize } from './search-text.ts';
import { findUses, type RecordGroup } from './used-by.ts';

/** Returns the records to delete along with a record, and that record last. Throws if other records use it. */
export const planDeletion = async (
  database: Database,
  { resource, id, title }: { resource: Resource; id: string; title: string },
): Promise<RecordGroup[]> => {
  const uses = await findUses({ resource, ids: [id] }, database);
  const referrers = new Map<Resource, Set<string>>();
  for (const { resource: referrer, ids, blocks } of uses) {
    if (blocks) referrers.set(referrer, new Set([...(referrers.get(referrer) ?? []), ...ids]));
  }
  if (referrers.size === 0) return [...uses, { resource, ids: [id] }];
  const referrerTexts = [...referrers].map(([referrer, ids]) => formatCountInSentence(ids.size, referrer));
  throw new AppError('conflict', `“${title}” can’t be deleted because it’s used by ${formatList(referrerTexts)}`);
};

const removeRows = async (
  context: OperationsContext,
  { database }: WriteContext,
  { resource, rows }: { resource: Resource; rows: readonly Row[] },
): Promise<EntryInput[]> => {
  const { related } = context.getHooks(resource.name);
  const ids = rows.map(({ _id }) => String(_id));
  const relatedById = await related?.read(database, ids);
  await related?.remove(database, ids);
  await deleteFileUses({ database, resource: resource.name, recordIds: ids });
  await createRepository(resource, database).remove(ids);
  return rows.map((row) => {
    const before = { ...pickRecordFields(resource, row), ...relatedById?.get(String(row._id)) };
    return { row, before, after: null };
  });
};

const removeGroup = async (context: OperationsContext, write: WriteContext, { resource, ids }: RecordGroup) => {
  const rows = await createRepository(resource, write.database).findRows(ids, { forUpdate: true });
  return addHistoryEntries(write, {
    resource,
    changes: await removeRows(context, write, { resource, rows }),
  });
};

const toTrashItem = (entry: HistoryTable, deletedWith: string | null): TrashTable => ({
  _id: entry._id,
  deletedWith,
  resource: entry.resource,
  recordId: entry.recordId,
  title: entry.title,
  search: normalize(entry.title),
  userId: entry.userId,
  userName: entry.userName,
  deletedAt: entry.at,
});

/** Adds deleted records to the trash: each root as an item, `others` as deleted along with the first root. */
const moveToTrash = async (
  database: Database,
  { roots, others = [] }: { roots: HistoryTable[]; others?: HistoryTable[] },
): Promise<void> => {
  const items = [
    ...roots.map((root) => toTrashItem(root, null)),
    ...others.map((entry) => toTrashItem(entry, roots[0]?._id ?? null)),
  ];
  await insertRows(database, { table: 'trash', rows: items });
};

/**
 * Deletes records in the given order and moves them to the trash. Returns the id of the last history entry, which
 * belongs to the record that the others are deleted with.
 */
export const executeDeletion = async (
  context: OperationsContext,
  write: WriteContext,
  groups: RecordGroup[],
): Promise<string> => {
  const entries: HistoryTable[] = [];
  for (const group of groups) {
    for (const entry of await removeGroup(context, write, group)) entries.push(entry);
  }
  const root = entries.at(-1);
  if (!root) throw new Error('Nothing to delete');
  await moveToTrash(write.database, { roots: [root], others: entries.slice(0, -1) });
  return root._id;
};

export type Deletion = { id: string; revertOf?: string };

const isReferenced = async (database: Database, { resource, ids }: RecordGroup): Promise<boolean> => {
  for (const { resource: referrer, fieldName } of referencesTo(resource.name)) {
    if ((await createRepository(referrer, database).findReferrerIds(fieldName, ids)).length > 0) return true;
  }
  return false;
};

/**
 * Deletes records of one resource in the given order. Returns false and deletes nothing if a record is missing or
 * referenced; the caller then goes one by one.
 */
export const deleteUnreferenced = async (
  context: OperationsContext,
  write: WriteContext,
  { resource, deletions }: { resource: Resource; deletions: readonly Deletion[] },
): Promise<boolean> => {
  const { database } = write;
  const ids = deletions.map(({ id }) => id);
  // Locking first prevents new references after the check.
  const relatedById = await createRepository(resource, database).findRows(ids, { forUpdate: true });
  if (relatedById.length < ids.length || (await isReferenced(database, { resource, ids }))) return false;
  const order = new Map(ids.map((id, index) => [id, index]));
  const getPosition = ({ _id }: Row) => order.get(String(_id)) ?? 0;
  const rows = relatedById.sort((a, b) => getPosition(a) - getPosition(b));
  await context.getHooks(resource.name).beforeDelete?.(write, rows);
  const removed = await removeRows(context, write, { resource, rows });
  const changes = removed.map((change, index) => ({ ...change, revertOf: deletions[index]?.revertOf }));
  await moveToTrash(database, { roots: await addHistoryEntries(write, { resource, changes }) });
  return true;
};
