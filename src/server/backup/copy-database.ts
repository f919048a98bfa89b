import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { StartFailure } from '../failure.ts';

/** Throws where a database file is damaged. */
export const checkDatabase = (path: string): void => {
  const connection = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  try {
    const [row] = connection.prepare('PRAGMA integrity_check(1)').all() as Record<string, unknown>[];
    if (Object.values(row ?? {})[0] !== 'ok')
      throw new StartFailure({ message: 'The database is damaged', path });
  } finally {
    connection.close();
  }
};

const flush = (path: string): void => {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
};

/**
 * Copies a database that may be in use. The copy is of one moment, checked, and there whole or not at all. It is made in
 * one go: in a process of its own nobody waits for it.
 */
export const copyDatabase = ({ from, to }: { from: string; to: string }): void => {
  const part = `${to}.part`;
  rmSync(part, { force: true });
  const connection = new BetterSqlite(from, { readonly: true, fileMustExist: true });
  try {
    connection.prepare('VACUUM INTO ?').run(part);
    checkDatabase(part);
    flush(part);
    renameSync(part, to);
  } finally {
    connection.close();
    for (const name of [part, `${part}-journal`, `${part}-wal`, `${part}-shm`]) rmSync(name, { force: true });
  }
};
