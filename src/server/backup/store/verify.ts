import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v4 } from 'uuid';
import { assertIntact } from '../../database/copy-database.ts';
import { errorCode } from '../../database/database-errors.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { openPostgres } from '../../database/postgres.ts';
import { matchesName } from '../../files/copy-files.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { StartupError } from '../../lib/app-error.ts';
import type { DatabaseFacts } from './dump.ts';
import { readPostgresFacts } from './dump-postgres.ts';
import { readSqliteFacts } from './dump-sqlite.ts';
import type { BackupCipher } from './encryption.ts';
import { forEachName } from './for-each.ts';
import { loadPostgres } from './load-postgres.ts';
import { filePath, nameBackup, type StoreManifest } from './manifest.ts';
import { fetchObject } from './store.ts';

export type VerifyOptions = {
  storage: FileStorage;
  cipher: BackupCipher | null;
  manifest: StoreManifest;
  /** A database on the PostgreSQL server that gets the scratch database. */
  databaseUrl: string | undefined;
};

export type Verified = { files: number; rows: number };

const prefix = 'backoffice_verify_';
const insufficientPrivilege = '42501';

const connections = { onConnectionError: () => {}, onWarning: () => {} };

/** Deletes the scratch databases of checks that were killed. */
const dropLeftovers = async ({ database }: DatabaseHandle): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix}) and pg_has_role(datdba, 'usage')
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`.execute(
    database,
  );
  for (const { name } of rows) await sql`drop database if exists ${sql.id(name)}`.execute(database);
};

/** Runs `work` with a new, empty database on the server of another one, and deletes it afterwards. */
const withScratchDatabase = async <Result>(
  databaseUrl: string,
  work: (scratch: { databaseHandle: DatabaseHandle; databaseUrl: string }) => Promise<Result>,
): Promise<Result> => {
  const server = await openPostgres({ databaseUrl, ...connections });
  const name = prefix + randomBytes(8).toString('hex');
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  try {
    await dropLeftovers(server);
    await sql`create database ${sql.id(name)} template template0`
      .execute(server.database)
      .catch((cause: unknown) => {
        if (errorCode(cause) !== insufficientPrivilege) throw cause;
        const message =
          'The check needs a scratch database. Allow this user to create one: ALTER ROLE … CREATEDB';
        throw new StartupError(message, 'the PostgreSQL database', { cause });
      });
    try {
      const databaseHandle = await openPostgres({ databaseUrl: url.href, ...connections });
      return await work({ databaseHandle, databaseUrl: url.href }).finally(databaseHandle.close);
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.database);
    }
  } finally {
    await server.close();
  }
};

const loadIntoScratch = (path: string, databaseUrl: string): Promise<DatabaseFacts> =>
  withScratchDatabase(databaseUrl, async (scratch) => {
    await loadPostgres({ ...scratch, path });
    return scratch.databaseHandle.database.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return readPostgresFacts(trx);
    });
  });

const restoreDatabase = async ({
  storage,
  cipher,
  manifest,
  databaseUrl,
}: VerifyOptions): Promise<DatabaseFacts> => {
  const { database } = manifest;
  const path = join(storage.staging, v4());
  try {
    await fetchObject({ storage, cipher, name: database.name, object: database }, path);
    if (database.kind === 'sqlite') {
      assertIntact(path);
      return readSqliteFacts(path);
    }
    if (databaseUrl === undefined) {
      const message = 'To check this backup, name a database on a PostgreSQL server with --database-url';
      throw new StartupError(message, storage.location);
    }
    return await loadIntoScratch(path, databaseUrl);
  } finally {
    await rm(path, { force: true });
  }
};

const findDifferentTables = ({ database }: StoreManifest, { tables }: DatabaseFacts): string[] =>
  [...new Set([...Object.keys(database.tables), ...Object.keys(tables)])].filter((name) => {
    const [before, after] = [database.tables[name], tables[name]];
    return before?.rows !== after?.rows || before?.digest !== after?.digest;
  });

const verifyFiles = async ({ storage, cipher, manifest }: VerifyOptions): Promise<void> => {
  const verifyFile = async (name: string) => {
    const object = manifest.files[name];
    if (!object) return;
    const path = join(storage.staging, v4());
    const options = { storage, cipher, name: filePath(manifest, name), object };
    const hash = await fetchObject(options, path).finally(() => rm(path, { force: true }));
    if (!matchesName(name, hash))
      throw new StartupError(
        `${name} was damaged on the server already when it was backed up`,
        storage.location,
      );
  };
  await forEachName(Object.keys(manifest.files), verifyFile);
};

/**
 * Restores a backup into a scratch database, compares its rows with the originals at the time of the backup, and reads all of its
 * files. Throws a `StartupError` that says what is damaged or missing.
 */
export const verifyBackup = async (options: VerifyOptions): Promise<Verified> => {
  const { storage, manifest } = options;
  const name = nameBackup(manifest);
  const facts = await restoreDatabase(options);
  const different = findDifferentTables(manifest, facts);
  if (different.length > 0)
    throw new StartupError(
      `The backup ${name} isn't what was backed up: the rows of ${different.join(', ')} differ`,
      storage.location,
    );
  const absent = facts.files.filter(
    (file) => !Object.hasOwn(manifest.files, file) && !manifest.missing.includes(file),
  );
  if (absent.length > 0)
    throw new StartupError(
      `The backup ${name} is incomplete: it lacks the file ${absent[0]}`,
      storage.location,
    );
  await verifyFiles(options);
  const rows = Object.values(facts.tables).reduce((sum, table) => sum + table.rows, 0);
  return { files: Object.keys(manifest.files).length, rows };
};
