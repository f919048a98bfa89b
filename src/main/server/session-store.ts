import { safeStorage } from 'electron';
import Store from 'electron-store';
import { z } from 'zod';
import { storageKeys } from '#shared/client-defaults.ts';
import { log } from '../log.ts';

/** A stored secret of the session. The operating system encrypts it, and it is bound to one server. */
const storedSchema = z.object({ serverId: z.string(), token: z.string() });
type Stored = z.infer<typeof storedSchema>;

type Cipher = {
  isAvailable: () => Promise<boolean>;
  encrypt: (text: string) => Promise<Buffer>;
  decrypt: (encrypted: Buffer) => Promise<string>;
};

const asyncCipher: Cipher = {
  isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (encrypted) => (await safeStorage.decryptStringAsync(encrypted)).result,
};

/** For Electron versions without the asynchronous calls. */
const syncCipher: Cipher = {
  isAvailable: async () => safeStorage.isEncryptionAvailable(),
  encrypt: async (text) => safeStorage.encryptString(text),
  decrypt: async (encrypted) => safeStorage.decryptString(encrypted),
};

const cipher = 'isAsyncEncryptionAvailable' in safeStorage ? asyncCipher : syncCipher;

/** `basic_text` uses a publicly known password, which equals no encryption. */
const hasKeyring = (): boolean =>
  process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());

const names = { token: storageKeys.session, storageKey: 'STORAGE_KEY' } as const;
type Secret = keyof typeof names;

/** Stores the current session's secrets across restarts if the operating system offers encryption. */
export const createSessionStore = (server: { id: string }) => {
  const store = new Store<Record<string, Stored>>({
    name: 'session',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });

  const canPersist = async (): Promise<boolean> => hasKeyring() && (await cipher.isAvailable());

  const read = async (secret: Secret): Promise<string | null> => {
    const stored = storedSchema.safeParse(store.get(names[secret]));
    if (!stored.success || stored.data.serverId !== server.id || !(await canPersist())) return null;
    try {
      return await cipher.decrypt(Buffer.from(stored.data.token, 'base64'));
    } catch {
      log.warn("Couldn't read the stored session");
      return null;
    }
  };

  const write = async (secret: Secret, value: string): Promise<void> => {
    if (!(await canPersist())) return;
    const { id } = server;
    try {
      const encrypted = await cipher.encrypt(value);
      // If another server was chosen meanwhile, the secret isn't for it.
      if (server.id !== id) return;
      store.set(names[secret], { serverId: id, token: encrypted.toString('base64') });
    } catch {
      log.warn("Couldn't store the session");
    }
  };

  const clear = (): void => {
    for (const name of Object.values(names)) store.delete(name);
  };

  return { canPersist, read, write, clear };
};

export type SessionStore = ReturnType<typeof createSessionStore>;
