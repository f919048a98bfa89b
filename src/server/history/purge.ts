import { deleteCommentsOfRecords } from '../comments/delete-comments.ts';
import { insertRows } from '../database/write-rows.ts';
import { buildEntry } from '../records/add-entries.ts';
import { releaseFiles } from '../records/file-retention.ts';
import type { WriteContext } from '../records/hooks.ts';
import { groupBy } from '../records/stored-rows.ts';

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
