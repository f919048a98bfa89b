import { deleteCommentsOfRecords } from '../comments/delete-comments.ts';
import { inChunks } from '../database/chunks.ts';
import type { TrashTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { buildEntry } from '../records/add-entries.ts';
import { releaseFiles } from '../records/file-retention.ts';
import type { WriteContext } from '../records/hooks.ts';

/** Erases the contents of all entries of records and their comments, and adds an entry for that. */
export const eraseHistory = async (
  write: WriteContext,
  resource: string,
  recordIds: string[],
): Promise<void> => {
  const { database } = write;
  for (const chunk of inChunks(recordIds)) {
    const erased = await database
      .updateTable('history')
      .set({ before: null, after: null, title: '' })
      .where('resource', '=', resource)
      .where('recordId', 'in', chunk)
      .returning('_id')
      .execute();
    await releaseFiles(
      database,
      erased.map(({ _id }) => _id),
    );
    await deleteCommentsOfRecords(database, resource, chunk);
    const at = new Date().toISOString();
    const empty = { title: '', before: null, after: null, revertOf: null };
    const entries = chunk.map((recordId) =>
      buildEntry(write, { resource, recordId, action: 'purge', at, ...empty }),
    );
    await insertRows(database, { table: 'history', rows: entries });
  }
};

/**
 * Permanently deletes trash items and the records deleted along with them. Returns the ids of the items that were still
 * in the trash; others may have been restored meanwhile.
 */
export const purge = async (write: WriteContext, ids: readonly string[]): Promise<Set<string>> => {
  const { database } = write;
  const purged = new Set<string>();
  const recordIds = new Map<string, string[]>();
  const add = ({ resource, recordId }: Pick<TrashTable, 'resource' | 'recordId'>) => {
    const ofResource = recordIds.get(resource);
    if (ofResource) ofResource.push(recordId);
    else recordIds.set(resource, [recordId]);
  };
  const others = await database.selectFrom('trash').selectAll().where('deletedWith', 'in', ids).execute();
  const roots = await database
    .deleteFrom('trash')
    .where('_id', 'in', ids)
    .returning(['_id', 'resource', 'recordId'])
    .execute();
  for (const root of roots) {
    purged.add(root._id);
    add(root);
  }
  for (const other of others) if (purged.has(other.deletedWith ?? '')) add(other);
  for (const [resource, ofResource] of recordIds) await eraseHistory(write, resource, ofResource);
  return purged;
};
