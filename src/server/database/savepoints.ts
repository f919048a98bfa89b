import { sql } from 'kysely';
import type { Storage } from './storage.ts';
import type { DatabaseTransaction } from './tables.ts';

/** The same storage inside a transaction: nested transactions become savepoints, which are rolled back separately. */
export const withSavepoints = (storage: Storage, database: DatabaseTransaction): Storage => {
  const transaction: Storage['transaction'] = async (work) => {
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
    ...{ ...storage, database, transaction },
    longTransaction: transaction,
    stagedTransaction: transaction,
  };
};
