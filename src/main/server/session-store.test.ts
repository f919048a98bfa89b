import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const system = vi.hoisted(() => ({
  safeStorage: {} as Record<string, unknown>,
  stored: new Map<string, unknown>(),
}));
vi.mock('electron', () => system);
vi.mock('electron-store', () => ({
  default: class {
    get = (name: string) => system.stored.get(name);
    set = (name: string, value: unknown) => system.stored.set(name, value);
    delete = (name: string) => system.stored.delete(name);
  },
}));

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOiJhIn0.signature';
const storageKey = 'q'.repeat(86);
const seal = (text: string) => Buffer.from([...text].map((letter) => letter.charCodeAt(0) ^ 0xff));
const open = (sealed: Buffer) => String.fromCharCode(...[...sealed].map((byte) => byte ^ 0xff));

/** Older Electron versions have only the synchronous calls. */
const offers = {
  'synchronous calls': () => ({
    isEncryptionAvailable: () => true,
    encryptString: seal,
    decryptString: open,
  }),
  'asynchronous calls': () => ({
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => seal(text),
    decryptStringAsync: async (sealed: Buffer) => ({ result: open(sealed), shouldReEncrypt: false }),
  }),
};

const createStore = async (safeStorage: object, server = { id: 'https://office.example.com/' }) => {
  system.safeStorage = { getSelectedStorageBackend: () => 'gnome_libsecret', ...safeStorage };
  vi.resetModules();
  const { createSessionStore } = await import('./session-store.ts');
  return createSessionStore(server);
};

const written = () => JSON.stringify([...system.stored]);

beforeEach(() => system.stored.clear());
afterEach(() => vi.restoreAllMocks());

describe.each(Object.entries(offers))('with %s of the system', (_name, offer) => {
  it('stores the encrypted token for its server until it is cleared', async () => {
    const store = await createStore(offer());
    await store.write('token', token);
    await store.write('storageKey', storageKey);
    expect(system.stored.size).toBe(2);
    expect(written()).not.toContain('eyJ');
    expect(written()).not.toContain(storageKey);
    expect(await store.read('token')).toBe(token);
    expect(await (await createStore(offer(), { id: 'https://evil.example/' })).read('token')).toBeNull();
    const later = await createStore(offer());
    expect(await later.read('token')).toBe(token);
    expect(await later.read('storageKey')).toBe(storageKey);
    later.clear();
    expect([await later.read('token'), await later.read('storageKey')]).toEqual([null, null]);
    expect(system.stored.size).toBe(0);
  });

  it.each(['basic_text', 'unknown'])('writes nothing if Linux has no keyring (%s)', async (backend) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    const store = await createStore({ ...offer(), getSelectedStorageBackend: () => backend });
    await store.write('token', token);
    expect([await store.canPersist(), await store.read('token'), written()]).toEqual([false, null, '[]']);
  });

  it('writes nothing if the system offers no encryption', async () => {
    const store = await createStore({
      ...offer(),
      isEncryptionAvailable: () => false,
      ...('isAsyncEncryptionAvailable' in offer() && { isAsyncEncryptionAvailable: async () => false }),
    });
    await store.write('token', token);
    expect([await store.canPersist(), await store.read('token'), written()]).toEqual([false, null, '[]']);
  });
});

it('writes no token for a server that was chosen during the encryption', async () => {
  const server = { id: 'https://office.example.com/' };
  const store = await createStore(
    {
      ...offers['asynchronous calls'](),
      encryptStringAsync: async (text: string) => {
        server.id = 'https://other.example.com/';
        return seal(text);
      },
    },
    server,
  );
  await store.write('token', token);
  expect(written()).toBe('[]');
});
