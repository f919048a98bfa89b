import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { joinSentences } from '#shared/resource/labels.ts';
import { filesColumn } from '../database/codec.ts';
import { type Database, type HistoryTable, type Row, resourceTables } from '../database/tables.ts';
import type { WriteContext } from '../records/hooks.ts';
import { hasListChanges, revertUpdate } from '../records/list-changes.ts';
import type { RecordUpdate, WriteOptions } from '../records/operations.ts';
import { filesOf } from '../records/record-files.ts';
import { createRepository } from '../records/repository.ts';
import { listChangedFields } from './entries.ts';
import { parseEntry } from './read-entry.ts';
import { restoreFromTrash } from './restore.ts';
import { findTrashItem } from './trash.ts';
import { asConflict, conflict, named, parsed, type RevertOptions, toInput } from './undo-support.ts';

const assertNotStale = async (
  { database, databaseHandle }: WriteContext,
  { resource, entry, after }: { resource: Resource; entry: HistoryTable; after: Row },
): Promise<void> => {
  const repository = createRepository(resource, database);
  const row = await repository.findRow({ id: entry.recordId, forUpdate: databaseHandle.supportsRowLocks });
  if (!row) throw conflict('It has been deleted since');
  if (row.version === after.version) return;
  throw conflict('It has been changed since', await repository.find(entry.recordId));
};

/**
 * Returns a record's own values before an update; empty if the update only changed inherited values. `parts` are the
 * current parts, needed if the history holds only their changes.
 */
export const previousValues = (
  resource: Resource,
  { before, after }: { before: Row; after: Row },
  parts: Row = {},
): Row => {
  const old = toInput(resource, revertUpdate(resource, parts, { before, after }));
  const changed = listChangedFields({ before, after }).filter((name) => name in old);
  const files = Object.entries(filesOf(before)).filter(([name]) => changed.includes(name));
  return {
    ...Object.fromEntries(changed.map((name) => [name, old[name]])),
    ...(files.length > 0 && { [filesColumn]: Object.fromEntries(files) }),
  };
};

const readRelated = async (
  database: Database,
  { context, undoable: { resource } }: Pick<RevertOptions, 'context' | 'undoable'>,
  entries: readonly HistoryTable[],
): Promise<Map<string, Row>> => {
  const changed = entries.filter((entry) => {
    const { before } = parseEntry(entry);
    return before && hasListChanges(resource, { before });
  });
  const { parts } = context.hooksOf(resource.name);
  if (!parts || changed.length === 0) return new Map();
  return parts.read(database, [...new Set(changed.map(({ recordId }) => recordId))]);
};

/** Returns the updates that revert entries; null if a record has more than one of them. */
export const buildReverseUpdates = async (
  database: Database,
  entries: readonly HistoryTable[],
  options: Pick<RevertOptions, 'context' | 'undoable'>,
): Promise<RecordUpdate[] | null> => {
  const { resource, schemas } = options.undoable;
  const parts = await readRelated(database, options, entries);
  const changes: RecordUpdate[] = [];
  for (const entry of entries) {
    const { before, after } = parseEntry(entry);
    if (!before || !after) continue;
    const old = previousValues(resource, { before, after }, parts.get(entry.recordId));
    // Only inherited values changed, and these are reverted with their parent.
    if (Object.keys(old).length === 0) continue;
    const values = parsed(schemas.update, old);
    changes.push({ id: entry.recordId, version: after.version, values, revertOf: entry._id });
  }
  const isOncePerRecord = new Set(changes.map(({ id }) => id)).size === changes.length;
  return isOncePerRecord ? changes : null;
};

type PartOptions = RevertOptions & Pick<WriteOptions, 'before'>;

const revertCreate = async (
  entry: HistoryTable,
  { undoable, beforeCommit: last, ...options }: PartOptions,
) => {
  const writeRelated = async (write: WriteContext) => last?.(write, null);
  await undoable.operations.remove(entry.recordId, { ...options, revertOf: entry._id, writeRelated });
  return null;
};

const revertUpdateEntry = async (
  entry: HistoryTable,
  values: Row,
  { undoable: { operations, schemas }, ...options }: PartOptions,
): Promise<AnyRecord> =>
  operations.update(entry.recordId, parsed(schemas.update, values), { ...options, revertOf: entry._id });

/** Undoes the creation or update of a record, unless the record has changed since. */
export const revertEntry = async (entry: HistoryTable, options: RevertOptions): Promise<AnyRecord | null> => {
  const { resource } = options.undoable;
  const { before, after } = parseEntry(entry);
  const problem = `Can’t undo this change to ${named(resource, entry)}`;
  if (!after) throw conflict(problem);
  const unchanged = {
    ...options,
    before: (write: WriteContext) => assertNotStale(write, { resource, entry, after }),
  };
  if (!before) return asConflict(problem, revertCreate(entry, unchanged));
  const parts = await readRelated(options.context.databaseHandle.database, options, [entry]);
  const values = previousValues(resource, { before, after }, parts.get(entry.recordId));
  if (Object.keys(values).length === 0) {
    throw conflict(joinSentences([problem, 'It changed none of this item’s own values']));
  }
  return asConflict(problem, revertUpdateEntry(entry, values, unchanged));
};

const isUnchangedSince = async (
  entry: HistoryTable,
  { context }: RevertOptions,
  after: Row,
): Promise<boolean> => {
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
  const { context, undoable } = options;
  const { before, after } = parseEntry(entry);
  if (!after) {
    const item = await findTrashItem(context.databaseHandle.database, entry._id);
    if (!item) throw conflict(`Can’t restore ${named(undoable.resource, entry)}. It’s no longer in Trash.`);
    await restoreFromTrash(item, options);
    return;
  }
  if (!before) {
    await revertCreate(entry, options);
    return;
  }
  const parts = await readRelated(context.databaseHandle.database, options, [entry]);
  const values = previousValues(undoable.resource, { before, after }, parts.get(entry.recordId));
  const different = (await isUnchangedSince(entry, options, after))
    ? values
    : remainingChanges(values, await undoable.operations.get(entry.recordId));
  if (Object.keys(different).some((name) => name !== filesColumn))
    await revertUpdateEntry(entry, different, options);
};
