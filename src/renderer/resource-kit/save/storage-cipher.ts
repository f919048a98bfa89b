import { gcm, gcmsiv } from '@noble/ciphers/aes.js';
import { concatBytes, randomBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import { storageKeyBytes } from '#shared/account.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes to encrypt, and the name under which they are stored: they can't be decrypted under another one. */
type Content = { name: string; bytes: Bytes };

const nonceBytes = 12;

const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const encode = (text: string): Bytes => new Uint8Array(utf8ToBytes(text));

/** Encrypts with AES-GCM. A sealed content is a random nonce, the ciphertext and its tag. */
export const createStorageCipher = (key: string) => {
  const bytes = fromBase64Url(key);
  const contentKey = bytes.slice(0, storageKeyBytes / 2);
  const nameKey = bytes.slice(storageKeyBytes / 2);
  // Insecure origins have no WebCrypto.
  const imported = crypto.subtle?.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const parameters = (nonce: Bytes, name: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: encode(name),
  });

  /** Synchronous, so that a closing page can still store the result. */
  const sealNow = ({ name, bytes: content }: Content): Bytes => {
    const nonce = randomBytes(nonceBytes);
    return new Uint8Array(concatBytes(nonce, gcm(contentKey, nonce, encode(name)).encrypt(content)));
  };

  /** Encrypts outside the main thread where the browser can. */
  const seal = async ({ name, bytes: content }: Content): Promise<Bytes> => {
    if (!imported) return sealNow({ name, bytes: content });
    const nonce = new Uint8Array(randomBytes(nonceBytes));
    const sealed = await crypto.subtle.encrypt(parameters(nonce, name), await imported, content);
    return new Uint8Array(concatBytes(nonce, new Uint8Array(sealed)));
  };

  /** Null if the content is damaged, or was encrypted with another key. */
  const open = async ({ name, bytes: sealed }: Content): Promise<Bytes | null> => {
    const nonce = sealed.slice(0, nonceBytes);
    const content = sealed.slice(nonceBytes);
    try {
      return imported
        ? new Uint8Array(await crypto.subtle.decrypt(parameters(nonce, name), await imported, content))
        : new Uint8Array(gcm(contentKey, nonce, encode(name)).decrypt(content));
    } catch {
      return null;
    }
  };

  /** Encrypts a name. The same name always gives the same result, so that a content can be found by it. */
  const hideName = (name: string): string =>
    toBase64(gcmsiv(nameKey, new Uint8Array(nonceBytes)).encrypt(encode(name)));

  const openJson = async (content: Content): Promise<unknown> => {
    const opened = await open(content);
    return opened && JSON.parse(new TextDecoder().decode(opened));
  };

  return { sealNow, seal, open, openJson, hideName };
};

export type StorageCipher = ReturnType<typeof createStorageCipher>;
