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
import { readPragmaValue } from './pragma.ts';
import { createQueryBuilder } from './query-builder.ts';
import { busyTimeout, configureWriter, connect, singleConnectionDialect } from './single-connection.ts';
import { createWriteQueue, sqliteDialect } from './sqlite-dialect.ts';

type Connection = BetterSqlite.Database;

const synchronousFull = 2;

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

/** Turns of the event loop between two parts of a long transaction. */
const turnsForOthers = 2;

const readerOptions = { readonly: true, timeout: busyTimeout };

const createHandle = ({ writer, reader, path }: { writer: Connection; reader: Connection; path: string }) => {
  const workers = createDatabaseWorkers();
  const writes = createWriteQueue(writer);
  const database = createQueryBuilder({
    dialect: sqliteDialect({
      writer,
      writes,
      reader,
      openReader: () => new BetterSqlite(path, readerOptions),
    }),
  });
  const longWriter = createQueryBuilder({ dialect: singleConnectionDialect(connect(writer)) });
  const longLock = createLock();
  const longTransaction: DatabaseHandle['longTransaction'] = async (work) => {
    let release: (() => void) | undefined;
    const run = async () => {
      let turn = await writes.begin();
      const pause: Pause = async ({ isDiscarded, prepare }) => {
        if (!writes.isAwaited()) return false;
        if (!isDiscarded && !release) {
          if (!longLock.isFree()) throw new OtherChangeError();
          release = await longLock.acquire();
        }
        await prepare();
        if (isDiscarded) turn.rollback();
        else turn.commit();
        // The next step of what waited, such as a login, goes first.
        for (let count = 0; count < turnsForOthers; count += 1) await yieldToEventLoop();
        turn = await writes.begin();
        return true;
      };
      try {
        const result = await longWriter.transaction().execute((transaction) => work(transaction, pause));
        turn.commit();
        return result;
      } finally {
        turn.rollback();
      }
    };
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
    findDamage: async (signal) => (await workers.run({ kind: 'check', path }, signal)).damage,
    isForeignKeyViolation,
    close: async () => {
      await writes.drain();
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
