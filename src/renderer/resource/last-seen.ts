import type { QueryPersister } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { platform } from '../platform/index.ts';
import { isServerUnreachable } from './errors.ts';
import { useSessionStore } from './session-store.ts';

/** What was read from the server last, kept on this computer for when the server is away. */
type Seen = { data: unknown; seenAt: number };

const keptFor = 7 * 24 * 60 * 60 * 1000;

const store = createStore('backoffice-last-seen', 'answers');

/** A user's id belongs to one server, so the answers of two servers never meet. */
const prefixOf = (userId: string): string => `${userId} `;

/** Whose answers they are; nobody's once the server says that the session has ended. */
const currentUser = (): string | null => {
  const current = useSessionStore.getState();
  if (current.state === 'expired' || !('session' in current)) return null;
  return current.session?.userId ?? null;
};

/** What is asked by everybody who works here. */
const isKept = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === 'resource' || queryKey[0] === 'capabilities';

const isServerAway = async (): Promise<boolean> => {
  const { state } = await platform.server.status();
  return state !== 'running' && state !== 'remote';
};

const read = async (key: string): Promise<unknown> => {
  const seen = await get<Seen>(key, store).catch(() => undefined);
  return seen?.data;
};

/** Keeps every answer about records, and gives the last one while the server is away. */
export const lastSeen: QueryPersister = async (ask, context, query) => {
  const userId = currentUser();
  if (userId === null || !isKept(query.queryKey)) return ask(context);
  const key = `${prefixOf(userId)}${query.queryHash}`;
  try {
    const data = await ask(context);
    // Whoever signed out meanwhile leaves nothing behind. Without room on the disk it is not kept, that is all.
    if (currentUser() === userId) void set(key, { data, seenAt: Date.now() }, store).catch(() => undefined);
    return data;
  } catch (error) {
    if (!isServerUnreachable(error) || query.state.data !== undefined || !(await isServerAway())) throw error;
    const data = await read(key);
    if (data === undefined) throw error;
    return data;
  }
};

/** Forgets all that was seen: whoever signs out leaves nothing on the computer. */
export const forgetLastSeen = (): Promise<void> => clear(store).catch(() => undefined);

// However a session ends: nobody who comes after it sees what was read in it.
useSessionStore.subscribe(({ state }) => {
  if (state === 'signedOut' || state === 'expired') void forgetLastSeen();
});

/** Forgets what is old, and what others saw. */
export const tidyLastSeen = async (userId: string): Promise<void> => {
  const prefix = prefixOf(userId);
  const all = await entries<string, Seen>(store).catch(() => []);
  const isOver = ([key, { seenAt }]: [string, Seen]) =>
    !key.startsWith(prefix) || Date.now() - seenAt > keptFor;
  await delMany(
    all.filter(isOver).map(([key]) => key),
    store,
  ).catch(() => undefined);
};
