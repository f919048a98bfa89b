import type { Database, HistoryTable, TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { normalize } from './search-text.ts';

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
export const moveToTrash = async (
  database: Database,
  { roots, others = [] }: { roots: HistoryTable[]; others?: HistoryTable[] },
): Promise<void> => {
  const items = [
    ...roots.map((root) => toTrashItem(root, null)),
    ...others.map((entry) => toTrashItem(entry, roots[0]?._id ?? null)),
  ];
  await insertRows(database, { table: 'trash', rows: items });
};
