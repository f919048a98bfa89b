import { v7 } from 'uuid';
import type { Database, HistoryTable } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';

/** `resource` of the file uses that belong to history entries. */
export const historyOwner = 'history';
/** Text has fewer dots than letters, so searching for the extension of stored files skips most of it. */
const extensionPattern = /\.[a-z0-9]{3,4}\b/g;
const namePattern = /\b[0-9a-f]{32}\.[a-z0-9]{3,4}$/;
/** Characters of the hash and the one before it. */
const hashContext = 33;
const day = 24 * 60 * 60 * 1000;

/** Days for which deleted records and replaced files can be restored. */
const retentionDays = 30;

/** Smallest possible id of an entry that is at most `retentionDays` old; ids start with their time. */
export const retentionCutoffId = (): string =>
  v7({ msecs: Date.now() - retentionDays * day, seq: 0, random: new Uint8Array(16) });

/** Returns the time until which a deleted record can be restored. */
export const toExpiryTime = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + retentionDays * day).toISOString();

const findFileNames = (json: string | null): Set<string> =>
  new Set(
    Array.from(json?.matchAll(extensionPattern) ?? []).flatMap(({ 0: extension, index, input }) => {
      const context = input.slice(Math.max(0, index - hashContext), index + extension.length);
      return namePattern.exec(context)?.[0] ?? [];
    }),
  );

/** Keeps the files that a change stopped using, so that the change can be undone. */
export const retainFiles = async (database: Database, entries: HistoryTable[]): Promise<void> => {
  const uses = entries.flatMap(({ _id, before, after }) => {
    const used = [...findFileNames(before)];
    const stillUsed = used.length > 0 ? findFileNames(after) : new Set();
    return used
      .filter((file) => !stillUsed.has(file))
      .map((file) => ({ file, resource: historyOwner, recordId: _id, field: '' }));
  });
  await insertRows(database, { table: 'fileUse', rows: uses });
};

/** Releases the files of changes that can no longer be undone. */
export const releaseFiles = async (database: Database, entryIds: readonly string[]): Promise<void> => {
  await database.deleteFrom('fileUse').where('resource', '=', historyOwner).where('recordId', 'in', entryIds).execute();
};

/** Releases the files of changes that are older than `retentionDays`. */
export const releaseExpiredFiles = async (database: Database): Promise<void> => {
  await database
    .deleteFrom('fileUse')
    .where('resource', '=', historyOwner)
    .where('recordId', '<', retentionCutoffId())
    .execute();
};
