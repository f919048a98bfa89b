import type BetterSqlite from 'better-sqlite3';

/** Reads the rows of a pragma. `pragma()` returns other values in libsql, which can replace better-sqlite3. */
export const readPragma = <Row extends object>(connection: BetterSqlite.Database, name: string): Row[] =>
  connection.prepare(`PRAGMA ${name}`).all() as Row[];

/** Reads the only value of a pragma. */
export const readPragmaValue = (connection: BetterSqlite.Database, name: string): unknown =>
  Object.values(readPragma(connection, name)[0] ?? {})[0];
