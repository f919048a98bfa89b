import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import type { Database, HistoryTable, Row } from '../database/tables.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { revertUpdate } from '../records/list-changes.ts';
import { pickRecordFields } from '../records/list-query.ts';
import { createRepository } from '../records/repository.ts';

/** History entry with parsed values: the whole record, or only the changed values of an update. */
export type ReadEntry = Omit<HistoryTable, 'before' | 'after'> & { before: Row | null; after: Row | null };

const parse = (json: string | null): Row | null => (json === null ? null : (JSON.parse(json) as Row));

export const parseEntry = (entry: HistoryTable): ReadEntry => ({
  ...entry,
  before: parse(entry.before),
  after: parse(entry.after),
});

type Source = { database: Database; getHooks: OperationsContext['getHooks'] };

const readRecords = async ({ database, getHooks }: Source, resource: Resource, ids: string[]) => {
  const rows = await createRepository(resource, database).findRows(ids);
  const related = await getHooks(resource.name).related?.read(database, ids);
  return new Map(
    rows.map((row) => {
      const id = String(row._id);
      return [id, { ...pickRecordFields(resource, row), ...related?.get(id) }];
    }),
  );
};

const readEntriesSince = async (database: Database, resource: Resource, { ids, oldest }: Since) => {
  const rows = await database
    .selectFrom('history')
    .selectAll()
    .where('resource', '=', resource.name)
    .where('recordId', 'in', ids)
    .where('_id', '>=', oldest)
    .orderBy('_id', 'desc')
    .execute();
  return rows.map(parseEntry);
};

type Since = { ids: string[]; oldest: string };

/** `updates` must be sorted newest first. */
const completeUpdates = async (
  source: Source,
  resource: Resource,
  updates: readonly ReadEntry[],
): Promise<ReadEntry[]> => {
  const ids = [...new Set(updates.map(({ recordId }) => recordId))];
  const recordStates: Map<string, Row> = await readRecords(source, resource, ids);
  const oldest = updates.at(-1)?._id ?? '';
  const complete: ReadEntry[] = [];
  for (const entry of await readEntriesSince(source.database, resource, { ids, oldest })) {
    const { recordId, before, after } = entry;
    if (before && after) {
      const record = recordStates.get(recordId) ?? {};
      const reverted = revertUpdate(resource, record, { before, after });
      recordStates.set(recordId, reverted);
      complete.push({ ...entry, before: reverted, after: record });
    } else if (before) recordStates.set(recordId, before);
  }
  return complete;
};

/**
 * Adds the whole record before and after to updates. The history stores only changes, so each record is reverted step
 * by step from its current state or its deletion.
 */
export const withWholeRecords = async (source: Source, entries: readonly ReadEntry[]): Promise<ReadEntry[]> => {
  const complete = new Map<string, ReadEntry>();
  for (const name of new Set(entries.map((entry) => entry.resource))) {
    const resource = findResource(name);
    const updates = entries.filter((entry) => entry.resource === name && entry.before && entry.after);
    if (!resource || updates.length === 0) continue;
    for (const entry of await completeUpdates(source, resource, updates)) complete.set(entry._id, entry);
  }
  return entries.map((entry) => complete.get(entry._id) ?? entry);
};
