import { setTimeout } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** How long the end of a connection is waited for that may have lost its other side. */
const endTimeout = 10_000;

/**
 * Connections to a PostgreSQL database that are gone when this has ended. Left to itself, the library's pool has ended
 * as soon as it told them to end, and hears of them still when the database is removed right after.
 */
export const openPool = ({
  onConnectionError,
  ...config
}: pg.PoolConfig & { onConnectionError: (error: Error) => void }): PostgresPool => {
  const pool = new pg.Pool(config);
  const open = new Set<pg.PoolClient>();
  // Without a listener the loss of a connection would end the process: of an idle one, and of one that is lent.
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => {
    client.on('error', onConnectionError);
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const allGone = () =>
    new Promise<void>((resolve) => {
      const look = () => open.size === 0 && resolve();
      pool.on('remove', look);
      look();
    });
  return {
    connect: () => pool.connect(),
    end: async () => {
      await pool.end();
      await Promise.race([allGone(), setTimeout(endTimeout, undefined, { ref: false })]);
    },
  };
};
