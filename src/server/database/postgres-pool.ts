import { setTimeout } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** Milliseconds to wait for connections whose other side may be gone. */
const endTimeout = 10_000;
/** Milliseconds after which a connection without a response is closed. */
const pingTimeout = 3000;

type Pool = PostgresPool & {
  ping: () => Promise<void>;
  counts: () => { total: number; idle: number; waiting: number };
};

/**
 * A PostgreSQL pool whose `end` waits until its connections are closed. The library's pool only requests that, and so
 * reports errors if the database is deleted right after.
 */
export const openPool = ({
  onConnectionError,
  ...config
}: pg.PoolConfig & { onConnectionError: (error: Error) => void }): Pool => {
  const pool = new pg.Pool(config);
  const open = new Set<pg.PoolClient>();
  // Without a listener, losing a connection would end the process, whether idle or in use.
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => {
    client.on('error', onConnectionError);
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const allClosed = () =>
    new Promise<void>((resolve) => {
      const check = () => open.size === 0 && resolve();
      pool.on('remove', check);
      check();
    });
  return {
    connect: () => pool.connect(),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      const client = await pool.connect();
      let hasResponded = false;
      try {
        hasResponded = await Promise.race([
          client.query('select 1').then(() => true),
          setTimeout(pingTimeout, false, { ref: false }),
        ]);
      } finally {
        client.release(!hasResponded);
      }
      if (!hasResponded) throw new Error('Connection terminated: no response in time');
    },
    end: async () => {
      await pool.end();
      await Promise.race([allClosed(), setTimeout(endTimeout, undefined, { ref: false })]);
    },
  };
};
