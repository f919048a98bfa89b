import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { copyDatabase } from '../../database/copy-database.ts';
import { errorCode } from '../../database/database-errors.ts';
import { filesBucketSetting } from '../../files/claim-storage.ts';
import { storedFileType } from '../../files/stored-file-type.ts';
import { StartupError } from '../../lib/app-error.ts';
import { databaseName } from '../manifest.ts';
import type { DatabaseFacts, StoreCopy } from './dump.ts';
import type { TableDigests } from './manifest.ts';

type Connection = BetterSqlite.Database;

const readColumn = (connection: Connection, query: string): string[] =>
  (connection.prepare(query).pluck().all() as unknown[]).map(String);

/** Hashes the rows of each table in the order of their storage, which a copy keeps. */
const digestTables = (connection: Connection): TableDigests => {
  const names = readColumn(
    connection,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  const digests: TableDigests = {};
  for (const name of names) {
    const hash = createHash('sha256');
    let rows = 0;
    const statement = connection.prepare(`SELECT * FROM "${name}"`).raw().safeIntegers();
    for (const row of statement.iterate() as IterableIterator<unknown[]>) {
      hash.update(JSON.stringify(row.map(String)));
      rows += 1;
    }
    digests[name] = { rows, digest: hash.digest('hex') };
  }
  return digests;
};

/** Reads what a manifest says about a database from a copy. */
export const readSqliteFacts = (path: string): DatabaseFacts => {
  const connection = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  const readSetting = (name: string) =>
    connection.prepare('SELECT value FROM setting WHERE _id = ?').pluck().get(name) as string | undefined;
  try {
    return {
      databaseId: readSetting('databaseId') ?? '',
      filesBucket: readSetting(filesBucketSetting) ?? null,
      files: readColumn(connection, 'SELECT DISTINCT file FROM fileUse ORDER BY file').filter(storedFileType),
      migrations: readColumn(connection, 'SELECT name FROM migration ORDER BY name'),
      tables: digestTables(connection),
    };
  } finally {
    connection.close();
  }
};

/** Copies the database of a data folder, which a server may be using, without sessions. */
export const dumpSqlite = async (
  { dataDir, tempDir }: { dataDir: string; tempDir: string },
  store: StoreCopy,
): Promise<DatabaseFacts> => {
  const path = join(tempDir, databaseName);
  try {
    copyDatabase({ from: join(dataDir, databaseName), to: path });
    const facts = readSqliteFacts(path);
    await store(createReadStream(path));
    return facts;
  } finally {
    await rm(path, { force: true });
  }
};

/** Runs one backup of a data folder at a time. */
export const withSqliteBackupLock = async <Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const connection = new BetterSqlite(join(dataDir, 'backup.lock'), { timeout: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return await work();
  } catch (error) {
    if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error;
    throw new StartupError('Another backup of this data folder is running', dataDir, { cause: error });
  } finally {
    connection.close();
  }
};
