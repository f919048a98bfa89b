import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StartupError } from '../lib/app-error.ts';
import { createLock } from '../lib/queues.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { flush } from './copy-database.ts';
import { errorCode, toStartupError } from './database-errors.ts';
import { type DatabaseHandle, OtherChangeError, type Pause, withCommitEvents } from './database-handle.ts';
import { createDatabaseWorkers } from './database-worker.ts';
import { createDiscardedTransactions, removeCopies } from './discarded-transaction.ts';
import { consumeCleanShutdownMarker, createDiskReserve, writeCleanShutdownMarker } from './disk-reserve.ts';
import { busyTimeout, readPragmaValue } from './pragma.ts';
import { createQueryBuilder } from './query-builder.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

type Connection = BetterSqlite.Database;

const synchronousFull = 2;

/** Enough for most large transactions; changed pages that don't fit are written twice. */
const cacheKilobytes = 64 * 1024;

/** Size to which a commit after a large one shortens the write-ahead log. */
const journalMegabytes = 16;

const configureWriter = (connection: Connection): void => {
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  connection.exec('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec(`PRAGMA journal_size_limit = ${journalMegabytes * 1024 * 1024}`);
  connection.exec('PRAGMA foreign_keys = ON');
  connection.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
};

/** Creates the file atomically, so that an empty database file is always damage and never a new database. */
const createFile = (path: string): void => {
  const tempPath = `${path}.new`;
  rmSync(tempPath, { force: true });
  const connection = new BetterSqlite(tempPath);
  connection.exec('CREATE TABLE setting (_id text primary key not null, value text not null)');
  connection.close();
  flush(tempPath);
  renameSync(tempPath, path);
};

const damaged = 'The database is damaged. Nothing was changed. Restore a backup, or move the file away to start empty.';

/** better-sqlite3 switches to synchronous NORMAL with the first write in WAL mode, so this checks after a write. */
const makeDurable = (connection: Connection, path: string): void => {
  connection.exec(
    `INSERT INTO setting (_id, value) VALUES ('openedAt', '${new Date().toISOString()}')
     ON CONFLICT (_id) DO UPDATE SET value = excluded.value`,
  );
  if (readPragmaValue(connection, 'synchronous') !== synchronousFull) {
    throw new StartupError("The database can't guarantee that saved data survives a crash", path);
  }
};

const openFile = (path: string): Connection => {
  if (!existsSync(path)) createFile(path);
  if (statSync(path).size === 0) throw new StartupError(damaged, path);
  // SQLite would first create its other files with the same permissions, which outlast the repair of this one.
  accessSync(path, constants.R_OK | constants.W_OK);
  const wasCleanShutdown = consumeCleanShutdownMarker(path);
  const connection = new BetterSqlite(path, { timeout: busyTimeout });
  try {
    // The check reads the whole file, which would slow down every start.
    if (!wasCleanShutdown && readPragmaValue(connection, 'quick_check(1)') !== 'ok') {
      throw new StartupError(damaged, path);
    }
    configureWriter(connection);
    makeDurable(connection, path);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const isForeignKeyViolation = (error: unknown) => errorCode(error).startsWith('SQLITE_CONSTRAINT_FOREIGNKEY');

const databasePath = (dataDir: string): string => join(dataDir, 'backoffice.db');

/** The next step of what waited for a part of a long transaction, such as a login, goes first. */
const letOthersBegin = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await yieldToEventLoop();
};

const readerOptions = { readonly: true, timeout: busyTimeout };

const createHandle = ({ writer, reader, path }: { writer: Connection; reader: Connection; path: string }) => {
  const workers = createDatabaseWorkers();
  const { dialect, isAwaited, restart, drain } = createSqliteDialect({
    writer,
    reader,
    openReader: () => new BetterSqlite(path, readerOptions),
  });
  const database = createQueryBuilder({ dialect });
  const longLock = createLock();
  const longTransaction: DatabaseHandle['longTransaction'] = async (work) => {
    let release: (() => void) | undefined;
    const run = () =>
      database.transaction().execute((transaction) => {
        const pause: Pause = async ({ isDiscarded, prepare }) => {
          if (!isAwaited()) return false;
          if (!isDiscarded && !release) {
            if (!longLock.isFree()) throw new OtherChangeError();
            release = await longLock.acquire();
          }
          await prepare();
          await transaction
            .getExecutor()
            .provideConnection((connection) => restart(connection, { isDiscarded, meanwhile: letOthersBegin }));
          return true;
        };
        return work(transaction, pause);
      });
    try {
      return await run().catch(async (error: unknown) => {
        if (!(error instanceof OtherChangeError)) throw error;
        release = await longLock.acquire();
        return run();
      });
    } finally {
      release?.();
    }
  };
  return {
    database,
    lockTable: async () => {},
    transaction: (work) => database.transaction().execute(work),
    longTransaction,
    discardedTransaction: createDiscardedTransactions({ path, workers }),
    hasLongChange: async () => !longLock.isFree(),
    withLock: (_lock, work) => work(),
    ping: async () => {
      await database.selectFrom('setting').select('_id').limit(1).execute();
    },
    findDamage: (signal) => workers.run({ path }, signal),
    isForeignKeyViolation,
    close: async () => {
      await drain();
      await workers.drain();
      await database.destroy();
      // Close the reader first: the last connection to close merges the write-ahead log into the file.
      reader.close();
      writer.close();
    },
  } satisfies Omit<DatabaseHandle, 'onCommit' | 'reserve'>;
};

export const openSqlite = ({ dataDir }: { dataDir: string }): DatabaseHandle => {
  const path = databasePath(dataDir);
  const reserve = createDiskReserve(dataDir);
  try {
    reserve.release();
    removeCopies(dataDir);
    const databaseHandle = createHandle({
      writer: openFile(path),
      reader: new BetterSqlite(path, readerOptions),
      path,
    });
    let isClosed = false;
    const close = async () => {
      if (isClosed) return;
      isClosed = true;
      await databaseHandle.close();
      writeCleanShutdownMarker(path);
      reserve.fill();
    };
    return withCommitEvents({ ...databaseHandle, reserve, close });
  } catch (error) {
    reserve.fill();
    throw toStartupError(error, { path: existsSync(path) ? path : dataDir, damaged });
  }
};
