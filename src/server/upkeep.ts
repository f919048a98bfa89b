import type { Logger } from 'pino';
import { forgetEndedSessions } from './auth/sessions.ts';
import type { Storage } from './database/storage.ts';
import type { FileStore } from './files/file-store.ts';
import { findUsedFiles } from './files/file-uses.ts';
import { emptyOldTrash } from './history/trash.ts';
import { forgetOldAnswers } from './http/plugins/kept-answers.ts';
import { letGoOfOldFiles } from './records/kept-files.ts';

/** What a server does for itself from time to time. */
export type Upkeep = { stop: () => Promise<void> };

const hour = 60 * 60 * 1000;

/**
 * Waits for writes that are still on their way to the database: of a server that was killed, say, whose last commit
 * nobody waits for any more. Each write to a record notes its files, and so is waited for.
 */
const untilWritten = (storage: Storage) =>
  storage.transaction((transaction) => storage.lockTable(transaction, 'fileUse'));

/**
 * Removes at once, and then every hour, what nothing refers to any more or what is too old: ended sessions, kept
 * answers, trash and unused files.
 */
export const startUpkeep = async ({
  storage,
  files,
  log,
}: {
  storage: Storage;
  files: FileStore;
  log: Logger;
}): Promise<Upkeep> => {
  const { database } = storage;
  if (!files.isOwn)
    log.warn({ folder: files.folder }, 'these uploads belong to another database: none is swept');

  const tidy = async (graceMs: number) => {
    await forgetEndedSessions(database);
    await forgetOldAnswers(database);
    await emptyOldTrash(database);
    await letGoOfOldFiles(database);
    if (!files.isOwn) return;
    const removed = await files.sweep({ graceMs, findUsed: (names) => findUsedFiles(database, names) });
    if (removed > 0) log.info({ removed }, 'swept unused files');
  };
  await untilWritten(storage);
  await tidy(0);

  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = tidy(hour).catch((error: unknown) => log.error({ err: error }, 'upkeep failed'));
  }, hour);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
