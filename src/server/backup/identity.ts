import BetterSqlite from 'better-sqlite3';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { resourceTables } from '../database/tables.ts';
import { transientTables } from '../database/transient-tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { filesBucketSetting } from '../files/claim-storage.ts';
import { restoredAtSetting } from './prepare-restored.ts';

/** Distinguishes a restored database from its original, which may still be running with its own files. */
export type Identity = {
  databaseId: string;
  /** The bucket of the restored files; null if they are in the data folder. */
  filesBucket: string | null;
};

const toSettings = ({ databaseId, filesBucket }: Identity): { _id: string; value: string }[] => [
  { _id: 'databaseId', value: databaseId },
  ...(filesBucket === null ? [] : [{ _id: filesBucketSetting, value: filesBucket }]),
];

/** Sets the identity of an SQLite database that no server uses. */
export const setIdentity = (path: string, identity: Identity): void => {
  const connection = new BetterSqlite(path);
  try {
    connection.prepare('DELETE FROM setting WHERE _id = ?').run(filesBucketSetting);
    const insert = connection.prepare('INSERT OR REPLACE INTO setting (_id, value) VALUES (?, ?)');
    for (const { _id, value } of toSettings(identity)) insert.run(_id, value);
  } finally {
    connection.close();
  }
};

/** Sets the identity of a restored PostgreSQL database, ends its sessions and marks it as restored. */
export const setPostgresIdentity = ({ transaction }: DatabaseHandle, identity: Identity): Promise<void> =>
  transaction(async (trx) => {
    for (const name of transientTables) await resourceTables(trx).deleteFrom(name).execute();
    const settings = [...toSettings(identity), { _id: restoredAtSetting, value: new Date().toISOString() }];
    const names = [filesBucketSetting, ...settings.map(({ _id }) => _id)];
    await trx.deleteFrom('setting').where('_id', 'in', names).execute();
    await insertRows(trx, { table: 'setting', rows: settings });
  });
