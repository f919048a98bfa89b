import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from './copy-database.ts';

type Reason = 'daily' | 'before-migration' | 'before-restore';

const maxBackups = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Folder of the automatic database backups. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

const toFileName = (reason: Reason, at: Date): string =>
  `${reason}-${at.toISOString().replaceAll(':', '-')}.db`;

const parseTime = (name: string): number =>
  Date.parse(name.replace(/^.*?-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d+Z)\.db$/, '$1:$2:$3'));

/** Newest first. */
const listBackups = async (dataDir: string, reason: Reason): Promise<string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${reason}-`) && name.endsWith('.db'))
    .toSorted()
    .reverse();
};

const removeTempFiles = async (folder: string): Promise<void> => {
  const tempFiles = (await readdir(folder)).filter((name) => name.includes('.db.part'));
  await Promise.all(tempFiles.map((name) => rm(join(folder, name), { force: true })));
};

/** Copies the database to the backups folder and deletes all but the newest seven backups for the same reason. */
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
  await removeTempFiles(folder);
  const to = join(folder, toFileName(reason, now));
  copyDatabase({ from: join(dataDir, 'backoffice.db'), to });
  const old = (await listBackups(dataDir, reason)).slice(maxBackups);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return to;
};

/** Creates the daily backup unless the last one, by a clock that wasn't ahead, is less than a day old. Returns whether it did. */
export const createDailyBackup = async (dataDir: string, now = new Date()): Promise<boolean> => {
  const newest = (await listBackups(dataDir, 'daily')).find((name) => parseTime(name) <= now.getTime());
  if (newest !== undefined && now.getTime() - parseTime(newest) < dayMs) return false;
  await createBackup({ dataDir, reason: 'daily', now });
  return true;
};
