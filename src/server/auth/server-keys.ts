import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { v4 } from 'uuid';
import { storageKeyBytes } from '#shared/account.ts';
import { errorCode, toStartupError } from '../database/database-errors.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';

const encryption = { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM' };
/** About 0.1 seconds for each guess. */
const iterations = 210_000;
const variable = 'BACKOFFICE_SECRET';

type Secret = string | undefined;

const isKeyEncrypted = (stored: string): boolean => stored.includes('.');

/** Returns the text to store in the database: encrypted if there is a secret, otherwise base64. */
const encodeKey = async (key: Buffer, name: string, secret: Secret): Promise<string> => {
  if (secret === undefined) return key.toString('base64');
  return (
    new CompactEncrypt(key)
      // The name is authenticated, so exchanging two keys in the database makes both invalid.
      .setProtectedHeader({ ...encryption, kid: name })
      .setKeyManagementParameters({ p2c: iterations })
      .encrypt(Buffer.from(secret))
  );
};

/** Reads what `encodeKey` returned. Throws a `StartupError` if the secret is missing or another one. */
const decodeKey = async (stored: string, name: string, secret: Secret): Promise<Buffer> => {
  if (!isKeyEncrypted(stored)) return Buffer.from(stored, 'base64');
  if (secret === undefined)
    throw new StartupError('The keys in the database are encrypted. Set the secret that encrypts them.', variable);
  const decrypted = await compactDecrypt(stored, Buffer.from(secret), {
    keyManagementAlgorithms: [encryption.alg],
    contentEncryptionAlgorithms: [encryption.enc],
    maxPBES2Count: iterations,
  }).catch(() => null);
  if (decrypted?.protectedHeader.kid !== name)
    throw new StartupError('The keys in the database are encrypted with another secret.', variable);
  return Buffer.from(decrypted.plaintext);
};

/** The key that signs session tokens. Backups of earlier versions contain it; a restore never uses it. */
export const sessionKeyName = 'session.key';

/** The key of what clients store. It stays with the server, so that users' drafts survive a restore. */
export const storageKeyName = 'storage.key';

const minLength = 32;

type KeyOptions = {
  database: Database;
  dataDir: string;
  /** Replaces both keys. */
  tokenSecret: string | undefined;
  /** Encrypts the keys in PostgreSQL. */
  encryptionSecret: string | undefined;
};

/** `session` signs tokens; the keys of what clients store are derived from `storage`. */
export type ServerKeys = { session: Uint8Array; storage: Uint8Array };

const assertLong = (secret: string | undefined, variable: string): void => {
  if (secret === undefined || secret.length >= minLength) return;
  throw new StartupError(`The secret must be at least ${minLength} characters`, variable);
};

const failAt = (path: string) => (error: unknown) => {
  throw toStartupError(error, { path, damaged: "Can't read the server's key" });
};

const readKeyFile = async (path: string): Promise<Buffer | null> => {
  const key = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') failAt(path)(error);
  });
  return key && key.length >= minLength ? key : null;
};

const loadFromFolder = async (
  dataDir: string,
  name: string,
  create = () => randomBytes(minLength),
): Promise<Buffer> => {
  const path = join(dataDir, name);
  const existing = await readKeyFile(path);
  if (existing) return existing;
  const key = create();
  await writeFile(path, key, { mode: 0o600 }).catch(failAt(path));
  return key;
};

/**
 * Loads the id that distinguishes this server from others on the same database. Only one process at a time can lock the
 * data folder, so jobs with this id that are unfinished at startup were interrupted.
 */
export const loadServerId = async (dataDir: string): Promise<string> =>
  (await loadFromFolder(dataDir, 'server.id', () => Buffer.from(v4()))).toString();

/** The servers on a PostgreSQL database share its keys; the first one stores the key of its data folder, if it has one. */
const loadFromDatabase = async (
  { database, dataDir, encryptionSecret: secret }: KeyOptions,
  name: string,
): Promise<Buffer> => {
  const find = () => database.selectFrom('serverKey').select('value').where('_id', '=', name).executeTakeFirst();
  const create = async () => {
    const key = (await readKeyFile(join(dataDir, name))) ?? randomBytes(minLength);
    const value = await encodeKey(key, name, secret);
    await database
      .insertInto('serverKey')
      .values({ _id: name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return find();
  };
  const stored = (await find()) ?? (await create());
  if (!stored) throw new Error('A key was deleted while the server started');
  const key = await decodeKey(stored.value, name, secret);
  if (secret !== undefined && !isKeyEncrypted(stored.value)) {
    const value = await encodeKey(key, name, secret);
    await database.updateTable('serverKey').set({ value }).where('_id', '=', name).execute();
  }
  return key;
};

/**
 * Loads the keys of this server and creates missing ones: on SQLite in the data folder, on PostgreSQL in the database.
 * Throws a `StartupError` if it can't.
 */
export const loadServerKeys = async (options: KeyOptions): Promise<ServerKeys> => {
  const { database, dataDir, tokenSecret, encryptionSecret } = options;
  assertLong(tokenSecret, 'BACKOFFICE_JWT_SECRET');
  assertLong(encryptionSecret, 'BACKOFFICE_SECRET');
  if (tokenSecret !== undefined) {
    const key = new TextEncoder().encode(tokenSecret);
    return { session: key, storage: key };
  }
  if (isSqlite(database)) {
    return {
      session: await loadFromFolder(dataDir, sessionKeyName),
      storage: await loadFromFolder(dataDir, storageKeyName),
    };
  }
  const keys = {
    session: await loadFromDatabase(options, sessionKeyName),
    storage: await loadFromDatabase(options, storageKeyName),
  };
  // Otherwise, it would be used again when the key is deleted from the database to end all sessions.
  await rm(join(dataDir, sessionKeyName), { force: true });
  return keys;
};

/**
 * The key for the drafts and responses that clients store on a user's computer. It is derived, so that it is the same in
 * every session without being stored.
 */
export const deriveStorageKey = (secret: Uint8Array, userId: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `client storage of ${userId}`, storageKeyBytes)).toString('base64url');
