import BetterSqlite from 'better-sqlite3';

type Connection = BetterSqlite.Database;

const readColumn = (connection: Connection, select: string): string[] =>
  connection.prepare(select).pluck().all() as string[];

/** All but those of the search index, which isn't needed for writes. */
const ownTables = `SELECT name FROM pragma_table_list
  WHERE schema = 'original' AND type = 'table' AND name NOT GLOB 'sqlite_*'`;

/** Most of a database's size. Work that is discarded reads and writes none of it. */
const emptyTable = 'history';

/** Indexes by which only lists are sorted and filtered. Writes look for rows by their ids and references. */
const listIndexes = `SELECT name FROM sqlite_master AS found
  WHERE type = 'index' AND name GLOB '*_by_*' AND NOT EXISTS (
    SELECT 1 FROM pragma_foreign_key_list(found.tbl_name) AS reference
    JOIN pragma_index_info(found.name) AS part ON part.name = reference."from" WHERE part.seqno = 0
  )`;

/** Creates the tables without their triggers, and the indexes that writes need. */
const createTables = (copy: Connection): void => {
  const definitions = `SELECT sql FROM original.sqlite_master
    WHERE type IN ('table', 'index') AND tbl_name IN (${ownTables}) AND sql IS NOT NULL ORDER BY type DESC`;
  for (const sql of readColumn(copy, definitions)) copy.exec(sql);
  for (const name of readColumn(copy, listIndexes)) copy.exec(`DROP INDEX "${name}"`);
};

/** Opens a copy that needs no durability: it is useless after a crash. */
export const openCopy = (copyPath: string): Connection => {
  const copy = new BetterSqlite(copyPath);
  copy.exec('PRAGMA journal_mode = MEMORY');
  copy.exec('PRAGMA synchronous = OFF');
  copy.exec('PRAGMA foreign_keys = ON');
  return copy;
};

/** Copies what work that is discarded needs of a database. It blocks its thread. */
export const createCopy = ({ path, copyPath }: { path: string; copyPath: string }): void => {
  const copy = openCopy(copyPath);
  try {
    // Only without foreign keys does SQLite copy rows and index entries as they are (its “transfer optimization”).
    copy.exec('PRAGMA foreign_keys = OFF');
    copy.prepare('ATTACH ? AS original').run(path);
    copy.exec('BEGIN');
    createTables(copy);
    for (const name of readColumn(copy, ownTables)) {
      if (name !== emptyTable) copy.exec(`INSERT INTO main."${name}" SELECT * FROM original."${name}"`);
    }
    copy.exec('COMMIT');
  } finally {
    copy.close();
  }
};
