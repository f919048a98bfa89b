import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { inChunks } from '../database/chunks.ts';
import { type Database, type Row, resourceTables, type TrashTable } from '../database/tables.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { writeRecords } from '../records/write.ts';
import { parseEntry } from './read-entry.ts';
import {
  asConflict,
  conflictError,
  describeRecord,
  groupEntries,
  parseInput,
  type RevertOptions,
  toInput,
} from './undo-support.ts';

const toPreservedValues = ({ _id, version, createdAt }: Row) => ({
  _id: String(_id),
  version: Number(version) + 1,
  createdAt: String(createdAt),
});

const assertParentsExist = async (database: Database, resource: Resource, values: Row): Promise<void> => {
  for (const [name, field] of Object.entries(resource.fields)) {
    const id = values[name];
    if (field.kind !== 'reference' || typeof id !== 'string') continue;
    const tables = resourceTables(database);
    if (await tables.selectFrom(field.to).select('_id').where('_id', '=', id).executeTakeFirst()) continue;
    const inTrash = await database
      .selectFrom('trash')
      .select('title')
      .where('resource', '=', field.to)
      .where('recordId', '=', id)
      .executeTakeFirst();
    throw conflictError(
      inTrash
        ? `Its ${inSentence(field.label)} “${inTrash.title}” was deleted. Restore it first.`
        : `Its ${inSentence(field.label)} no longer exists`,
    );
  }
};

/** Returns entries in reverse order of deletion: dependents were deleted first and are restored last. */
const findEntries = async (database: Database, ids: readonly string[]) => {
  const entries = await database.selectFrom('history').selectAll().where('_id', 'in', ids).execute();
  return entries.sort((a, b) => (a._id < b._id ? 1 : -1)).map(parseEntry);
};

/** Removes items from the trash. Returns the ids of the items deleted along with them. */
const removeFromTrash = async (database: Database, ids: readonly string[]): Promise<string[]> => {
  const dependents = await database.selectFrom('trash').select('_id').where('deletedWith', 'in', ids).execute();
  const removed = await database.deleteFrom('trash').where('_id', 'in', ids).returning('_id').execute();
  if (removed.length < ids.length) throw conflictError('It has already been restored or permanently deleted');
  return dependents.map(({ _id }) => _id);
};

const restoreDependents = async (
  write: WriteContext,
  { context, ids }: { context: OperationsContext; ids: string[] },
): Promise<void> => {
  for (const { resource: name, entries } of groupEntries(await findEntries(write.database, ids))) {
    const resource = findResource(name);
    if (!resource) continue;
    const drafts = entries.flatMap(({ before }) =>
      before ? [{ values: toInput(resource, before), preserved: toPreservedValues(before) }] : [],
    );
    for (const chunk of inChunks(drafts)) await writeRecords({ resource, context }, write, chunk);
  }
};

/** Restores a deleted record under its own id, with its files and the records deleted along with it. */
export const restoreFromTrash = async (
  item: TrashTable,
  { context, revertTarget, actor, changeId, ...options }: RevertOptions,
): Promise<AnyRecord> => {
  const { resource, operations, schemas } = revertTarget;
  const problem = `Can’t restore ${describeRecord(resource, item)}`;
  const [entry] = await findEntries(context.databaseHandle.database, [item._id]);
  if (!entry?.before) throw conflictError(problem);
  const { before: record } = entry;
  if (item.deletedWith !== null) {
    throw conflictError(`${problem} on its own. Restore the item it was deleted with.`);
  }
  const createRestored = async () => {
    let dependentIds: string[] = [];
    const values = parseInput(schemas.create, toInput(resource, record));
    return operations.create(values, {
      actor,
      changeId,
      revertOf: item._id,
      preserved: toPreservedValues(record),
      beforeWrite: async ({ database }) => {
        dependentIds = await removeFromTrash(database, [item._id]);
        await assertParentsExist(database, resource, values);
      },
      beforeCommit: async (write, created) => {
        await restoreDependents(write, { context, ids: dependentIds });
        await options.beforeCommit?.(write, created);
      },
    });
  };
  return asConflict(problem, createRestored());
};

/**
 * Restores items of one resource at once, newest first. Fails or returns false if one of them can't be restored; going
 * one by one then finds out which.
 */
export const restoreTogether = async (
  write: WriteContext,
  items: readonly Pick<TrashTable, '_id' | 'deletedWith'>[],
  { context, revertTarget }: Pick<RevertOptions, 'context' | 'revertTarget'>,
): Promise<boolean> => {
  const { resource, operations, schemas } = revertTarget;
  const ids = items.map(({ _id }) => _id);
  const entries = await findEntries(write.database, ids);
  const records = entries.flatMap(({ _id, before }) =>
    before
      ? [
          {
            values: parseInput(schemas.create, toInput(resource, before)),
            preserved: toPreservedValues(before),
            revertOf: _id,
          },
        ]
      : [],
  );
  const isPossible = records.length === ids.length && items.every(({ deletedWith }) => deletedWith === null);
  if (!isPossible || resource.isSingleton) return false;
  const dependentIds = await removeFromTrash(write.database, ids);
  await operations.recreateMany(write, records);
  await restoreDependents(write, { context, ids: dependentIds });
  return true;
};
