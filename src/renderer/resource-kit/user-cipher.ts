import { platform } from '../platform/index.ts';
import { useSessionStore } from './session-store.ts';
import { createStorageCipher, type StorageCipher } from './storage-cipher.ts';

const loadCipher = async (): Promise<StorageCipher | null> => {
  const result = await platform.session.getStorageKey();
  if (result.state === 'unavailable') throw new Error('The storage key is unavailable');
  return result.state === 'known' ? createStorageCipher(result.key) : null;
};

let loading: Promise<StorageCipher | null> | undefined;

useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') loading = undefined;
});

/**
 * The cipher of the signed-in user; null if the server has no keys, as in older versions, so that contents are stored
 * as they are. Rejects if the key can't be loaded now.
 */
export const getStorageCipher = (): Promise<StorageCipher | null> => {
  if (loading) return loading;
  const promise = loadCipher();
  loading = promise;
  promise.catch(() => {
    if (loading === promise) loading = undefined;
  });
  return promise;
};
