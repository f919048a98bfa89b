import { sql } from 'kysely';
import { type Database, isSqlite } from './tables.ts';

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
