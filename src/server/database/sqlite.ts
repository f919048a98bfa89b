import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { StartupError } from '../lib/app-error.ts';
import { consumeCleanShutdownMarker, writeCleanShutdownMarker } from './clean-shutdown.ts';
import { codeOf, toStartupError } from './database-errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { busyTimeout, configureWriter } from './sqlite-writer.ts';
import { createStagedTransactions, removeStagedCopies } from './staged-transaction.ts';
import type { Storage } from './storage.ts';
import type { Tables } from './tables.ts';

type Connection = BetterSqlite.Database;

const full = 2;

/** Creates the file atomically, so that an empty database file is always damage and never a new database. */
const createFile = (path: string): void => {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  const connection = new BetterSqlite(fresh);
  connection.exec('CREATE TABLE setting (_id text primary key not null, value text not null)');
  connection.close();
  const handle = openSync(fresh, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, path);
};

const readPragma = (connection: Connection, name: string): unknown => {
  const [row] = connection.prepare(`PRAGMA ${name}`).all() as Record<string, unknown>[];
  return Object.values(row ?? {})[0];
};

const checkIntegrity = (connection: Connection, path: string): void => {
  const answer = readPragma(connection, 'quick_check(1)');
  if (answer !== 'ok') throw new StartupError({ message: damaged, path });
};

const damaged =
  'The database is damaged. Nothing was changed. Restore a backup, or move the file away to start empty.';

/** better-sqlite3 switches to synchronous NORMAL with the first write in WAL mode, so this checks after a write. */
const makeDurable = (connection: Connection, path: string): void => {
  connection.exec(
    `INSERT INTO setting (_id, value) VALUES ('openedAt', '${new Date().toISOString()}')
     ON CONFLICT (_id) DO UPDATE SET value = excluded.value`,
  );
  if (readPragma(connection, 'synchronous') !== full) {
    throw new StartupError({
      message: "The database can't guarantee that saved data survives a crash",
      path,
    });
  }
};

const openFile = (path: string): Connection => {
  if (!existsSync(path)) createFile(path);
  if (statSync(path).size === 0) throw new StartupError({ message: damaged, path });
  const wasCleanShutdown = consumeCleanShutdownMarker(path);
  const connection = new BetterSqlite(path, { timeout: busyTimeout });
  try {
    // The check reads the whole file, which would slow down every start.
    if (!wasCleanShutdown) checkIntegrity(connection, path);
    configureWriter(connection);
    makeDurable(connection, path);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const isForeignKeyViolation = (error: unknown) => codeOf(error).startsWith('SQLITE_CONSTRAINT_FOREIGNKEY');

const pathIn = (dataDir: string): string => join(dataDir, 'backoffice.db');

const reading = { readonly: true, timeout: busyTimeout };

const toStorage = ({ writer, reader, path }: { writer: Connection; reader: Connection; path: string }) => {
  const groupCommit = createGroupCommit(writer);
  const connections = { writer, groupCommit, reader, openReader: () => new BetterSqlite(path, reading) };
  const database = new Kysely<Tables>({ dialect: sqliteDialect({ ...connections, isAlone: false }) });
  const alone = new Kysely<Tables>({ dialect: sqliteDialect({ ...connections, isAlone: true }) });
  const longTransaction: Storage['longTransaction'] = (work) => alone.transaction().execute(work);
  const staged = createStagedTransactions({ path, groupCommit, longTransaction });
  return {
    database,
    kind: 'sqlite',
    supportsRowLocks: false,
    lockTable: async () => {},
    transaction: (work) => database.transaction().execute(work),
    longTransaction,
    stagedTransaction: staged.run,
    isForeignKeyViolation,
    close: async () => {
      await groupCommit.drain();
      await staged.ended();
      await database.destroy();
      await alone.destroy();
      // Close the reader first: the last connection to close merges the write-ahead log into the file.
      reader.close();
      writer.close();
    },
  } satisfies Storage;
};

export const openSqlite = ({ dataDir }: { dataDir: string }): Storage => {
  const path = pathIn(dataDir);
  try {
    removeStagedCopies(dataDir);
    const storage = toStorage({ writer: openFile(path), reader: new BetterSqlite(path, reading), path });
    let isClosed = false;
    const close = async () => {
      if (isClosed) return;
      isClosed = true;
      await storage.close();
      writeCleanShutdownMarker(path);
    };
    return { ...storage, close };
  } catch (error) {
    throw toStartupError({ error, path: existsSync(path) ? path : dataDir, damaged });
  }
};
