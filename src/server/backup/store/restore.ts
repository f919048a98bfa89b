import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v4 } from 'uuid';
import { sessionKeyName } from '../../auth/key-names.ts';
import { lockFolder } from '../../database/folder-lock.ts';
import { migrations } from '../../database/migrations/index.ts';
import { openPostgres } from '../../database/postgres.ts';
import type { Database } from '../../database/tables.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { openStorage } from '../../files/open-storage.ts';
import { StartupError } from '../../lib/app-error.ts';
import { serverIdName } from '../../server-id.ts';
import { type Identity, setIdentity, setPostgresIdentity } from '../identity.ts';
import { databaseName } from '../manifest.ts';
import { getFreeBytes, restoreDataFolder } from '../restore.ts';
import { restoreToPostgres } from '../restore-to-postgres.ts';
import { assertSpace } from '../unpack.ts';
import type { BackupCipher } from './encryption.ts';
import { loadPostgres } from './load-postgres.ts';
import { nameBackup, type StoreManifest } from './manifest.ts';
import { assertTargetFree, restoreFiles, takeOwnership } from './restore-files.ts';
import { closeStore, fetchObject } from './store.ts';

type RestoreTarget = {
  dataDir: string;
  databaseUrl: string | undefined;
  filesUrl: string | undefined;
  isTakeOver: boolean;
};

type Restore = RestoreTarget & {
  storage: FileStorage;
  cipher: BackupCipher | null;
  manifest: StoreManifest;
  onWarning: (text: string) => void;
};

const assertNotNewer = ({ storage, manifest }: Restore): void => {
  if (manifest.database.migrations.every((name) => name in migrations)) return;
  const message = 'This backup was made with a newer version of the app. Update the app first.';
  throw new StartupError(message, storage.location);
};

const assertFits = async ({ storage, manifest, filesUrl }: Restore, folder: string): Promise<void> => {
  const files = filesUrl === undefined ? Object.values(manifest.files) : [];
  const bytes = [manifest.database, ...files].reduce((sum, { size }) => sum + size, 0);
  assertSpace({ bytes, freeBytes: await getFreeBytes(folder), from: storage.location });
};

const withFiles = async <Result>(
  { filesUrl }: Restore,
  dataDir: string,
  work: (target: FileStorage) => Promise<Result>,
): Promise<Result> => {
  const target = await openStorage({ dataDir, filesUrl, serverId: `restore-${process.pid}` });
  return work(target).finally(() => closeStore(target));
};

const createIdentity = (target: FileStorage): Identity => ({
  databaseId: v4(),
  filesBucket: target.isRemote ? target.location : null,
});

const fetchDatabase = ({ storage, cipher, manifest: { database } }: Restore, path: string): Promise<string> =>
  fetchObject({ storage, cipher, name: database.name, object: database }, path);

/** Restores a copy of SQLite into the data folder, or from there into an empty PostgreSQL database. */
const restoreSqlite = async (restore: Restore): Promise<void> => {
  const { storage, dataDir, databaseUrl, onWarning } = restore;
  let identity: Identity | undefined;
  const stage = async (staging: string) => {
    await assertFits(restore, staging);
    await withFiles(restore, staging, async (target) => {
      await assertTargetFree({ ...restore, target });
      await fetchDatabase(restore, join(staging, databaseName));
      await restoreFiles({ ...restore, target });
      identity = createIdentity(target);
      setIdentity(join(staging, databaseName), identity);
      if (!target.isRemote) await takeOwnership(target, identity.databaseId);
    });
  };
  const complete = async ({ replace }: { replace: () => void }) => {
    replace();
    const { databaseId, filesBucket } = identity ?? {};
    if (databaseId !== undefined && filesBucket !== null)
      await withFiles(restore, dataDir, (target) => takeOwnership(target, databaseId));
  };
  const options = { dataDir, from: storage.location, stage, complete, onBucket: () => {} };
  if (databaseUrl === undefined) await restoreDataFolder(options);
  else await restoreToPostgres({ ...options, databaseUrl, onConnectionError: () => {}, onWarning });
};

const assertEmpty = async (database: Database): Promise<void> => {
  const { rows } = await sql`
    select from pg_tables where schemaname = current_schema() limit 1`.execute(database);
  if (rows.length === 0) return;
  throw new StartupError(
    'The database already contains tables. Choose an empty one.',
    'the PostgreSQL database',
  );
};

const restorePostgres = async (restore: Restore, databaseUrl: string): Promise<void> => {
  const { dataDir, onWarning } = restore;
  const handle = await openPostgres({ databaseUrl, onConnectionError: () => {}, onWarning });
  const tempDir = await mkdtemp(join(tmpdir(), 'backoffice-restore-'));
  try {
    await handle.withLock('start', () =>
      withFiles(restore, dataDir, async (target) => {
        await assertEmpty(handle.database);
        await assertTargetFree({ ...restore, target });
        await assertFits(restore, dataDir);
        const path = join(tempDir, 'database.dump');
        await fetchDatabase(restore, path);
        await restoreFiles({ ...restore, target });
        await loadPostgres({ databaseUrl, path });
        const identity = createIdentity(target);
        await setPostgresIdentity(handle, identity);
        await takeOwnership(target, identity.databaseId);
      }),
    );
  } finally {
    await rm(tempDir, { recursive: true, force: true });
    await handle.close();
  }
  for (const name of [serverIdName, sessionKeyName]) await rm(join(dataDir, name), { force: true });
};

/**
 * Restores a backup of a store: its files to the data folder or the bucket, and its database to the data folder or an
 * empty PostgreSQL database. All sessions end, and the copy gets an identity of its own.
 */
export const restoreFromStore = async (restore: Restore): Promise<void> => {
  const { storage, manifest, dataDir, databaseUrl } = restore;
  assertNotNewer(restore);
  if (manifest.database.kind === 'sqlite') return restoreSqlite(restore);
  if (databaseUrl === undefined)
    throw new StartupError(
      `The backup ${nameBackup(manifest)} is of a PostgreSQL database. Name an empty one with --database-url.`,
      storage.location,
    );
  await mkdir(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    await restorePostgres(restore, databaseUrl);
  } finally {
    lock.release();
  }
};
