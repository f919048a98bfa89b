import { v7 } from 'uuid';
import { inPortions } from '../database/portions.ts';
import type { Database, HistoryTable } from '../database/tables.ts';

/** Under which name the history keeps files in use. */
const user = 'history';
/** The ending of a stored name: a text has fewer dots than letters, so that most of it is skipped. */
const endOfName = /(?<=\b[0-9a-f]{32})\.[a-z0-9]{3,4}\b/g;
const lengthOfHash = 32;
const day = 24 * 60 * 60 * 1000;

/** How long deleted records, and the files of what was changed, can be brought back. */
const daysKept = 30;

/** The id that comes before all that are younger than `daysKept`: ids begin with their time. */
export const oldestKeptId = (): string =>
  v7({ msecs: Date.now() - daysKept * day, seq: 0, random: new Uint8Array(16) });

/** Until when what was deleted then can be brought back. */
export const expiryOf = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + daysKept * day).toISOString();

const filesIn = (json: string | null): Set<string> =>
  new Set(
    Array.from(json?.matchAll(endOfName) ?? [], ({ 0: ending, index, input }) =>
      input.slice(index - lengthOfHash, index + ending.length),
    ),
  );

/** Keeps the files that a record used before a change and uses no more, so that the change can be undone. */
export const keepFiles = async (database: Database, entries: HistoryTable[]): Promise<void> => {
  const uses = entries.flatMap(({ _id, before, after }) => {
    const used = [...filesIn(before)];
    const stillUsed = used.length > 0 ? filesIn(after) : new Set();
    return used
      .filter((file) => !stillUsed.has(file))
      .map((file) => ({ file, resource: user, recordId: _id, field: '' }));
  });
  if (uses.length > 0) await database.insertInto('fileUse').values(uses).execute();
};

/** Releases the files of changes that can no longer be undone. */
export const releaseFilesOf = async (database: Database, entryIds: readonly string[]): Promise<void> => {
  for (const some of inPortions(entryIds)) {
    await database.deleteFrom('fileUse').where('resource', '=', user).where('recordId', 'in', some).execute();
  }
};

/** Lets go of the files of changes that are too old to be undone. */
export const letGoOfOldFiles = async (database: Database): Promise<void> => {
  await database
    .deleteFrom('fileUse')
    .where('resource', '=', user)
    .where('recordId', '<', oldestKeptId())
    .execute();
};
