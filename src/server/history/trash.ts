import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { TrashFilter, TrashItem, trashQuerySchema } from '#shared/history.ts';
import { deleteExpiredComments } from '../comments/delete-comments.ts';
import { likePattern } from '../database/search.ts';
import type { Database, Tables, TrashTable } from '../database/tables.ts';
import { retentionCutoffId, toExpiryTime } from '../records/file-retention.ts';
import { tokenize } from '../records/search-text.ts';

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
