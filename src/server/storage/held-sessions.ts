import type BetterSqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { SessionTable, Tables } from './tables.ts';

const columns: readonly (keyof SessionTable)[] = ['_id', 'userId', 'createdAt', 'expiresAt', 'revokedAt'];
const names = columns.join(', ');
const added = columns.map((column) => `NEW.${column}`).join(', ');

/**
 * Of a database that is only read: sessions that begin, go on or end are noted in memory, over those of the file. A view
 * of this connection stands before the table, so that nobody who asks for sessions need know.
 */
export const keepSessionsInMemory = (connection: BetterSqlite.Database): void => {
  connection.exec(`
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE heldSession AS SELECT ${names} FROM main.session WHERE false;
    CREATE TEMP VIEW session AS
      SELECT ${names} FROM main.session WHERE _id NOT IN (SELECT _id FROM heldSession)
      UNION ALL SELECT ${names} FROM heldSession;
    CREATE TEMP TRIGGER beginSession INSTEAD OF INSERT ON session BEGIN
      INSERT INTO heldSession (${names}) VALUES (${added});
    END;
    CREATE TEMP TRIGGER changeSession INSTEAD OF UPDATE ON session BEGIN
      DELETE FROM heldSession WHERE _id = OLD._id;
      INSERT INTO heldSession (${names}) VALUES (${added});
    END;
  `);
};

/** The sessions that were noted in memory. */
export const readHeldSessions = async (database: Kysely<Tables>): Promise<SessionTable[]> =>
  (await sql<SessionTable>`SELECT ${sql.raw(names)} FROM heldSession`.execute(database)).rows;
