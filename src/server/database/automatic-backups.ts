import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from './copy-database.ts';

type Reason = 'daily' | 'before-migration' | 'before-restore';

const kept = 7;
const day = 24 * 60 * 60 * 1000;

/** The folder of the automatic database copies. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

const nameOf = (reason: Reason, at: Date): string => `${reason}-${at.toISOString().replaceAll(':', '-')}.db`;

const timeOf = (name: string): number =>
  Date.parse(name.replace(/^.*?-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d+Z)\.db$/, '$1:$2:$3'));

/** Newest first. */
const copiesFor = async (dataDir: string, reason: Reason): Promise<string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${reason}-`) && name.endsWith('.db'))
    .toSorted()
    .reverse();
};

const removeRemains = async (folder: string): Promise<void> => {
  const remains = (await readdir(folder)).filter((name) => name.includes('.db.part'));
  await Promise.all(remains.map((name) => rm(join(folder, name), { force: true })));
};

/** Copies the database to the backups folder and deletes all but the newest seven copies for the same reason. */
export const createBackup = async ({
  dataDir,
  reason,
  now = new Date(),
}: {
  dataDir: string;
  reason: Reason;
  now?: Date;
}): Promise<string> => {
  const folder = backupsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await removeRemains(folder);
  const to = join(folder, nameOf(reason, now));
  copyDatabase({ from: join(dataDir, 'backoffice.db'), to });
  const old = (await copiesFor(dataDir, reason)).slice(kept);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return to;
};

/** Makes the daily copy unless one is less than a day old. Returns whether it made one. */
export const createDailyBackup = async (dataDir: string, now = new Date()): Promise<boolean> => {
  const [newest] = await copiesFor(dataDir, 'daily');
  if (newest !== undefined && now.getTime() - timeOf(newest) < day) return false;
  await createBackup({ dataDir, reason: 'daily', now });
  return true;
};
