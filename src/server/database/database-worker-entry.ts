import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import type { DatabaseTask } from './database-worker.ts';
import { busyTimeout, findSqliteDamage } from './pragma.ts';

type Connection = BetterSqlite.Database;

const check = (path: string): string[] => {
  const connection = new BetterSqlite(path, { readonly: true, timeout: busyTimeout });
  try {
    return findSqliteDamage(connection);
  } finally {
    connection.close();
  }
};

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

/** Copies what work that is discarded needs of a database. */
const createCopy = (path: string, copyPath: string): void => {
  const copy = new BetterSqlite(copyPath);
  try {
    // A copy is useless after a crash.
    copy.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
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

const { path, copyPath } = workerData as DatabaseTask;
if (copyPath !== undefined) createCopy(path, copyPath);
parentPort?.postMessage(copyPath === undefined ? check(path) : []);
