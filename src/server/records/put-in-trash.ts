import { inChunks } from '../database/chunks.ts';
import type { Database, HistoryTable, TrashTable } from '../database/tables.ts';
import { normalise } from './search-text.ts';

const itemOf = (entry: HistoryTable, deletedWith: string | null): TrashTable => ({
  _id: entry._id,
  deletedWith,
  resource: entry.resource,
  recordId: entry.recordId,
  title: entry.title,
  search: normalise(entry.title),
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
    ...roots.map((root) => itemOf(root, null)),
    ...others.map((entry) => itemOf(entry, roots[0]?._id ?? null)),
  ];
  for (const chunk of inChunks(items)) await database.insertInto('trash').values(chunk).execute();
};
