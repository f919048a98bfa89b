import { sql } from 'kysely';
import { v7 } from 'uuid';
import { type Database, type HistoryTable, isSqlite } from '../database/tables.ts';

/** A committed change of a record. The id is that of its history entry. */
export type Change = Pick<HistoryTable, '_id' | 'changeId' | 'resource' | 'recordId' | 'action' | 'userId' | 'at'>;

const hour = 60 * 60 * 1000;
const retentionMs = 24 * hour;
/** Changes are kept this much longer than a cursor is valid, because the clocks of servers differ. */
const marginMs = hour;

/** Thrown for a cursor from before the oldest change in the feed: the subscriber has to read everything again. */
export class CursorExpiredError extends Error {
  override name = 'CursorExpiredError';
}

const toCursor = (position: string | number): string => `${Date.now()}/${position}`;

const splitCursor = (cursor: string): { time: number; position: string } => {
  const [time, position = ''] = cursor.split('/');
  return { time: Number(time), position };
};

/** A row id of SQLite or a snapshot of PostgreSQL, after the time. */
const cursorPattern = /^\d+\/\d+(?::\d+:[\d,]*)?$/;

export const assertCursorValid = (cursor: string): void => {
  if (cursorPattern.test(cursor) && splitCursor(cursor).time > Date.now() - retentionMs) return;
  throw new CursorExpiredError('The cursor has expired');
};

/** Returns the cursor after the last committed change. */
export const readCursor = async (database: Database): Promise<string> => {
  if (isSqlite(database)) {
    const last = sql<number>`coalesce(max(rowid), 0)`.as('last');
    return toCursor((await database.selectFrom('history').select(last).executeTakeFirstOrThrow()).last);
  }
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot
  `.execute(database);
  return toCursor(rows[0]?.snapshot ?? '');
};

/** Returns the changes that were committed after one cursor and until another one, in their order. */
export const readChanges = async (
  database: Database,
  { after, until }: { after: string; until: string },
): Promise<Change[]> => {
  const [{ position: from }, { position: to }] = [splitCursor(after), splitCursor(until)];
  const changes = database
    .selectFrom('history')
    .select(['history._id', 'changeId', 'resource', 'recordId', 'action', 'userId', 'at']);
  if (isSqlite(database)) {
    return changes
      .where(sql`rowid`, '>', Number(from))
      .where(sql`rowid`, '<=', Number(to))
      .orderBy(sql`rowid`)
      .execute();
  }
  const [known, current] = [sql`${from}::pg_snapshot`, sql`${to}::pg_snapshot`];
  const transactionId = sql.ref('change.transactionId');
  return changes
    .innerJoin('change', 'change.historyId', 'history._id')
    .where(sql<boolean>`${transactionId} >= pg_snapshot_xmin(${known})`)
    .where(sql<boolean>`not pg_visible_in_snapshot(${transactionId}, ${known})`)
    .where(sql<boolean>`pg_visible_in_snapshot(${transactionId}, ${current})`)
    .orderBy('change.position')
    .execute();
};

/** Deletes changes that no valid cursor can reach any more. On SQLite, the feed is the history itself. */
export const deleteOldChanges = async (database: Database): Promise<void> => {
  if (isSqlite(database)) return;
  const msecs = Date.now() - retentionMs - marginMs;
  const oldest = v7({ msecs, seq: 0, random: new Uint8Array(16) });
  await database.deleteFrom('change').where('historyId', '<', oldest).execute();
};
