import type { Query, QueryPersister } from '@tanstack/react-query';
import { isServerReachable } from '../platform/platform.ts';
import { checkServer, useServerStatus } from '../platform/server.ts';
import { isServerUnreachable } from './errors.ts';
import { type ClientStorage, getOwner, getStorage, openContent, openDatabase } from './save/client-store.ts';
import { useSessionStore } from './session-store.ts';

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const getCurrentUserId = (): string | null => {
  const current = useSessionStore.getState();
  if (current.state === 'expired' || !('session' in current)) return null;
  return current.session?.userId ?? null;
};

/** Not encrypted, because they say nothing about users and records. */
const isPublic = (queryKey: readonly unknown[]): boolean => queryKey[0] === 'server';

const isCacheable = (queryKey: readonly unknown[]): boolean =>
  ['resource', 'views'].includes(String(queryKey[0])) || isPublic(queryKey);

type CachedQuery = { userId: string; queryKey: readonly unknown[]; queryHash: string };

/** The id of a query's entry, without a text that the user searched for, and the cipher of its response. */
const findEntry = async ({ queryKey, queryHash }: CachedQuery) => {
  if (isPublic(queryKey)) return { cipher: null, owner: await getOwner(), id: `${await getOwner()} ${queryHash}` };
  const { owner, cipher } = await getStorage();
  return { cipher, owner, id: `${owner} ${cipher ? cipher.hideName(queryHash) : queryHash}` };
};

const storeResponse = async (query: CachedQuery, data: unknown): Promise<void> => {
  const { id, owner, cipher } = await findEntry(query);
  const text = JSON.stringify(data);
  // Encrypted outside the main thread, as responses may be large.
  const content = cipher
    ? { sealed: await cipher.seal({ name: id, bytes: new TextEncoder().encode(text) }) }
    : { text };
  const database = await openDatabase();
  // Nothing is stored after a sign-out.
  if (getCurrentUserId() === query.userId)
    await database.put('responses', { id, owner, cachedAt: Date.now(), ...content });
};

/** Null if there is no response of the last days, or none that can be decrypted. */
const readResponse = async (query: CachedQuery): Promise<unknown> => {
  const { id, cipher } = await findEntry(query);
  const cached = await (await openDatabase()).get('responses', id);
  return cached && Date.now() - cached.cachedAt <= maxAgeMs ? openContent(cipher, id, cached) : null;
};

/** The page shows the response before it is encrypted, even if its code has to be loaded first. */
const storeDelayMs = 1000;

/** Records aren't shown this way: a form would be filled from an old version. */
const canShowWhileStarting = (queryKey: readonly unknown[]): boolean =>
  isPublic(queryKey) || queryKey[0] === 'views' || queryKey[2] === 'list';

/** Shows the last response while the embedded server starts. The current one replaces it. */
const showWhileStarting = async (cachedQuery: CachedQuery, query: Query): Promise<void> => {
  if (useServerStatus.getState().state !== 'starting') return;
  const data = await readResponse(cachedQuery);
  const isNeeded = query.state.data === undefined && getCurrentUserId() === cachedQuery.userId;
  if (data !== null && isNeeded) query.setData(data, { updatedAt: 0, manual: true });
};

/**
 * Persists every response about records and the views of lists, and returns the last one while the server is unreachable. While the embedded
 * server starts, the last page of a list shows until the current one arrives.
 */
export const offlinePersister: QueryPersister = async (queryFn, context, query) => {
  const userId = getCurrentUserId();
  if (userId === null || !isCacheable(query.queryKey)) return queryFn(context);
  const { queryKey, queryHash } = query;
  const cachedQuery = { userId, queryKey, queryHash };
  if (canShowWhileStarting(queryKey) && query.state.data === undefined)
    void showWhileStarting(cachedQuery, query).catch(() => undefined);
  try {
    const data = await queryFn(context);
    // A full disk or a missing key only means that the response isn't cached.
    setTimeout(() => void storeResponse(cachedQuery, data).catch(() => undefined), storeDelayMs);
    return data;
  } catch (error) {
    if (!isServerUnreachable(error) || query.state.data !== undefined || isServerReachable(await checkServer()))
      throw error;
    const data = await readResponse(cachedQuery).catch(() => null);
    if (data === null) throw error;
    return data;
  }
};

/** Clears the cache, as nothing may remain on the computer after sign-out. */
export const clearOfflineCache = async (): Promise<void> => {
  // A full or blocked storage must not block the sign-out.
  await openDatabase()
    .then((database) => database.clear('responses'))
    .catch(() => undefined);
};

// Clears the cache however the session ends, so that the next user can't see it.
useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') void clearOfflineCache();
});

/** Deletes expired responses and those of other users. */
export const pruneOfflineCache = async ({ owner }: ClientStorage): Promise<void> => {
  const database = await openDatabase();
  for (const response of await database.getAll('responses'))
    if (response.owner !== owner || Date.now() - response.cachedAt > maxAgeMs)
      await database.delete('responses', response.id);
};
