import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { v4 } from 'uuid';
import type { FileStorage } from '../../files/file-storage.ts';
import { StartupError } from '../../lib/app-error.ts';
import type { StoreManifest } from './manifest.ts';

/** Encrypts and decrypts the objects of a store. */
export type BackupCipher = {
  kind: Exclude<StoreManifest['encryption'], 'none'>;
  /** Distinguishes the key from others. */
  keyId: string;
  encrypt: (content: Readable) => Promise<Readable>;
  /** Missing if this computer can only encrypt. */
  decrypt?: (content: Readable) => Promise<Readable>;
};

export type EncryptionOptions = {
  passphrase: string | undefined;
  /** Public key of age, such as age1…, that encrypts. */
  recipient?: string | undefined;
  /** Secret key of age that decrypts. */
  identity?: string | undefined;
};

/** The key that encrypts a store with a passphrase, itself encrypted with the passphrase. */
const keyName = 'key.age';

export const passphraseVariable = 'BACKOFFICE_BACKUP_PASSPHRASE';
const minLength = 12;
const keyIdLength = 16;

const getKeyId = (recipient: string): string =>
  createHash('sha256').update(recipient).digest('hex').slice(0, keyIdLength);

const readAll = async (storage: FileStorage, name: string): Promise<Buffer | null> => {
  const content = await storage.read(name);
  return content?.stream ? buffer(content.stream) : null;
};

/** Reads the key of a store. Throws if the passphrase is another one. */
const unlockKey = async (storage: FileStorage, stored: Buffer, passphrase: string): Promise<string> => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return (await decrypter.decrypt(new Uint8Array(stored), 'text')).trim();
  } catch (cause) {
    const message =
      'Wrong passphrase: the backups there were encrypted with another one, or key.age is damaged';
    throw new StartupError(message, storage.location, { cause });
  }
};

const createKey = async (storage: FileStorage, passphrase: string): Promise<string> => {
  if (passphrase.length < minLength)
    throw new StartupError(`The passphrase must be at least ${minLength} characters`, passphraseVariable);
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const path = join(storage.staging, v4());
  await writeFile(path, await encrypter.encrypt(`${identity}\n`), { flush: true });
  await storage.put({ name: keyName, path });
  return identity;
};

const createCipher = (
  kind: BackupCipher['kind'],
  { recipient, identity }: { recipient: string; identity?: string | undefined },
): BackupCipher => ({
  kind,
  keyId: getKeyId(recipient),
  encrypt: async (content) => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    return toReadable(await encrypter.encrypt(toWebStream(content)));
  },
  ...(identity !== undefined && {
    decrypt: async (content) => {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      return toReadable(await decrypter.decrypt(toWebStream(content)));
    },
  }),
});

const invalidKey = (variable: string) => (cause: unknown) => {
  throw new StartupError("This isn't a key of age", variable, { cause });
};

/** Returns how a new backup is encrypted; null if it isn't. Creates the key of the store with the first passphrase. */
export const openWriteCipher = async (
  storage: FileStorage,
  { passphrase, recipient }: EncryptionOptions,
): Promise<BackupCipher | null> => {
  if (recipient !== undefined) {
    // Reports a wrong key now.
    await Promise.resolve()
      .then(() => new Encrypter().addRecipient(recipient))
      .catch(invalidKey('--age-recipient'));
    return createCipher('age', { recipient });
  }
  const stored = await readAll(storage, keyName);
  if (passphrase === undefined) {
    if (!stored) return null;
    const message = `The backups there are encrypted. Set ${passphraseVariable}, or choose another place.`;
    throw new StartupError(message, storage.location);
  }
  const identity = stored
    ? await unlockKey(storage, stored, passphrase)
    : await createKey(storage, passphrase);
  return createCipher('passphrase', { recipient: await identityToRecipient(identity), identity });
};

const readIdentity = async (
  storage: FileStorage,
  { encryption }: StoreManifest,
  { passphrase, identity }: EncryptionOptions,
): Promise<string> => {
  if (encryption === 'age') {
    if (identity !== undefined) return identity;
    throw new StartupError(
      'This backup is encrypted. Name the key with --age-identity FILE',
      storage.location,
    );
  }
  if (passphrase === undefined)
    throw new StartupError(`This backup is encrypted. Set ${passphraseVariable}.`, storage.location);
  const stored = await readAll(storage, keyName);
  if (!stored) throw new StartupError(`The backup is incomplete: ${keyName} is missing`, storage.location);
  return unlockKey(storage, stored, passphrase);
};

/** Returns how a backup is decrypted; null if it isn't encrypted. Throws if the key is missing or another one. */
export const openReadCipher = async (
  storage: FileStorage,
  manifest: StoreManifest,
  options: EncryptionOptions,
): Promise<BackupCipher | null> => {
  if (manifest.encryption === 'none') return null;
  const identity = await readIdentity(storage, manifest, options);
  const recipient = await identityToRecipient(identity).catch(invalidKey('--age-identity'));
  const cipher = createCipher(manifest.encryption, { recipient, identity });
  if (manifest.filesFolder === getFilesFolder(cipher)) return cipher;
  throw new StartupError('This backup was encrypted with another key', storage.location);
};

/** The folder of the files that are encrypted with a key, so that no backup refers to a file that its key can't read. */
export const getFilesFolder = (cipher: BackupCipher | null): string =>
  cipher ? `files-${cipher.keyId}/` : 'files/';

const toReadable = (stream: unknown): Readable => Readable.fromWeb(stream as ReadableStream<Uint8Array>);
const toWebStream = (content: Readable) =>
  Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>;
