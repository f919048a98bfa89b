import type { Logger } from 'pino';
import { deleteExpiredAudit } from './audit/list.ts';
import type { Audit } from './audit/record.ts';
import { deleteExpiredLoginData } from './auth/login-limits.ts';
import { deleteExpiredChallenges } from './auth/passkeys.ts';
import { deleteExpiredSessions } from './auth/sessions.ts';
import { deleteOldChanges } from './changes/read-changes.ts';
import type { DatabaseHandle } from './database/database-handle.ts';
import type { FileStore } from './files/file-store.ts';
import { findUsedFiles } from './files/file-uses.ts';
import { purgeExpiredTrash } from './history/trash.ts';
import { deleteExpiredResponses } from './http/plugins/idempotency.ts';
import { releaseExpiredFiles } from './records/file-retention.ts';

export type Maintenance = { stop: () => Promise<void> };

const hour = 60 * 60 * 1000;

/**
 * Waits for transactions in flight, such as the last ones of a killed server. A write with new files also writes to
 * `fileUse`, so locking that table is enough.
 */
const waitForPendingWrites = (databaseHandle: DatabaseHandle) =>
  databaseHandle.transaction((transaction) => databaseHandle.lockTable(transaction, 'fileUse'));

type MaintenanceOptions = {
  databaseHandle: DatabaseHandle;
  files: FileStore;
  log: Logger;
  audit: Audit;
  auditDays: number;
};

/** Removes ended sessions, old idempotent responses, audit entries and trash, and unused files, at startup and then every hour. */
export const startMaintenance = async ({
  databaseHandle,
  files,
  log,
  audit,
  auditDays,
}: MaintenanceOptions): Promise<Maintenance> => {
  const { database } = databaseHandle;
  if (!files.belongsToDatabase)
    log.warn({ folder: files.folder }, 'the uploads folder belongs to another database, so no file is swept');

  const cleanUp = async (graceMs: number) => {
    await deleteExpiredSessions(database);
    await deleteExpiredChallenges(database);
    await deleteExpiredLoginData(database);
    await deleteExpiredResponses(database);
    await audit.flush();
    await deleteExpiredAudit(database, auditDays);
    await purgeExpiredTrash(database);
    await releaseExpiredFiles(database);
    await deleteOldChanges(database);
    if (!files.belongsToDatabase) return;
    const removed = await files.sweep({ graceMs, findUsed: (names) => findUsedFiles(database, names) });
    if (removed > 0) log.info({ removed }, 'swept unused files');
  };
  await waitForPendingWrites(databaseHandle);
  // Servers that clean up at once would delete the same rows and files.
  const cleanUpAlone = (graceMs: number) => databaseHandle.withLock('maintenance', () => cleanUp(graceMs));
  await cleanUpAlone(0);

  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = cleanUpAlone(hour).catch((error: unknown) => log.error({ err: error }, 'maintenance failed'));
  }, hour);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
