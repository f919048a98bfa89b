import { sql } from 'kysely';
import type { z } from 'zod';
import type { TrashFilter, TrashItem, trashQuerySchema } from '#shared/history.ts';
import { deleteCommentsOfRecords, deleteExpiredComments } from '../comments/write-comments.ts';
import { likePattern } from '../database/search.ts';
import type { Database, TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { readPage } from '../lib/pages.ts';
import { buildEntry, releaseFiles, retentionCutoffId, toExpiryTime } from '../records/add-entries.ts';
import type { WriteContext } from '../records/hooks.ts';
import { tokenize } from '../records/search-text.ts';
import { groupBy } from '../records/stored-rows.ts';

export const findTrashItem = (database: Database, id: string): Promise<TrashTable | undefined> =>
  database.selectFrom('trash').selectAll().where('_id', '=', id).executeTakeFirst();

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
  return {
    data: data.map(({ deletedWith: _root, search: _search, cascadedCount, ...item }) => ({
      ...item,
      expiresAt: toExpiryTime(item.deletedAt),
      cascadedCount: Number(cascadedCount),
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
