import type { QueryPersister } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { platform } from '../platform/index.ts';
import { isServerUnreachable } from './errors.ts';
import { useSessionStore } from './session-store.ts';

type CachedResponse = { data: unknown; cachedAt: number };

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const store = createStore('backoffice-last-seen', 'answers');

// User ids are unique across servers, so responses from two servers never mix.
const getPrefix = (userId: string): string => `${userId} `;

const getCurrentUserId = (): string | null => {
  const current = useSessionStore.getState();
  if (current.state === 'expired' || !('session' in current)) return null;
  return current.session?.userId ?? null;
};

const isCacheable = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === 'resource' || queryKey[0] === 'capabilities';

const isServerDown = async (): Promise<boolean> => {
  const { state } = await platform.server.status();
  return state !== 'running' && state !== 'remote';
};

/** Persists every response about records and returns the last one while the server is unreachable. */
export const offlinePersister: QueryPersister = async (queryFn, context, query) => {
  const userId = getCurrentUserId();
  if (userId === null || !isCacheable(query.queryKey)) return queryFn(context);
  const key = `${getPrefix(userId)}${query.queryHash}`;
  try {
    const data = await queryFn(context);
    // After a sign-out nothing is stored. A full disk only means that the response isn't cached.
    if (getCurrentUserId() === userId)
      void set(key, { data, cachedAt: Date.now() }, store).catch(() => undefined);
    return data;
  } catch (error) {
    if (!isServerUnreachable(error) || query.state.data !== undefined || !(await isServerDown())) throw error;
    const cachedResponse = await get<CachedResponse>(key, store).catch(() => undefined);
    if (!cachedResponse) throw error;
    return cachedResponse.data;
  }
};

/** Clears the cache, as nothing may remain on the computer after sign-out. */
export const clearOfflineCache = (): Promise<void> => clear(store).catch(() => undefined);

// Clears the cache however the session ends, so that the next user can't see it.
useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') void clearOfflineCache();
});

/** Deletes expired responses and those of other users. */
export const pruneOfflineCache = async (userId: string): Promise<void> => {
  const prefix = getPrefix(userId);
  const cachedEntries = await entries<string, CachedResponse>(store).catch(() => []);
  const isObsolete = ([key, { cachedAt }]: [string, CachedResponse]) =>
    !key.startsWith(prefix) || Date.now() - cachedAt > maxAgeMs;
  await delMany(
    cachedEntries.filter(isObsolete).map(([key]) => key),
    store,
  ).catch(() => undefined);
};
