import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { filesColumn } from '../database/codec.ts';
import { type Database, type HistoryTable, type Row, resourceTables } from '../database/tables.ts';
import type { WriteContext } from '../records/hooks.ts';
import { hasListChanges, revertUpdate } from '../records/list-changes.ts';
import type { RecordUpdate, WriteOptions } from '../records/operations.ts';
import { getFileInfos } from '../records/record-files.ts';
import { createRepository } from '../records/repository.ts';
import { listChangedFields } from './entries.ts';
import { parseEntry, type ReadEntry } from './read-entry.ts';
import { restoreFromTrash } from './restore.ts';
import { findTrashItem } from './trash.ts';
import { asConflict, conflictError, describeRecord, parseInput, type RevertOptions, toInput } from './undo-support.ts';

const assertNotStale = async (
  { database }: WriteContext,
  { resource, entry, after }: { resource: Resource; entry: HistoryTable; after: Row },
): Promise<void> => {
  const repository = createRepository(resource, database);
  const [row] = await repository.findRows([entry.recordId], { forUpdate: true });
  if (!row) throw conflictError('It has been deleted since');
  if (row.version === after.version) return;
  throw conflictError('It has been changed since', await repository.find(entry.recordId));
};

/**
 * Returns a record's own values before an update; empty if the update only changed inherited values. `related` is the
 * current related data, needed if the history holds only its changes.
 */
export const previousValues = (
  resource: Resource,
  { before, after }: { before: Row; after: Row },
  related: Row = {},
): Row => {
  const previous = toInput(resource, revertUpdate(resource, related, { before, after }));
  const changed = listChangedFields({ before, after }).filter((name) => name in previous);
  const files = Object.entries(getFileInfos(before)).filter(([name]) => changed.includes(name));
  return {
    ...Object.fromEntries(changed.map((name) => [name, previous[name]])),
    ...(files.length > 0 && { [filesColumn]: Object.fromEntries(files) }),
  };
};

const readRelated = async (
  database: Database,
  { context, revertTarget: { resource } }: Pick<RevertOptions, 'context' | 'revertTarget'>,
  entries: readonly Pick<ReadEntry, 'recordId' | 'before'>[],
): Promise<Map<string, Row>> => {
  const changed = entries.filter(({ before }) => before && hasListChanges(resource, { before }));
  const { related } = context.getHooks(resource.name);
  if (!related || changed.length === 0) return new Map();
  return related.read(database, [...new Set(changed.map(({ recordId }) => recordId))]);
};

/** Returns the updates that revert entries; null if a record has more than one of them. */
export const buildReverseUpdates = async (
  database: Database,
  entries: readonly HistoryTable[],
  options: Pick<RevertOptions, 'context' | 'revertTarget'>,
): Promise<RecordUpdate[] | null> => {
  const { resource, schemas } = options.revertTarget;
  const parsed = entries.map(parseEntry);
  const related = await readRelated(database, options, parsed);
  const changes: RecordUpdate[] = [];
  for (const entry of parsed) {
    const { before, after } = entry;
    if (!before || !after) continue;
    const previous = previousValues(resource, { before, after }, related.get(entry.recordId));
    // Only inherited values changed, and these are reverted with their parent.
    if (Object.keys(previous).length === 0) continue;
    const values = parseInput(schemas.update, previous);
    changes.push({ id: entry.recordId, version: after.version, values, revertOf: entry._id });
  }
  const isOncePerRecord = new Set(changes.map(({ id }) => id)).size === changes.length;
  return isOncePerRecord ? changes : null;
};

type EntryOptions = RevertOptions & Pick<WriteOptions, 'beforeWrite'>;

const revertCreate = async (entry: HistoryTable, { revertTarget, beforeCommit: last, ...options }: EntryOptions) => {
  const writeRelated = async (write: WriteContext) => last?.(write, null);
  await revertTarget.operations.remove(entry.recordId, { ...options, revertOf: entry._id, writeRelated });
  return null;
};

const revertUpdateEntry = async (
  entry: HistoryTable,
  values: Row,
  { revertTarget: { operations, schemas }, ...options }: EntryOptions,
): Promise<AnyRecord> =>
  operations.update(entry.recordId, parseInput(schemas.update, values), { ...options, revertOf: entry._id });

/** Undoes the creation or update of a record, unless the record has changed since. */
export const revertEntry = async (entry: HistoryTable, options: RevertOptions): Promise<AnyRecord | null> => {
  const { resource } = options.revertTarget;
  const { before, after } = parseEntry(entry);
  const problem = `Can’t undo this change to ${describeRecord(resource, entry)}`;
  if (!after) throw conflictError(problem);
  const checkedOptions = {
    ...options,
    beforeWrite: (write: WriteContext) => assertNotStale(write, { resource, entry, after }),
  };
  if (!before) return asConflict(problem, revertCreate(entry, checkedOptions));
  const related = await readRelated(options.context.databaseHandle.database, options, [{ ...entry, before }]);
  const values = previousValues(resource, { before, after }, related.get(entry.recordId));
  if (Object.keys(values).length === 0) {
    throw conflictError(joinSentences([problem, 'It changed none of this item’s own values']));
  }
  return asConflict(problem, revertUpdateEntry(entry, values, checkedOptions));
};

const isUnchangedSince = async (entry: HistoryTable, { context }: RevertOptions, after: Row): Promise<boolean> => {
  const row = await resourceTables(context.databaseHandle.database)
    .selectFrom(entry.resource)
    .select('version')
    .where('_id', '=', entry.recordId)
    .executeTakeFirst();
  return row?.version === after.version;
};

/** Skips values that were already reverted along with another entry of the same change. */
const remainingChanges = (values: Row, current: AnyRecord): Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === filesColumn || JSON.stringify(value ?? null) !== JSON.stringify(current[name] ?? null),
    ),
  );

/** Undoes one entry of a change that was already checked for later changes. Entries must come newest first. */
export const revertEntryOfChangeset = async (entry: HistoryTable, options: RevertOptions): Promise<void> => {
  const { context, revertTarget } = options;
  const { before, after } = parseEntry(entry);
  if (!after) {
    const item = await findTrashItem(context.databaseHandle.database, entry._id);
    if (!item)
      throw conflictError(`Can’t restore ${describeRecord(revertTarget.resource, entry)}. It’s no longer in Trash.`);
    await restoreFromTrash(item, options);
    return;
  }
  if (!before) {
    await revertCreate(entry, options);
    return;
  }
  const related = await readRelated(context.databaseHandle.database, options, [{ ...entry, before }]);
  const values = previousValues(revertTarget.resource, { before, after }, related.get(entry.recordId));
  const remaining = (await isUnchangedSince(entry, options, after))
    ? values
    : remainingChanges(values, await revertTarget.operations.get(entry.recordId));
  if (Object.keys(remaining).some((name) => name !== filesColumn)) await revertUpdateEntry(entry, remaining, options);
};

/** Undoes an update, except for values that have changed since. */
export const revertUnchangedValues = async (entry: HistoryTable, options: RevertOptions): Promise<void> => {
  const { context, revertTarget } = options;
  const { before, after } = parseEntry(entry);
  if (!before || !after) return;
  const related = await readRelated(context.databaseHandle.database, options, [{ ...entry, before }]);
  const previous = previousValues(revertTarget.resource, { before, after }, related.get(entry.recordId));
  const changedSince = remainingChanges(after, await revertTarget.operations.get(entry.recordId));
  const values = Object.entries(previous).filter(([name]) => !(name in changedSince) && name !== filesColumn);
  if (values.length > 0) await revertUpdateEntry(entry, Object.fromEntries(values), options);
};
