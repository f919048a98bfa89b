import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inPortions } from '../database/portions.ts';
import type { Database, HistoryAction, HistoryTable, Row } from '../database/tables.ts';
import { keepFiles } from './kept-files.ts';
import type { Write } from './rules.ts';

/** A record before and after a change, whole: its values and what belongs to it. Null where it is not there. */
export type Change = (
  | { before: Row; after: Row }
  | { before: null; after: Row }
  | { before: Row; after: null }
) & {
  /** The entry that it undoes, where not all that is written undoes the same one. */
  revertOf?: string;
};

const actionOf = ({ before, after }: Change): HistoryAction => {
  if (!before) return 'create';
  return after ? 'update' : 'delete';
};

const recordOf = (change: Change): Row => (change.after === null ? change.before : change.after);

const entryOf = (
  { actor, changeId, revertOf }: Write,
  { resource, change }: { resource: Resource; change: Change },
): HistoryTable => {
  const { before, after } = change;
  const record = recordOf(change);
  return {
    _id: v7(),
    changeId,
    resource: resource.name,
    recordId: String(record._id),
    title: String(record[resource.titleField] ?? ''),
    action: actionOf(change),
    userId: actor?.userId ?? null,
    userName: actor?.name ?? null,
    at: new Date().toISOString(),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    revertOf: change.revertOf ?? revertOf,
  };
};

/** Notes changes of records in the history, as part of the write that makes them; gives the entries. */
export const noteChanges = async (
  write: Write,
  { resource, changes }: { resource: Resource; changes: Change[] },
): Promise<HistoryTable[]> => {
  const entries = changes.map((change) => entryOf(write, { resource, change }));
  for (const some of inPortions(entries)) {
    await write.database.insertInto('history').values(some).execute();
    await keepFiles(write.database, some);
  }
  return entries;
};

/** How many records were written in a change. */
export const countRecords = async (database: Database, changeId: string): Promise<number> => {
  const { count } = await database
    .selectFrom('history')
    .select(sql<number | string>`count(distinct "recordId")`.as('count'))
    .where('changeId', '=', changeId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
