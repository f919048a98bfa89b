import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storageKeyBytes } from '#shared/account.ts';
import { errorCode, toStartupError } from '../database/database-errors.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const encryptedPrefix = 'scrypt-aes-256-gcm:';

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** 32 MB and about 0.1 seconds for each guess. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

type Encryption = {
  /** The name is authenticated, so exchanging two keys in the database makes both invalid. */
  name: string;
  secret: string | undefined;
};

const variable = 'BACKOFFICE_SECRET';

const decrypt = async (bytes: Buffer, { name, secret }: Encryption): Promise<Buffer> => {
  if (secret === undefined)
    throw new StartupError('The keys in the database are encrypted. Set the secret that encrypts them.', variable);
  const [salt, nonce] = [bytes.subarray(0, saltBytes), bytes.subarray(saltBytes, saltBytes + nonceBytes)];
  const decipher = createDecipheriv(algorithm, await deriveKey(secret, salt, keyBytes, cost), nonce);
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const content = bytes.subarray(saltBytes + nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    throw new StartupError('The keys in the database are encrypted with another secret.', variable);
  }
};

const isKeyEncrypted = (stored: string): boolean => stored.startsWith(encryptedPrefix);

/** Returns the text to store in the database: encrypted if there is a secret, otherwise base64. */
const encodeKey = async (key: Buffer, { name, secret }: Encryption): Promise<string> => {
  if (secret === undefined) return key.toString('base64');
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const cipher = createCipheriv(algorithm, await deriveKey(secret, salt, keyBytes, cost), nonce);
  cipher.setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(key), cipher.final()]);
  return encryptedPrefix + Buffer.concat([salt, nonce, content, cipher.getAuthTag()]).toString('base64');
};

/** Reads what `encodeKey` returned. Throws a `StartupError` if the secret is missing or another one. */
const decodeKey = async (stored: string, encryption: Encryption): Promise<Buffer> =>
  isKeyEncrypted(stored)
    ? decrypt(Buffer.from(stored.slice(encryptedPrefix.length), 'base64'), encryption)
    : Buffer.from(stored, 'base64');

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

const withFileErrors = <Result>(path: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw toStartupError(error, { path, damaged: "Can't read the server's key" });
  });

const readKeyFile = (path: string): Promise<Buffer | null> =>
  withFileErrors(
    path,
    readFile(path).then(
      (key) => (key.length >= minLength ? key : null),
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      },
    ),
  );

const loadFromFolder = async (dataDir: string, name: string): Promise<Buffer> => {
  const path = join(dataDir, name);
  const existing = await readKeyFile(path);
  if (existing) return existing;
  const key = randomBytes(minLength);
  await withFileErrors(path, writeFile(path, key, { mode: 0o600 }));
  return key;
};

/** The servers on a PostgreSQL database share its keys; the first one stores the key of its data folder, if it has one. */
const loadFromDatabase = async (
  { database, dataDir, encryptionSecret: secret }: KeyOptions,
  name: string,
): Promise<Buffer> => {
  const encryption = { name, secret };
  const find = () => database.selectFrom('serverKey').select('value').where('_id', '=', name).executeTakeFirst();
  const create = async () => {
    const key = (await readKeyFile(join(dataDir, name))) ?? randomBytes(minLength);
    const value = await encodeKey(key, encryption);
    await database
      .insertInto('serverKey')
      .values({ _id: name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return find();
  };
  const stored = (await find()) ?? (await create());
  if (!stored) throw new Error('A key was deleted while the server started');
  const key = await decodeKey(stored.value, encryption);
  if (secret !== undefined && !isKeyEncrypted(stored.value)) {
    const value = await encodeKey(key, encryption);
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
 * Keys for the drafts and responses that clients store on a user's computer. They are derived, so that a user's key is
 * the same in every session without being stored.
 */
export const createStorageKeys = (secret: Uint8Array) => ({
  get: (userId: string): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `client storage of ${userId}`, storageKeyBytes)).toString('base64url'),
});

export type StorageKeys = ReturnType<typeof createStorageKeys>;
