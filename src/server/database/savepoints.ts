import { sql } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseTransaction } from './tables.ts';

/** The same database handle inside a transaction: nested transactions become savepoints, which are rolled back separately. */
export const withSavepoints = (databaseHandle: DatabaseHandle, database: DatabaseTransaction): DatabaseHandle => {
  const transaction: DatabaseHandle['transaction'] = async (work) => {
    await sql`savepoint part`.execute(database);
    try {
      return await work(database);
    } catch (error) {
      await sql`rollback to savepoint part`.execute(database);
      throw error;
    } finally {
      await sql`release savepoint part`.execute(database);
    }
  };
  return {
    ...databaseHandle,
    database,
    transaction,
    longTransaction: (work) => transaction((nested) => work(nested, async () => false)),
  };
};
