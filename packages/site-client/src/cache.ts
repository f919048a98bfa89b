/** A response that the server confirms with 304 as long as it's current. */
export type CachedResponse = { etag: string; body: string };

/** Where responses are kept. Keys are addresses. */
export type Cache = {
  get: (key: string) => Promise<CachedResponse | undefined>;
  set: (key: string, response: CachedResponse) => Promise<void>;
};

/** Keeps the responses that were used last in memory. */
export const createMemoryCache = ({ maxEntries = 500 } = {}): Cache => {
  const entries = new Map<string, CachedResponse>();
  const set = async (key: string, response: CachedResponse) => {
    entries.delete(key);
    entries.set(key, response);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: async (key) => {
      const found = entries.get(key);
      if (found) await set(key, found);
      return found;
    },
    set,
  };
};
