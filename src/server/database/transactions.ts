import { sql } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import { type Database, type DatabaseTransaction, isSqlite } from './tables.ts';

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

/**
 * Streams rows without a time limit. PostgreSQL’s statement timeout would include the time that the client takes to read
 * them.
 */
export async function* withoutStatementTimeout<Row>(
  database: Database,
  stream: (database: Database) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  if (isSqlite(database)) {
    yield* stream(database);
    return;
  }
  const transaction = await database.startTransaction().execute();
  try {
    await sql`set local statement_timeout = 0`.execute(transaction);
    yield* stream(transaction);
  } finally {
    // A lost connection has ended the transaction already.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
