import { sql } from 'kysely';
import type { z } from 'zod';
import type { FailedRecord } from '#shared/bulk.ts';
import type { TrashBulkRequest, TrashBulkResult, TrashFilter, TrashItem, trashQuerySchema } from '#shared/history.ts';
import { findImageField } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { deleteCommentsOfRecords, deleteExpiredComments } from '../comments/write-comments.ts';
import { likePattern } from '../database/search.ts';
import { type Database, isSqlite, type TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { readPage } from '../lib/pages.ts';
import { buildEntry, releaseFiles, retentionCutoffId, toExpiryTime } from '../records/add-entries.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from '../records/bulk-transaction.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { tokenize } from '../records/search-text.ts';
import { groupBy } from '../records/stored-rows.ts';
import { findRevertTarget } from '../resources/index.ts';
import { groupEntries, restoreItems } from './undo.ts';

export const notInTrashMessage =
  'This item isn’t in Trash. It was restored or permanently deleted, or its 30 days are over.';

type SearchCriteria = { filter: TrashFilter; except: string[] };

const selectTrash = (
  database: Database,
  { filter: { resource, query: searchTerm, newestId }, except }: SearchCriteria,
) => {
  let items = database
    .selectFrom('trash')
    .selectAll('trash')
    .where('trash.deletedWith', 'is', null)
    .$if(resource !== undefined, (query) => query.where('trash.resource', '=', String(resource)))
    .$if(newestId !== undefined, (query) => query.where('trash._id', '<=', String(newestId)))
    .$if(except.length > 0, (query) => query.where('trash.resource', 'not in', except));
  for (const word of tokenize(searchTerm))
    items = items.where(sql<boolean>`trash.search like ${likePattern(word)} escape '\\'`);
  return items.orderBy('trash._id', 'desc');
};

export const findTrashItems = (
  database: Database,
  target: { ids: readonly string[] } | SearchCriteria,
): Promise<TrashTable[]> =>
  'ids' in target
    ? database.selectFrom('trash').selectAll().where('_id', 'in', target.ids).orderBy('_id', 'desc').execute()
    : selectTrash(database, target).execute();

export const findTrashItem = async (database: Database, id: string): Promise<TrashTable | undefined> =>
  (await findTrashItems(database, { ids: [id] }))[0];

/** Returns the pictures of deleted records by the ids of their items. Their files are kept as long as the items. */
const readImages = async (database: Database, items: readonly TrashTable[]): Promise<Map<string, string | null>> => {
  const images = new Map<string, string | null>();
  for (const group of groupBy(items, ({ resource }) => resource)) {
    const resource = findResource(group[0]?.resource ?? '');
    const field = resource && findImageField(resource);
    if (!field) continue;
    const image = isSqlite(database)
      ? sql<string | null>`json_extract(before, ${sql.lit(`$.${field}`)})`
      : sql<string | null>`before::json ->> ${sql.lit(field)}`;
    const ids = group.map(({ _id }) => _id);
    const rows = await database
      .selectFrom('history')
      .select(['_id', image.as('image')])
      .where('_id', 'in', ids)
      .execute();
    for (const row of rows) images.set(row._id, row.image || null);
  }
  return images;
};

/** Lists trash items, newest first, without the resources in `except`. */
export const listTrash = async (
  database: Database,
  { pageIndex, pageSize, except, ...filter }: z.output<typeof trashQuerySchema> & { except: string[] },
): Promise<{ data: TrashItem[]; total: number }> => {
  const items = selectTrash(database, { filter, except }).select((from) =>
    from
      .selectFrom('trash as other')
      .select(sql<number | string>`count(*)`.as('cascadedCount'))
      .whereRef('other.deletedWith', '=', 'trash._id')
      .as('cascadedCount'),
  );
  const { data, total } = await readPage(items, { pageIndex, pageSize });
  const images = await readImages(database, data);
  return {
    data: data.map(({ deletedWith: _root, search: _search, cascadedCount, ...item }) => ({
      ...item,
      expiresAt: toExpiryTime(item.deletedAt),
      cascadedCount: Number(cascadedCount),
      image: images.get(item._id) ?? null,
    })),
    total,
  };
};

export const purgeExpiredTrash = async (database: Database): Promise<void> => {
  const cutoffId = retentionCutoffId();
  await deleteExpiredComments(database, cutoffId);
  await database.deleteFrom('trash').where('_id', '<', cutoffId).execute();
};

/** Erases the contents of all entries of records and their comments, and adds an entry for that. */
export const eraseHistory = async (write: WriteContext, resource: string, recordIds: string[]): Promise<void> => {
  const { database } = write;
  const erased = await database
    .updateTable('history')
    .set({ before: null, after: null, title: '' })
    .where('resource', '=', resource)
    .where('recordId', 'in', recordIds)
    .returning('_id')
    .execute();
  await releaseFiles(
    database,
    erased.map(({ _id }) => _id),
  );
  await deleteCommentsOfRecords(database, resource, recordIds);
  const at = new Date().toISOString();
  const empty = { title: '', before: null, after: null, revertOf: null };
  const entries = recordIds.map((recordId) => buildEntry(write, { resource, recordId, action: 'purge', at, ...empty }));
  await insertRows(database, { table: 'history', rows: entries });
};

/**
 * Permanently deletes trash items and the records deleted along with them. Returns the ids of the items that were still
 * in the trash; others may have been restored meanwhile.
 */
export const purge = async (write: WriteContext, ids: readonly string[]): Promise<Set<string>> => {
  const { database } = write;
  const others = await database.selectFrom('trash').selectAll().where('deletedWith', 'in', ids).execute();
  const roots = await database
    .deleteFrom('trash')
    .where('_id', 'in', ids)
    .returning(['_id', 'resource', 'recordId'])
    .execute();
  const purged = new Set(roots.map(({ _id }) => _id));
  const items = [...roots, ...others.filter(({ deletedWith }) => purged.has(deletedWith ?? ''))];
  for (const group of groupBy(items, ({ resource }) => resource)) {
    const recordIds = group.map(({ recordId }) => recordId);
    await eraseHistory(write, group[0]?.resource ?? '', recordIds);
  }
  return purged;
};

export type TrashOutcome = Omit<TrashBulkResult, 'success' | 'message' | 'failedCount'>;

export type TrashBulkOptions = ChangeOptions<TrashOutcome> & {
  context: OperationsContext;
  /** Resources that a filter skips because the user lacks the permission. */
  except: string[];
};

const addMissing = ({ failed }: BulkTransaction, ids: readonly string[]): void => {
  failed.push(...ids.map((id): FailedRecord => ({ id, label: '', message: notInTrashMessage })));
};

/** Returns items newest first: parents were deleted after the records that refer to them. */
const findItems = async (
  transaction: BulkTransaction,
  { ids, filter }: Pick<TrashBulkRequest, 'ids' | 'filter'>,
  except: string[],
): Promise<TrashTable[]> => {
  const { database } = transaction.write;
  if (filter) return findTrashItems(database, { filter, except });
  const items = await findTrashItems(database, { ids: [...new Set(ids)] });
  const found = new Set(items.map(({ _id }) => _id));
  addMissing(
    transaction,
    [...new Set(ids)].filter((id) => !found.has(id)),
  );
  return items;
};

const restoreAll = async (
  { write, context, applyToAll, inParts }: BulkTransaction,
  items: readonly TrashTable[],
): Promise<number> => {
  let restored = 0;
  for await (const part of inParts(items)) {
    for (const { resource, entries } of groupEntries(part.map((item) => ({ ...item, action: 'delete' as const })))) {
      const revertTarget = findRevertTarget(resource, context);
      if (!revertTarget) continue;
      const results = await applyToAll(entries, {
        toRecord: ({ _id: id, title: label }) => ({ id, label }),
        apply: (some) => restoreItems(write, some, { context, revertTarget }),
      });
      restored += results.flat().length;
    }
  }
  return restored;
};

const purgeAll = async (transaction: BulkTransaction, items: readonly TrashTable[]): Promise<number> => {
  const { write, failed } = transaction;
  const message = 'It was deleted together with another item. Delete that item instead.';
  for (const { _id: id, title: label, deletedWith } of items) {
    if (deletedWith !== null) failed.push({ id, label, message });
  }
  const ids = items.filter(({ deletedWith }) => deletedWith === null).map(({ _id }) => _id);
  let count = 0;
  for await (const chunk of transaction.inParts(ids)) {
    const purged = await purge(write, chunk);
    count += purged.size;
    addMissing(
      transaction,
      chunk.filter((id) => !purged.has(id)),
    );
  }
  return count;
};

/** Restores or permanently deletes items as one change: all or none, unless `partial`. */
export const changeTrash = (
  { action, partial, ...target }: TrashBulkRequest,
  { context, except, ...options }: TrashBulkOptions,
): Promise<TrashOutcome> =>
  // Purged parts can't be undone.
  runBulkTransaction(
    context,
    { ...options, isPartial: partial, keepsParts: action === 'delete' },
    async (transaction) => {
      const items = await findItems(transaction, target, except);
      const changed = await (action === 'restore' ? restoreAll : purgeAll)(transaction, items);
      const canBeUndone = action === 'restore' && changed > 0 && !transaction.isDiscarded();
      return {
        total: target.filter ? items.length : new Set(target.ids).size,
        changed,
        cascadedCount: (await transaction.countWritten()) - changed,
        failed: transaction.failed,
        changeId: canBeUndone ? transaction.write.changeId : null,
      };
    },
  );
