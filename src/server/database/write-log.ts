import { deserialize, serialize } from 'node:v8';
import type BetterSqlite from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import { cacheStatements } from './sqlite-dialect.ts';

type Connection = BetterSqlite.Database;

/** Rows that a replay inserts with one statement; it can be cancelled between two. */
const maxInserted = 2000;

const toLogTable = (target: string): string => `staged ${target}`;

/** Tables whose keys don't depend on the database. A number that the copy assigns may be in use in the original. */
const loggedTables = `SELECT name FROM pragma_table_list AS found
  WHERE schema = 'main' AND type = 'table' AND wr = 0 AND name NOT GLOB 'sqlite_*' AND NOT EXISTS (
    SELECT 1 FROM pragma_table_info(found.name) WHERE pk = 1 AND lower(type) = 'integer'
  )`;

/**
 * Adds the log to a copy of a database, where a rollback also discards its entries. An entry is a statement with its
 * parameters, or a range of rows in the log table of `target`, which has a copy of each inserted row.
 */
export const createWriteLog = (staged: Connection): void => {
  const targets = (staged.prepare(loggedTables).all() as { name: string }[]).map(({ name }) => name);
  staged.exec(`
    CREATE TABLE stagedWrite (
      _id integer primary key, sql text, parameters blob, target text, first integer, last integer
    );
  `);
  for (const target of targets) {
    staged.exec(`CREATE TABLE "${toLogTable(target)}" AS SELECT * FROM "${target}" WHERE false`);
  }
};

const plainInsert = /^insert into "(\w+)" \([^()]*\) values (?!.*(?: do update| returning ))/s;

const hasLogTable = (staged: Connection, target: string): boolean =>
  staged.prepare('SELECT 1 FROM pragma_table_list WHERE name = ?').get(toLogTable(target)) !== undefined;

type LogEntry = (parameters: readonly unknown[], result?: BetterSqlite.RunResult) => void;

const logStatement = (staged: Connection, sql: string): LogEntry => {
  const add = staged.prepare('INSERT INTO stagedWrite (sql, parameters) VALUES (?, ?)');
  return (parameters) => void add.run(sql, serialize(parameters));
};

/** Copies inserted rows within the database, which is faster than storing and repeating their parameters. */
const logRows = (staged: Connection, target: string): LogEntry => {
  const copy = staged.prepare(
    `INSERT INTO "${toLogTable(target)}" SELECT * FROM "${target}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
  );
  const add = staged.prepare('INSERT INTO stagedWrite (target, first, last) VALUES (?, ?, ?)');
  return (_parameters, { changes, lastInsertRowid } = { changes: 0, lastInsertRowid: 0 }) => {
    if (changes === 0) return;
    const last = Number(lastInsertRowid);
    const copied = Number(copy.run(last - changes + 1, last).lastInsertRowid);
    add.run(target, copied - changes + 1, copied);
  };
};

const createLogEntry = (staged: Connection, sql: string): LogEntry => {
  const target = plainInsert.exec(sql)?.[1];
  return target && hasLogTable(staged, target) ? logRows(staged, target) : logStatement(staged, sql);
};

/** A connection to a copy that logs each write in the transaction of the write. */
export const logWrites = (staged: Connection): SqliteDatabase =>
  cacheStatements((sql) => {
    const statement = staged.prepare<unknown[]>(sql);
    // libsql, which can replace better-sqlite3, doesn't have `readonly`.
    if (statement.readonly || /^\s*select\b/i.test(sql)) return statement;
    const log = createLogEntry(staged, sql);
    return {
      reader: statement.reader,
      all: (parameters) => {
        const rows = statement.all(...parameters);
        log(parameters);
        return rows;
      },
      run: (parameters) => {
        const result = statement.run(...parameters);
        log(parameters, result);
        return result;
      },
      iterate: (parameters) => statement.iterate(...parameters),
    };
  });

type Entry =
  | { sql: string; parameters: Buffer; target: null; first: null; last: null }
  | { sql: null; parameters: null; target: string; first: number; last: number };

/** Joins two entries whose rows follow each other, so that one statement inserts them; null if they don't. */
const joinEntries = (before: Entry, entry: Entry): Entry | null =>
  before.target !== null &&
  before.target === entry.target &&
  before.last + 1 === entry.first &&
  entry.last - before.first < maxInserted
    ? { ...before, last: entry.last }
    : null;

function* readEntries(staged: Connection): Generator<Entry> {
  let pending: Entry | undefined;
  const entries = staged.prepare('SELECT * FROM stagedWrite ORDER BY _id');
  for (const entry of entries.iterate() as Iterable<Entry>) {
    const joined = pending && joinEntries(pending, entry);
    if (pending && !joined) yield pending;
    pending = joined ?? entry;
  }
  if (pending) yield pending;
}

/** Repeats the logged writes on a connection that has the copy attached as `staged`. Returns false once cancelled. */
export const replayWrites = (
  { connection, staged }: { connection: Connection; staged: Connection },
  isCancelled: () => boolean,
): boolean => {
  const prepare = cacheStatements((sql) => connection.prepare<unknown[]>(sql)).prepare;
  for (const { sql, parameters, target, first, last } of readEntries(staged)) {
    if (isCancelled()) return false;
    const statement = prepare(
      sql ??
        `INSERT INTO main."${target}" SELECT * FROM staged."${toLogTable(target)}" WHERE rowid BETWEEN ? AND ?`,
    );
    // libsql returns an ArrayBuffer.
    const values = parameters ? (deserialize(new Uint8Array(parameters)) as unknown[]) : [first, last];
    if (statement.reader) statement.all(values);
    else statement.run(values);
  }
  return !isCancelled();
};
