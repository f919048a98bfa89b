import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { formatCountInSentence, formatList } from '#shared/resource-kit/labels.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import type { Database, HistoryTable, Row, TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { deleteFileUses } from '../files/file-uses.ts';
import { AppError } from '../lib/app-error.ts';
import { addHistoryEntries, type EntryInput } from './add-entries.ts';
import { deleteFindings } from './findings.ts';
import type { OperationsContext, WriteContext } from './hooks.ts';
import { pickRecordFields } from './list-query.ts';
import { createRepository } from './repository.ts';
import { normalize } from './search-text.ts';
import { groupBy } from './stored-rows.ts';
import { notFoundError } from './write.ts';

export type RecordGroup = { resource: Resource; ids: string[] };

/** Records that refer to others through a field, and either block their deletion or are deleted with them. */
type Use = RecordGroup & { field: string | null; blocks: boolean };

const findFieldTo = ({ fields, links }: Resource, name: string): string | null =>
  listReferenceFields({ fields: { ...fields, ...links } }).find(({ to }) => to === name)?.name ?? null;

const mergeUses = (uses: readonly Use[]): Use[] =>
  groupBy(uses, ({ resource, field, blocks }) => [resource.name, field, blocks].join(' ')).flatMap((group) =>
    group.slice(0, 1).map((use) => ({ ...use, ids: [...new Set(group.flatMap(({ ids }) => ids))] })),
  );

/**
 * Finds all references to records and to their dependents. Dependents come in the order in which they can be deleted;
 * records that are deleted themselves don't block.
 */
const findUses = async (root: RecordGroup, database: Database): Promise<Use[]> => {
  const found: Use[] = [];
  const visit = async ({ resource, ids }: RecordGroup) => {
    for (const { resource: referrer, fieldName, onDelete } of referencesTo(resource.name)) {
      const referring = await createRepository(referrer, database).findReferrerIds(fieldName, ids);
      if (referring.length === 0) continue;
      const referrers = { resource: referrer, ids: referring };
      if (onDelete === 'cascade') await visit(referrers);
      const field = resource === root.resource ? fieldName : findFieldTo(referrer, root.resource.name);
      found.push({ ...referrers, field, blocks: onDelete === 'restrict' });
    }
  };
  await visit(root);
  const uses = mergeUses(found);
  const deleted = new Set(uses.flatMap(({ ids, blocks }) => (blocks ? [] : ids)));
  return uses
    .map((use) => (use.blocks ? { ...use, ids: use.ids.filter((id) => !deleted.has(id)) } : use))
    .filter(({ ids }) => ids.length > 0);
};

const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);

export const describeUses = async (root: RecordGroup, database: Database): Promise<UsedBy[]> => {
  const usages: UsedBy[] = [];
  for (const { resource, field, blocks, ids } of await findUses(root, database)) {
    const newest = ids.toSorted(newestFirst).slice(0, maxReferrerNames);
    const rows = await createRepository(resource, database).findRows(newest);
    const names = rows
      .sort((a, b) => newestFirst(String(a._id), String(b._id)))
      .map((row) => String(row[resource.titleField] ?? ''));
    usages.push({ resource: resource.name, field, total: ids.length, blocks, names });
  }
  return usages;
};

/** Returns the records to delete along with a record, and that record last. Throws if other records use it. */
const planDeletion = async (
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
  await deleteFindings(database, resource, ids);
  await createRepository(resource, database).remove(ids);
  return rows.map((row) => {
    const before = { ...pickRecordFields(resource, row), ...relatedById?.get(String(row._id)) };
    return { row, before, after: null };
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

/** Deletes groups of records in their order, and moves them to the trash. Returns the entry of the last one, which has the others. */
export const executeDeletion = async (
  context: OperationsContext,
  write: WriteContext,
  groups: RecordGroup[],
): Promise<string> => {
  const entries: HistoryTable[] = [];
  for (const { resource, ids } of groups) {
    const rows = await createRepository(resource, write.database).findRows(ids, { forUpdate: true });
    const changes = await removeRows(context, write, { resource, rows });
    for (const entry of await addHistoryEntries(write, { resource, changes })) entries.push(entry);
  }
  const root = entries.at(-1);
  if (!root) throw new Error('Nothing to delete');
  await moveToTrash(write.database, { roots: [root], others: entries.slice(0, -1) });
  return root._id;
};

/** `revertOf` is the history entry that the deletion undoes. */
export type Deletion = { id: string; revertOf?: string };

const isReferenced = async (database: Database, { resource, ids }: RecordGroup): Promise<boolean> => {
  for (const { resource: referrer, fieldName } of referencesTo(resource.name)) {
    if ((await createRepository(referrer, database).findReferrerIds(fieldName, ids)).length > 0) return true;
  }
  return false;
};

/**
 * Deletes records of one resource in the given order, each with the records that are deleted along with it. Fails if one is
 * missing, or used by records that stay. Returns the ids of their history entries.
 */
export const deleteRecords = async (
  { resource, context }: { resource: Resource; context: OperationsContext },
  write: WriteContext,
  deletions: readonly Deletion[],
): Promise<string[]> => {
  const { database } = write;
  const ids = deletions.map(({ id }) => id);
  // Locking first prevents new references after the check.
  const byId = await createRepository(resource, database).findRowsById(ids, { forUpdate: true });
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  if (rows.length < ids.length) throw notFoundError(resource);
  await context.getHooks(resource.name).beforeDelete?.(write, rows);
  if (await isReferenced(database, { resource, ids })) {
    const entryIds: string[] = [];
    for (const [index, row] of rows.entries()) {
      const groups = await planDeletion(database, {
        resource,
        id: String(row._id),
        title: String(row[resource.titleField]),
      });
      const revertOf = deletions[index]?.revertOf ?? write.revertOf;
      entryIds.push(await executeDeletion(context, { ...write, revertOf }, groups));
    }
    return entryIds;
  }
  const removed = await removeRows(context, write, { resource, rows });
  const changes = removed.map((change, index) => ({ ...change, revertOf: deletions[index]?.revertOf }));
  const roots = await addHistoryEntries(write, { resource, changes });
  await moveToTrash(database, { roots });
  return roots.map(({ _id }) => _id);
};
