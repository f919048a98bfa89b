import type { Logger } from 'pino';
import { v4 } from 'uuid';
import { forgetEndedSessions } from './auth/sessions.ts';
import type { FileStore } from './files/file-store.ts';
import { findUsedFiles } from './files/file-uses.ts';
import type { Storage } from './storage/storage.ts';
import type { Database } from './storage/tables.ts';

/** What a server does for itself from time to time. */
export type Upkeep = { stop: () => Promise<void> };

const hour = 60 * 60 * 1000;

const storeIdOf = async (database: Database): Promise<string> => {
  await database
    .insertInto('setting')
    .values({ _id: 'storeId', value: v4() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await database
    .selectFrom('setting')
    .select('value')
    .where('_id', '=', 'storeId')
    .executeTakeFirstOrThrow();
  return found.value;
};

/** Removes at once, and then every hour, what nothing refers to any more: ended sessions and unused files. */
export const startUpkeep = async ({
  storage: { database },
  files,
  log,
}: {
  storage: Storage;
  files: FileStore;
  log: Logger;
}): Promise<Upkeep> => {
  // The files of another database are not for this one to judge.
  const isOwner = await files.claim(await storeIdOf(database));
  if (!isOwner) log.warn({ folder: files.folder }, 'these uploads belong to another database: none is swept');

  const tidy = async (graceMs: number) => {
    await forgetEndedSessions(database);
    if (!isOwner) return;
    const removed = await files.sweep({ graceMs, findUsed: (names) => findUsedFiles(database, names) });
    if (removed > 0) log.info({ removed }, 'swept unused files');
  };
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
