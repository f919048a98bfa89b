import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import type { Logger } from 'pino';
import { recordInTransaction } from '../audit/record.ts';
import { emptyTransientTables } from '../database/copy-database.ts';
import { eraseAgain } from '../personal-data/erase.ts';
import { createWriteContext, type OperationsContext } from '../records/hooks.ts';

/** Setting that tells the next start of the server that its data was restored. */
export const restoredAtSetting = 'restoredAt';

const auditColumns = '_id, event, outcome, userId, userName, subjectId, subjectName, address, detail, createdAt';

/**
 * Adds the audit entries of the database that is being replaced, so that a restore can't remove any. It is impossible
 * if the backup is older than the audit log, or if that database is damaged.
 */
const keepAudit = (connection: BetterSqlite.Database, previous: string): void => {
  if (!existsSync(previous)) return;
  try {
    connection.prepare('ATTACH ? AS previous').run(previous);
    connection.exec(`INSERT OR REPLACE INTO main.audit (${auditColumns}) SELECT ${auditColumns} FROM previous.audit`);
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
  }
};

/** Ends the sessions of a restored database and marks it as restored. Older backups contain sessions. */
export const prepareRestored = ({ database, previous }: { database: string; previous: string }): void => {
  const connection = new BetterSqlite(database);
  try {
    emptyTransientTables(connection);
    keepAudit(connection, previous);
    connection
      .prepare('INSERT OR REPLACE INTO setting (_id, value) VALUES (?, ?)')
      .run(restoredAtSetting, new Date().toISOString());
  } finally {
    connection.close();
  }
};

/**
 * Completes a restore when the server starts on the restored data: erases personal data that the backup brought back,
 * and adds the restore to the audit log.
 */
export const completeRestore = (context: OperationsContext, log: Logger): Promise<void> =>
  context.databaseHandle.transaction(async (database) => {
    const restored = await database
      .deleteFrom('setting')
      .where('_id', '=', restoredAtSetting)
      .returning('value')
      .executeTakeFirst();
    if (!restored) return;
    const { databaseHandle } = context;
    const write = createWriteContext({ databaseHandle, database, actor: null });
    await eraseAgain(write, { context, log });
    const paused = { pausedAt: new Date().toISOString(), pauseReason: 'restored', cursor: null } as const;
    // A copy for trying something must not reach the website of the original.
    await database.updateTable('webhook').set(paused).execute();
    await database.deleteFrom('webhookDelivery').where('state', '=', 'pending').execute();
    await recordInTransaction(write, [{ event: 'backupRestored', detail: `Restored at ${restored.value}` }]);
  });
