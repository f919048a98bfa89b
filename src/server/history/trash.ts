import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { TrashFilter, TrashItem, trashQuerySchema } from '#shared/history.ts';
import { deleteCommentsOfRecords, deleteExpiredComments } from '../comments/write-comments.ts';
import { likePattern } from '../database/search.ts';
import type { Database, Tables, TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { buildEntry, releaseFiles, retentionCutoffId, toExpiryTime } from '../records/add-entries.ts';
import type { WriteContext } from '../records/hooks.ts';
import { tokenize } from '../records/search-text.ts';
import { groupBy } from '../records/stored-rows.ts';

export const findTrashItem = (database: Database, id: string): Promise<TrashTable | undefined> =>
  database.selectFrom('trash').selectAll().where('_id', '=', id).executeTakeFirst();

export const notInTrashMessage =
  'This item isn’t in Trash. It was restored or permanently deleted, or its 30 days are over.';

type SearchCriteria = { filter: TrashFilter; except: string[] };

const applyFilters = <Output>(
  items: SelectQueryBuilder<Tables, 'trash', Output>,
  { filter: { resource, query: searchTerm, newestId }, except }: SearchCriteria,
): SelectQueryBuilder<Tables, 'trash', Output> =>
  tokenize(searchTerm).reduce(
    (matching, word) => matching.where(sql<boolean>`trash.search like ${likePattern(word)} escape '\\'`),
    items
      .where('trash.deletedWith', 'is', null)
      .$if(resource !== undefined, (query) => query.where('trash.resource', '=', String(resource)))
      .$if(newestId !== undefined, (query) => query.where('trash._id', '<=', String(newestId)))
      .$if(except.length > 0, (query) => query.where('trash.resource', 'not in', except)),
  );

export const findTrashItems = async (
  database: Database,
  target: { ids: readonly string[] } | SearchCriteria,
): Promise<TrashTable[]> => {
  const all = database.selectFrom('trash').selectAll('trash');
  if (!('ids' in target)) return applyFilters(all, target).orderBy('trash._id', 'desc').execute();
  const items = await all.where('trash._id', 'in', target.ids).execute();
  return items.sort((a, b) => (a._id < b._id ? 1 : -1));
};

/** Lists trash items, newest first, without the resources in `except`. */
export const listTrash = async (
  database: Database,
  { pageIndex, pageSize, except, ...filter }: z.output<typeof trashQuerySchema> & { except: string[] },
): Promise<{ data: TrashItem[]; total: number }> => {
  const criteria = { filter, except };
  const items = await applyFilters(database.selectFrom('trash').selectAll('trash'), criteria)
    .select((from) =>
      from
        .selectFrom('trash as other')
        .select(sql<number | string>`count(*)`.as('cascadedCount'))
        .whereRef('other.deletedWith', '=', 'trash._id')
        .as('cascadedCount'),
    )
    .orderBy('trash._id', 'desc')
    .limit(pageSize)
    .offset(pageIndex * pageSize)
    .execute();
  const { total } = await applyFilters(
    database.selectFrom('trash').select(sql<number | string>`count(*)`.as('total')),
    criteria,
  ).executeTakeFirstOrThrow();
  const data = items.map(({ deletedWith: _root, search: _search, cascadedCount, ...item }) => ({
    ...item,
    expiresAt: toExpiryTime(item.deletedAt),
    cascadedCount: Number(cascadedCount),
  }));
  return { data, total: Number(total) };
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
