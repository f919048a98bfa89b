import type { Logger } from 'pino';
import { deleteExpiredAudit } from './audit/list.ts';
import type { Audit } from './audit/record.ts';
import { deleteExpiredLoginData } from './auth/login-limits.ts';
import { deleteExpiredChallenges } from './auth/passkeys.ts';
import { deleteExpiredSessions } from './auth/sessions.ts';
import { deleteOldChanges } from './changes/feed.ts';
import type { FileStore } from './files/file-store.ts';
import { scanLibrary } from './files/images/image-scans.ts';
import { compareImages } from './files/images/similar-images.ts';
import { purgeExpiredTrash } from './history/trash.ts';
import { deleteExpiredResponses } from './http/plugins/idempotency.ts';
import { deleteExpiredPresence } from './http/presence.ts';
import { type BackgroundTask, startBackgroundTask } from './lib/background-task.ts';
import { releaseExpiredFiles } from './records/add-entries.ts';
import { completeLibrary, type LibraryContext, releaseAssets } from './records/assets.ts';
import { deleteOldDeliveries } from './webhooks/rows.ts';

const hour = 60 * 60 * 1000;

type MaintenanceOptions = LibraryContext & {
  files: FileStore;
  log: Logger;
  audit: Audit;
  auditDays: number;
};

/**
 * Removes ended sessions, old idempotent responses, audit entries and trash, and unused files, at startup and then every
 * hour. The server doesn't wait for the first sweep of files, because a bucket takes a second per thousand.
 */
export const startMaintenance = async ({
  databaseHandle,
  files,
  log,
  audit,
  auditDays,
  getHooks,
}: MaintenanceOptions): Promise<BackgroundTask> => {
  const { database } = databaseHandle;
  if (!files.belongsToDatabase)
    log.warn({ files: files.storage.location }, 'the files belong to another database, so none is swept');

  const cleanUp = async () => {
    await deleteExpiredSessions(database);
    await deleteExpiredChallenges(database);
    await deleteExpiredLoginData(database);
    await deleteExpiredResponses(database);
    await deleteExpiredPresence(database);
    await audit.flush();
    await deleteExpiredAudit(database, auditDays);
    await purgeExpiredTrash(database);
    await releaseExpiredFiles(database);
    await deleteOldChanges(database);
    await deleteOldDeliveries(database);
    databaseHandle.reserve.fill();
  };
  // Files of an earlier version after the start, and of its servers on the same database later.
  const fillLibrary = async (signal: AbortSignal) => {
    const added = await completeLibrary({ databaseHandle, getHooks }, signal);
    if (added > 0) log.info({ added }, 'added files to the library');
  };
  const sweepFiles = async (signal: AbortSignal) => {
    if (!files.belongsToDatabase) return;
    const removed = await files.sweep(signal);
    if (removed > 0) log.info({ removed }, 'swept unused files');
  };
  // Servers that clean up at once would delete the same rows.
  const cleanUpAlone = () => databaseHandle.withLock('maintenance', cleanUp);
  await cleanUpAlone();
  let isCleanedUp = true;
  const work = async (signal: AbortSignal) => {
    if (!isCleanedUp) await cleanUpAlone();
    isCleanedUp = false;
    await fillLibrary(signal);
    await releaseAssets(databaseHandle, signal);
    await scanLibrary({ database, storage: files.storage }, signal);
    await compareImages(database, signal);
    await sweepFiles(signal);
  };
  const task = startBackgroundTask({ work, every: hour, log, failure: 'maintenance failed' });
  task.run();
  return task;
};
