import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from './copy-database.ts';

type Reason = 'daily' | 'before-migration' | 'before-restore';

const kept = 7;
const day = 24 * 60 * 60 * 1000;

/** The folder of the copies of the database that the server makes by itself. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

const nameOf = (reason: Reason, at: Date): string => `${reason}-${at.toISOString().replaceAll(':', '-')}.db`;

const timeOf = (name: string): number =>
  Date.parse(name.replace(/^.*?-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d+Z)\.db$/, '$1:$2:$3'));

/** The copies that were made for a reason, the newest first. */
const copiesFor = async (dataDir: string, reason: Reason): Promise<string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${reason}-`) && name.endsWith('.db'))
    .toSorted()
    .reverse();
};

/** What a copy left behind that was cut short, with the app that made it. */
const removeRemains = async (folder: string): Promise<void> => {
  const remains = (await readdir(folder)).filter((name) => name.includes('.db.part'));
  await Promise.all(remains.map((name) => rm(join(folder, name), { force: true })));
};

/** Copies the database into the folder of copies, and removes all but the newest seven made for that reason. */
export const keepCopy = async ({
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

/** Makes the copy of the day, where there is none younger than a day; says whether it did. */
export const keepDailyCopy = async (dataDir: string, now = new Date()): Promise<boolean> => {
  const [newest] = await copiesFor(dataDir, 'daily');
  if (newest !== undefined && now.getTime() - timeOf(newest) < day) return false;
  await keepCopy({ dataDir, reason: 'daily', now });
  return true;
};
