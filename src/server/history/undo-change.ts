import type { RefusedRecord } from '#shared/bulk.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, type HistoryAction, type HistoryTable, resourceTables } from '../database/tables.ts';
import type { Undoable } from '../records/extension.ts';
import { countRecords } from '../records/note.ts';
import { removeUnused } from '../records/remove.ts';
import type { Actor, OperationsContext, Write } from '../records/rules.ts';
import { type Together, writeTogether } from '../records/together.ts';
import { isErased } from './entries.ts';
import { readEntry } from './read-entry.ts';
import { changesBack, oldValuesOf, revertPart } from './undo.ts';
import { type EntryGroup, groupEntries } from './undo-support.ts';

/** Returns the resources and actions of a change; empty if the change doesn't exist. */
export const kindsIn = (
  database: Database,
  changeId: string,
): Promise<{ resource: string; action: HistoryAction }[]> =>
  database
    .selectFrom('history')
    .select(['resource', 'action'])
    .distinct()
    .where('changeId', '=', changeId)
    .execute();

const partsAtOnce = 500;

/** Reads the entries of a change in chunks, newest first. */
async function* partsOf(database: Database, changeId: string): AsyncGenerator<HistoryTable[]> {
  for (let last: string | undefined; ; ) {
    const parts = await database
      .selectFrom('history')
      .selectAll()
      .where('changeId', '=', changeId)
      .$if(last !== undefined, (query) => query.where('_id', '<', String(last)))
      .orderBy('_id', 'desc')
      .limit(partsAtOnce)
      .execute();
    if (parts.length > 0) yield parts;
    if (parts.length < partsAtOnce) return;
    last = parts.at(-1)?._id;
  }
}

const readState = async ({ database, storage }: Write, parts: readonly HistoryTable[]) => {
  const versions = new Map<string, unknown>();
  for (const resource of new Set(parts.map((part) => part.resource))) {
    const ids = parts.filter((part) => part.resource === resource).map(({ recordId }) => recordId);
    const rows = await resourceTables(database)
      .selectFrom(resource)
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .$if(storage.hasRowLocks, (query) => query.forUpdate())
      .execute();
    for (const { _id, version } of rows) versions.set(String(_id), version);
  }
  const inTrash = await database
    .selectFrom('trash')
    .select(['_id', 'alongWith'])
    .where(
      '_id',
      'in',
      parts.map(({ _id }) => _id),
    )
    .$if(storage.hasRowLocks, (query) => query.forUpdate())
    .execute();
  return { versions, trash: new Map(inTrash.map(({ _id, alongWith }) => [_id, alongWith])) };
};

type FindUndoable = (resource: string) => Undoable | undefined;

const findOnce = (find: FindUndoable): FindUndoable => {
  const found = new Map<string, Undoable | undefined>();
  return (resource) => {
    if (!found.has(resource)) found.set(resource, find(resource));
    return found.get(resource);
  };
};

type State = Awaited<ReturnType<typeof readState>>;

/**
 * Returns why a record is no longer as the change left it; undefined if it is. `part` is its last entry in the change.
 */
const findReason = (part: HistoryTable, { versions, trash }: State): string | undefined => {
  if (isErased(part)) return 'It was permanently deleted';
  const { before, after } = readEntry(part);
  if (!after) {
    return trash.has(part._id) ? undefined : 'It has been restored, or its 30 days in Trash are over';
  }
  if (versions.get(part.recordId) === after.version) return undefined;
  const resource = findResource(part.resource);
  const isFollower = before && resource && Object.keys(oldValuesOf(resource, { before, after })).length === 0;
  // Only inherited values changed, and these are reverted with their parent.
  if (isFollower) return undefined;
  return versions.has(part.recordId) ? 'It has been changed since' : 'It has been deleted since';
};

const named = ({ recordId, title }: HistoryTable): Omit<RefusedRecord, 'message'> => ({
  id: recordId,
  label: title,
});

/** Refuses records that changed since. Returns the deletions that are undone along with that of another record. */
const refuseMovedOn = async ({ write, refused }: Together, changeId: string): Promise<Set<string>> => {
  const seen = new Set<string>();
  const along = new Set<string>();
  for await (const parts of partsOf(write.database, changeId)) {
    const state = await readState(write, parts);
    for (const part of parts) {
      if (state.trash.get(part._id)) along.add(part._id);
      const record = `${part.resource} ${part.recordId}`;
      if (seen.has(record)) continue;
      seen.add(record);
      const message = findReason(part, state);
      if (message) refused.push({ ...named(part), message });
    }
  }
  return along;
};

/** Undoes a group of entries at once. Returns false if that isn't possible; the caller then goes one by one. */
const undoTogether = async (
  { context, attemptAll }: Together,
  undoable: Undoable,
  { action, entries: parts }: EntryGroup<HistoryTable>,
): Promise<boolean> => {
  const { resource, operations } = undoable;
  if (action === 'create') {
    const removals = parts.map(({ _id, recordId }) => ({ id: recordId, revertOf: _id }));
    return attemptAll((write) => removeUnused(context, write, { resource, removals }));
  }
  const { updateMany } = operations;
  if (action === 'delete' || !updateMany) return false;
  return attemptAll(async (write) => {
    const changes = await changesBack(write.database, parts, { context, undoable });
    if (changes) await updateMany(write, changes);
    return changes !== null;
  });
};

/** Result of undoing a change, which is rolled back if `refused` isn't empty. */
export type UndoneChange = { changed: number; changeId: string; refused: RefusedRecord[] };

export type RevertChangeOptions = {
  context: OperationsContext;
  actor: Actor | null;
  findUndoable: (resource: string, context: OperationsContext) => Undoable | undefined;
  finally: (write: Write, undone: UndoneChange) => Promise<void>;
};

/** Undoes all entries of a change, newest first, as one new change or not at all. */
export const revertChange = (
  changeId: string,
  { context, actor, findUndoable, ...options }: RevertChangeOptions,
): Promise<UndoneChange> =>
  writeTogether(context, actor, async (together) => {
    const { write, attempt, refused } = together;
    const along = await refuseMovedOn(together, changeId);
    const find = findOnce((resource) => findUndoable(resource, together.context));
    const undoAll = async () => {
      for await (const parts of partsOf(write.database, changeId)) {
        const due = parts.filter(({ _id }) => !along.has(_id));
        for (const group of groupEntries(due)) {
          const undoable = find(group.resource);
          if (!undoable || (await undoTogether(together, undoable, group))) continue;
          const common = { context: together.context, undoable, actor, changeId: write.changeId };
          for (const part of group.entries) await attempt(named(part), () => revertPart(part, common));
        }
      }
    };
    if (refused.length === 0) await undoAll();
    const undone = {
      changed: await countRecords(write.database, write.changeId),
      changeId: write.changeId,
      refused,
    };
    const isKept = refused.length === 0;
    if (isKept) await options.finally(write, undone);
    return { result: undone, isKept };
  });
