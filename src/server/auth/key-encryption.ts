import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
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

export const isKeyEncrypted = (stored: string): boolean => stored.startsWith(encryptedPrefix);

/** Returns the text to store in the database: encrypted if there is a secret, otherwise base64. */
export const encodeKey = async (key: Buffer, { name, secret }: Encryption): Promise<string> => {
  if (secret === undefined) return key.toString('base64');
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const cipher = createCipheriv(algorithm, await deriveKey(secret, salt, keyBytes, cost), nonce);
  cipher.setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(key), cipher.final()]);
  return encryptedPrefix + Buffer.concat([salt, nonce, content, cipher.getAuthTag()]).toString('base64');
};

/** Reads what `encodeKey` returned. Throws a `StartupError` if the secret is missing or another one. */
export const decodeKey = async (stored: string, encryption: Encryption): Promise<Buffer> =>
  isKeyEncrypted(stored)
    ? decrypt(Buffer.from(stored.slice(encryptedPrefix.length), 'base64'), encryption)
    : Buffer.from(stored, 'base64');
