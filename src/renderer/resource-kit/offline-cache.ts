import { hashKey, type Query, type QueryPersister } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { isServerReachable } from '../platform/platform.ts';
import { checkServer, useServerStatus } from '../platform/server.ts';
import { encodeJson } from './encode-json.ts';
import { isServerUnreachable } from './errors.ts';
import { useSessionStore } from './session-store.ts';
import { getStorageCipher } from './user-cipher.ts';

/** `data` is not encrypted: facts about the server, or responses of a server without keys. */
type CachedResponse = { cachedAt: number } & ({ data: unknown } | { sealed: Uint8Array<ArrayBuffer> });

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const store = createStore('backoffice-last-seen', 'answers');

// User ids are unique across servers, so responses from two servers never mix.
const getPrefix = (userId: string): string => `${userId} `;

const getCurrentUserId = (): string | null => {
  const current = useSessionStore.getState();
  if (current.state === 'expired' || !('session' in current)) return null;
  return current.session?.userId ?? null;
};

const publicHash = hashKey(['server']);

/** Not encrypted, because they say nothing about users and records. */
const isPublic = (queryKey: readonly unknown[]): boolean => queryKey[0] === 'server';

const isCacheable = (queryKey: readonly unknown[]): boolean => queryKey[0] === 'resource' || isPublic(queryKey);

type CachedQuery = { userId: string; queryKey: readonly unknown[]; queryHash: string };

/** The key of a query's entry, without a text that the user searched for, and the cipher of its response. */
const findEntry = async ({ userId, queryKey, queryHash }: CachedQuery) => {
  const cipher = isPublic(queryKey) ? null : await getStorageCipher();
  return { cipher, key: `${getPrefix(userId)}${cipher ? cipher.hideName(queryHash) : queryHash}` };
};

const storeResponse = async (query: CachedQuery, data: unknown): Promise<void> => {
  const { key, cipher } = await findEntry(query);
  const content = cipher ? { sealed: await cipher.seal({ name: key, bytes: encodeJson(data) }) } : { data };
  // Nothing is stored after a sign-out.
  if (getCurrentUserId() === query.userId) await set(key, { ...content, cachedAt: Date.now() }, store);
};

const isExpired = ({ cachedAt }: CachedResponse): boolean => Date.now() - cachedAt > maxAgeMs;

/** Null if there is no response of the last days, or none that can be decrypted. */
const readResponse = async (query: CachedQuery): Promise<unknown> => {
  const { key, cipher } = await findEntry(query);
  const cached = await get<CachedResponse>(key, store);
  if (!cached || isExpired(cached)) return null;
  return 'data' in cached ? cached.data : (cipher?.openJson({ name: key, bytes: cached.sealed }) ?? null);
};

const isServerDown = async (): Promise<boolean> => !isServerReachable(await checkServer());

/** The page shows the response before it is encrypted, even if its code has to be loaded first. */
const storeDelayMs = 1000;

/** Records aren't shown this way: a form would be filled from an old version. */
const canShowWhileStarting = (queryKey: readonly unknown[]): boolean => isPublic(queryKey) || queryKey[2] === 'list';

/** Shows the last response while the embedded server starts. The current one replaces it. */
const showWhileStarting = async (cachedQuery: CachedQuery, query: Query): Promise<void> => {
  if (useServerStatus.getState().state !== 'starting') return;
  const data = await readResponse(cachedQuery);
  const isNeeded = query.state.data === undefined && getCurrentUserId() === cachedQuery.userId;
  if (data !== null && isNeeded) query.setData(data, { updatedAt: 0, manual: true });
};

/**
 * Persists every response about records and returns the last one while the server is unreachable. While the embedded
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
    if (!isServerUnreachable(error) || query.state.data !== undefined || !(await isServerDown())) throw error;
    const data = await readResponse(cachedQuery).catch(() => null);
    if (data === null) throw error;
    return data;
  }
};

/** Clears the cache, as nothing may remain on the computer after sign-out. */
export const clearOfflineCache = (): Promise<void> => clear(store).catch(() => undefined);

// Clears the cache however the session ends, so that the next user can't see it.
useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') void clearOfflineCache();
});

/** Deletes expired responses, those of other users, and those that an earlier version stored without encryption. */
export const pruneOfflineCache = async (userId: string): Promise<void> => {
  const prefix = getPrefix(userId);
  const cachedEntries = await entries<string, CachedResponse>(store).catch(() => []);
  const isEncrypted = (await getStorageCipher().catch(() => null)) !== null;
  const isObsolete = ([key, response]: [string, CachedResponse]) =>
    !key.startsWith(prefix) ||
    isExpired(response) ||
    (isEncrypted && 'data' in response && key !== `${prefix}${publicHash}`);
  await delMany(
    cachedEntries.filter(isObsolete).map(([key]) => key),
    store,
  ).catch(() => undefined);
};
