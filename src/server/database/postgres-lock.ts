import pg from 'pg';
import type { LockName } from './database-handle.ts';

/** Any numbers, as long as all servers on one database use the same. */
const lockNumbers: Record<LockName, number> = { start: 4_780_001, maintenance: 4_780_002, backup: 4_780_003 };

type LockOptions = {
  config: pg.ClientConfig;
  onConnectionError: (error: Error) => void;
  onWarning: (text: string) => void;
};

/**
 * Returns a function that runs work while no other server runs work with the same lock. PostgreSQL releases the lock when
 * the connection ends, so a server that is killed never leaves one behind.
 */
export const createLocks =
  ({ config, onConnectionError, onWarning }: LockOptions) =>
  async <Result>(name: LockName, work: () => Promise<Result>): Promise<Result> => {
    const client = new pg.Client(config);
    client.on('error', onConnectionError);
    await client.connect();
    try {
      const lock = `lock(${lockNumbers[name]})`;
      const { rows } = await client.query<{ isLocked: boolean }>(`select pg_try_advisory_${lock} "isLocked"`);
      if (!rows[0]?.isLocked) {
        if (name === 'start') onWarning('waiting for another server that starts on the same database');
        await client.query(`select pg_advisory_${lock}`);
      }
      return await work();
    } finally {
      await client.end();
    }
  };
