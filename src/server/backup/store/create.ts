import { join } from 'node:path';
import { getDatabaseId } from '../../database/open.ts';
import { openPostgres } from '../../database/postgres.ts';
import { matchesName } from '../../files/copy-files.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { openStorage } from '../../files/open-storage.ts';
import { StartupError } from '../../lib/app-error.ts';
import { version } from '../../lib/config.ts';
import { databaseName } from '../manifest.ts';
import { readSqliteSetting } from '../sqlite-settings.ts';
import type { DatabaseFacts, StoreCopy } from './dump.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { dumpSqlite, withSqliteBackupLock } from './dump-sqlite.ts';
import { type BackupCipher, getFilesFolder } from './encryption.ts';
import { forEachName } from './for-each.ts';
import { databasesFolder, filePath, nameBackup, type StoredObject, type StoreManifest } from './manifest.ts';
import { closeStore, listObjects, readManifests, writeManifest, writeObject } from './store.ts';

type BackupSource = {
  dataDir: string;
  databaseUrl: string | undefined;
  filesUrl: string | undefined;
};

export type CreateOptions = {
  source: BackupSource;
  storage: FileStorage;
  cipher: BackupCipher | null;
  /** Makes no backup if there is one of this database since then. */
  unlessSince?: string | undefined;
  onWarning: (text: string) => void;
};

export type CreatedBackup = {
  manifest: StoreManifest;
  copied: number;
  /** Uploads whose content doesn't match their name: they are damaged on the server already. */
  damaged: string[];
};

type Database = { databaseId: string | null; dump: (store: StoreCopy) => Promise<DatabaseFacts> };

/** Runs `work` while no other backup of the same database is made. */
const withDatabase = async <Result>(
  { source: { dataDir, databaseUrl }, storage, onWarning }: CreateOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  if (databaseUrl === undefined) {
    return withSqliteBackupLock(dataDir, () =>
      work({
        databaseId: readSqliteSetting(join(dataDir, databaseName), 'databaseId'),
        dump: (store) => dumpSqlite({ dataDir, tempDir: storage.staging }, store),
      }),
    );
  }
  const databaseHandle = await openPostgres({ databaseUrl, onWarning, onConnectionError: () => {} });
  try {
    return await databaseHandle.withLock('backup', async () =>
      work({
        databaseId: await getDatabaseId(databaseHandle),
        dump: (store) => dumpPostgres({ databaseHandle, databaseUrl }, store),
      }),
    );
  } finally {
    await databaseHandle.close();
  }
};

const openFiles = async (
  { dataDir, filesUrl }: BackupSource,
  { filesBucket }: DatabaseFacts,
): Promise<FileStorage> => {
  const files = await openStorage({ dataDir, filesUrl, serverId: `backup-${process.pid}` });
  const location = files.isRemote ? files.location : null;
  if (location === filesBucket) return files;
  await closeStore(files);
  throw new StartupError(
    `The files of this database are in ${filesBucket ?? 'the data folder'}. Start the backup ${filesBucket === null ? 'without' : 'with'} --files-url.`,
    files.location,
  );
};

type CopyFiles = {
  files: FileStorage;
  storage: FileStorage;
  cipher: BackupCipher | null;
  manifest: StoreManifest;
  existing: readonly StoreManifest[];
};

/** Objects of earlier backups that are still there, by path. Their content never changes. */
const findStored = async ({
  storage,
  manifest,
  existing,
}: CopyFiles): Promise<ReadonlyMap<string, StoredObject>> => {
  const known = new Map(
    existing.flatMap((earlier) =>
      Object.entries(earlier.files).map(([name, object]) => [filePath(earlier, name), object] as const),
    ),
  );
  const stored = new Map<string, StoredObject>();
  for (const { name, size } of await listObjects(storage, manifest.filesFolder)) {
    const object = known.get(name);
    if (object?.size === size) stored.set(name, object);
  }
  return stored;
};

/** Copies the files that the store doesn't have yet, and adds all of them to the manifest. */
const copyNewFiles = async (copy: CopyFiles, names: readonly string[]) => {
  const { files, storage, cipher, manifest } = copy;
  const stored = await findStored(copy);
  const result = { copied: 0, damaged: [] as string[] };
  const copyFile = async (name: string) => {
    const path = filePath(manifest, name);
    const existing = stored.get(path);
    if (existing) {
      manifest.files[name] = existing;
      return;
    }
    const content = await files.read(name);
    if (!content?.stream) {
      manifest.missing.push(name);
      return;
    }
    const { object, contentHash } = await writeObject({ storage, cipher, name: path }, content.stream);
    manifest.files[name] = object;
    result.copied += 1;
    if (!matchesName(name, contentHash)) result.damaged.push(name);
  };
  await forEachName(names, copyFile);
  return result;
};

const addBackup = async (
  { source, storage, cipher }: CreateOptions,
  { dump }: Database,
  existing: readonly StoreManifest[],
): Promise<CreatedBackup> => {
  const createdAt = new Date().toISOString();
  const kind = source.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const extension = `${kind === 'sqlite' ? 'db' : 'dump'}${cipher ? '.age' : ''}`;
  const name = `${databasesFolder}${nameBackup({ createdAt })}.${extension}`;
  let stored: StoredObject | undefined;
  // The database first. Files are stored before the rows that use them, so none can be missing.
  const facts = await dump(async (content) => {
    stored = (await writeObject({ storage, cipher, name }, content)).object;
  });
  if (!stored) throw new Error('The database was not copied');
  const { databaseId, tables, migrations } = facts;
  const manifest: StoreManifest = {
    format: 'catalogue-back-office-store',
    formatVersion: 1,
    appVersion: version,
    createdAt,
    databaseId,
    encryption: cipher?.kind ?? 'none',
    database: { ...stored, kind, name, tables, migrations },
    filesFolder: getFilesFolder(cipher),
    files: {},
    missing: [],
  };
  const files = await openFiles(source, facts);
  try {
    const result = await copyNewFiles({ files, storage, cipher, manifest, existing }, facts.files);
    await writeManifest(storage, manifest);
    return { manifest, ...result };
  } finally {
    await closeStore(files);
  }
};

/**
 * Adds a backup to a store: a copy of the database, and of those files that the store doesn't have yet. Servers can go on
 * using both. Returns null if `unlessSince` says that there is one.
 */
export const createStoreBackup = (options: CreateOptions): Promise<CreatedBackup | null> =>
  withDatabase(options, async (database) => {
    const existing = await readManifests(options.storage);
    const { unlessSince } = options;
    const isDone = existing.some(
      ({ databaseId, createdAt }) =>
        unlessSince !== undefined && databaseId === database.databaseId && createdAt >= unlessSince,
    );
    return isDone ? null : addBackup(options, database, existing);
  });
