import type { DatabaseHandle } from './database-handle.ts';
import { openDatabase } from './open.ts';

/** Opens the SQLite database of a data folder. */
export const openTestDatabase = (dataDir: string): Promise<DatabaseHandle> =>
  openDatabase({ dataDir, databaseUrl: undefined, onConnectionError: () => {}, onWarning: () => {} });
