import { loadOnce } from '#shared/load-once.ts';
import { platform } from '../platform/index.ts';
import { useSessionStore } from './session-store.ts';
import type { StorageCipher } from './storage-cipher.ts';

const loadCipher = async (): Promise<StorageCipher | null> => {
  const result = await platform.session.getStorageKey();
  if (result.state === 'unavailable') throw new Error('The storage key is unavailable');
  if (result.state !== 'known') return null;
  const { createStorageCipher } = await import('./storage-cipher.ts');
  return createStorageCipher(result.key);
};

/**
 * The cipher of the signed-in user; null if the server has no keys, as in older versions, so that contents are stored
 * as they are. Rejects if the key can't be loaded now.
 */
export const getStorageCipher = loadOnce(loadCipher);

useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') getStorageCipher.forget();
});
