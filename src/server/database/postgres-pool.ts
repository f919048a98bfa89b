import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { createWatchdog, noResponseMessage } from './postgres-watchdog.ts';

/** Milliseconds to wait for connections whose other side may be gone. */
const endTimeout = 10_000;
/** Milliseconds after which a connection without a response is closed. */
const pingTimeout = 3000;

type Pool = PostgresPool & {
  ping: () => Promise<void>;
  counts: () => { total: number; idle: number; waiting: number };
};

/**
 * A PostgreSQL pool that closes its connections if the database hangs. Its `end` waits until they are closed: the library
 * only requests that, and so reports errors if the database is deleted right after.
 */
export const openPool = ({
  onConnectionError,
  ...config
}: pg.PoolConfig & { onConnectionError: (error: Error) => void }): Pool => {
  const sockets = new Set<Socket>();
  const openSocket = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const watchdog = createWatchdog({
    config,
    openSocket,
    onHang: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  const pool = new pg.Pool({ ...config, stream: openSocket });
  const open = new Set<pg.PoolClient>();
  const ends = new WeakMap<pg.PoolClient, () => void>();
  pool.on('release', (_error, client) => ends.get(client)?.());
  // Without a listener, losing a connection would end the process, whether idle or in use.
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => {
    client.on('error', onConnectionError);
    open.add(client);
    watchdog.watch(client);
  });
  pool.on('remove', (client) => {
    open.delete(client);
    watchdog.forget(client);
  });
  const allClosed = () =>
    new Promise<void>((resolve) => {
      const check = () => open.size === 0 && resolve();
      pool.on('remove', check);
      check();
    });
  const connect = async (): Promise<pg.PoolClient> => {
    await watchdog.assertResponding();
    const { failed, end } = watchdog.begin();
    const connecting = pool.connect();
    try {
      const client = await Promise.race([connecting, failed]);
      ends.set(client, end);
      return client;
    } catch (error) {
      end();
      connecting.then(
        (client) => client.release(true),
        () => {},
      );
      throw error;
    }
  };
  return {
    connect,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      const client = await connect();
      let hasResponded = false;
      try {
        hasResponded = await Promise.race([
          client.query('select 1').then(() => true),
          setTimeout(pingTimeout, false, { ref: false }),
        ]);
      } finally {
        client.release(!hasResponded);
      }
      if (!hasResponded) throw new Error(noResponseMessage);
    },
    end: async () => {
      watchdog.stop();
      await pool.end();
      await Promise.race([allClosed(), setTimeout(endTimeout, undefined, { ref: false })]);
    },
  };
};
