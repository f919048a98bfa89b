import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

/**
 * Sets when the users of a server entered their passwords, which the server asks for again after five minutes, or at once
 * for null.
 */
export const setConfirmedAt = (dataDir: string, confirmedAt: Date | null): void => {
  const database = new BetterSqlite(join(dataDir, 'backoffice.db'), { timeout: 5000 });
  database.prepare('update session set "confirmedAt" = ?').run(confirmedAt?.toISOString() ?? null);
  database.close();
};
