import { openDatabase } from './open.ts';
import type { Storage } from './storage.ts';

/** Opens the SQLite database of a data folder. */
export const openTestDatabase = (dataDir: string): Promise<Storage> =>
  openDatabase({ dataDir, databaseUrl: undefined, onConnectionError: () => {}, onNotice: () => {} });
