import BetterSqlite from 'better-sqlite3';
import { createWriteLog } from './write-log.ts';

type Connection = BetterSqlite.Database;

const readColumn = (connection: Connection, select: string): string[] =>
  connection.prepare(select).pluck().all() as string[];

/** All but those of the search index, which isn't needed before the replay on the real database. */
const ownTables = `SELECT name FROM pragma_table_list
  WHERE schema = 'original' AND type = 'table' AND name NOT GLOB 'sqlite_*'`;

/** Most of a database's size. A staged transaction reads only entries that it has written itself. */
const emptyTable = 'history';

/** Indexes by which only lists are sorted and filtered. Writes look for rows by their ids and references. */
const listIndexes = `SELECT name FROM sqlite_master AS found
  WHERE type = 'index' AND name GLOB '*_by_*' AND NOT EXISTS (
    SELECT 1 FROM pragma_foreign_key_list(found.tbl_name) AS reference
    JOIN pragma_index_info(found.name) AS part ON part.name = reference."from" WHERE part.seqno = 0
  )`;

/** Creates the tables without their triggers, and the indexes that writes need. */
const createTables = (staged: Connection): void => {
  const definitions = `SELECT sql FROM original.sqlite_master
    WHERE type IN ('table', 'index') AND tbl_name IN (${ownTables}) AND sql IS NOT NULL ORDER BY type DESC`;
  for (const sql of readColumn(staged, definitions)) staged.exec(sql);
  for (const name of readColumn(staged, listIndexes)) staged.exec(`DROP INDEX "${name}"`);
};

/** Opens a copy that needs no durability: it is useless after a crash. */
export const openStaged = (stagedPath: string): Connection => {
  const staged = new BetterSqlite(stagedPath);
  staged.exec('PRAGMA journal_mode = MEMORY');
  staged.exec('PRAGMA synchronous = OFF');
  staged.exec('PRAGMA foreign_keys = ON');
  return staged;
};

/** Copies what a staged transaction needs of a database. It blocks its thread. */
export const createStaged = ({ path, stagedPath }: { path: string; stagedPath: string }): void => {
  const staged = openStaged(stagedPath);
  try {
    // Only without foreign keys does SQLite copy rows and index entries as they are (its “transfer optimization”).
    staged.exec('PRAGMA foreign_keys = OFF');
    staged.prepare('ATTACH ? AS original').run(path);
    staged.exec('BEGIN');
    createTables(staged);
    for (const name of readColumn(staged, ownTables)) {
      if (name !== emptyTable) staged.exec(`INSERT INTO main."${name}" SELECT * FROM original."${name}"`);
    }
    createWriteLog(staged);
    staged.exec('COMMIT');
  } finally {
    staged.close();
  }
};
