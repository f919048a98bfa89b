import BetterSqlite from 'better-sqlite3';
import { createWriteLog } from './write-log.ts';

const namesOf = (connection: BetterSqlite.Database, select: string): string[] =>
  (connection.prepare(select).all() as { name: string }[]).map(({ name }) => name);

/** Indexes by which only lists are sorted and filtered. Writes look for rows by their ids and references. */
const listIndexes = `SELECT name FROM sqlite_master AS found
  WHERE type = 'index' AND name GLOB '*_by_*' AND NOT EXISTS (
    SELECT 1 FROM pragma_foreign_key_list(found.tbl_name) AS reference
    JOIN pragma_index_info(found.name) AS part ON part.name = reference."from" WHERE part.seqno = 0
  )`;

/** Removes what slows writes down and isn't needed before the replay on the real database, as the search index. */
const dropDerivedData = (staged: BetterSqlite.Database): void => {
  for (const name of namesOf(staged, "SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
    staged.exec(`DROP TRIGGER "${name}"`);
  }
  for (const name of namesOf(staged, listIndexes)) staged.exec(`DROP INDEX "${name}"`);
};

/** Opens a copy that needs no durability: it is useless after a crash. */
export const openStaged = (stagedPath: string): BetterSqlite.Database => {
  const staged = new BetterSqlite(stagedPath);
  staged.exec('PRAGMA journal_mode = MEMORY');
  staged.exec('PRAGMA synchronous = OFF');
  staged.exec('PRAGMA foreign_keys = ON');
  return staged;
};

/** Copies a database for a staged transaction. It blocks its thread. */
export const createStaged = async ({
  path,
  stagedPath,
  since,
}: {
  path: string;
  stagedPath: string;
  since: number;
}): Promise<void> => {
  const connection = new BetterSqlite(path, { readonly: true });
  try {
    // In one step, because a write between two steps would restart the copy.
    await connection.backup(stagedPath, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    connection.close();
  }
  const staged = openStaged(stagedPath);
  try {
    dropDerivedData(staged);
    createWriteLog(staged, since);
  } finally {
    staged.close();
  }
};
