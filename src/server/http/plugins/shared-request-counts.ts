import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { addCounts, hashSubject } from '../../auth/attempt-counts.ts';
import { type Database, isSqlite } from '../../database/tables.ts';
import type { App } from '../route.ts';

/** Requests of a client in a time window. The windows of all servers begin at the same time. */
type Window = {
  end: number;
  /** Requests to all servers, at the last exchange. */
  total: number;
  /** Requests to this server since then. */
  own: number;
};

/** A server counts at most this many milliseconds without the requests that others get. */
const exchangeInterval = 1000;
/** Rows of one statement. */
const maxRows = 1000;

const countRequests = (windows: Map<string, Window>, { key, timeWindow }: { key: string; timeWindow: number }) => {
  const now = Date.now();
  const end = (Math.floor(now / timeWindow) + 1) * timeWindow;
  const existing = windows.get(key);
  const window = existing?.end === end ? existing : { end, total: 0, own: 0 };
  windows.set(key, window);
  window.own += 1;
  return { current: window.total + window.own, ttl: end - now };
};

/** Adds the own requests to the counts in the database, and reads those of all servers. */
const exchange = async (database: Database, windows: Map<string, Window>): Promise<void> => {
  const now = Date.now();
  for (const [key, { end }] of windows) if (end <= now) windows.delete(key);
  const changed = [...windows].filter(([, { own }]) => own > 0).slice(0, maxRows);
  if (changed.length === 0 || isSqlite(database)) return;
  const sent = changed.map(([key, window]) => ({
    id: hashSubject(`requests ${key} ${window.end}`),
    window,
    count: window.own,
  }));
  const counted = await addCounts(
    database,
    sent.map(({ id, window, count }) => ({ _id: id, count, expiresAt: new Date(window.end).toISOString() })),
  );
  const totals = new Map(counted.map(({ _id, count }) => [_id, count]));
  for (const { id, window, count } of sent) {
    window.total = totals.get(id) ?? 0;
    window.own -= count;
  }
};

/**
 * Counts of requests that the servers on one PostgreSQL database share. They are exchanged once a second, so that no
 * request waits for the database.
 */
export const sharedRequestCounts = (app: App, database: Database): (new () => FastifyRateLimitStore) => {
  const windows = new Map<string, Window>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = () => {
    running = exchange(database, windows)
      .catch((error: unknown) => app.log.warn({ err: error }, 'could not exchange the counts of requests'))
      .finally(() => {
        timer = undefined;
      });
  };
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await running;
  });
  return class SharedRequestCounts implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
      callback(null, countRequests(windows, { key, timeWindow }));
      timer ??= setTimeout(run, exchangeInterval).unref();
    };

    child() {
      return this;
    }
  };
};
