import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from './copy-database.ts';

/** The number in a name such as `000012-2026-11-27T02-00-00.123Z`; 0 in names of earlier versions and of others. */
const readNumber = (name: string): number => Number(/(?:^|-)(\d{6,15})-/.exec(name)?.[1] ?? 0);

export const isNumberedName = (name: string): boolean => /^\d{6,15}-/.test(name);

/** Oldest first. The number decides, because a clock may have been wrong. */
export const sortBackupNames = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => readNumber(a) - readNumber(b) || a.localeCompare(b));

/** The name of the backup after the others: its number, and its time for people, without colons, which Windows forbids. */
export const nextBackupName = (names: readonly string[], at = new Date()): string => {
  const number = Math.max(0, ...names.map(readNumber)) + 1;
  return `${String(number).padStart(6, '0')}-${at.toISOString().replaceAll(':', '-')}`;
};

type Reason = 'daily' | 'before-migration' | 'before-restore';

const maxBackups = 7;

/** Folder of the automatic database backups. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Oldest first. */
const listBackups = async (dataDir: string, reason: Reason): Promise<string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return sortBackupNames(names.filter((name) => name.startsWith(`${reason}-`) && name.endsWith('.db')));
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
  const existing = await listBackups(dataDir, reason);
  const to = join(folder, `${reason}-${nextBackupName(existing, now)}.db`);
  copyDatabase({ from: join(dataDir, 'backoffice.db'), to });
  const old = existing.slice(0, Math.max(0, existing.length + 1 - maxBackups));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return to;
};

/** Creates the daily backup unless the last one is of the same day in UTC. Returns whether it created one. */
export const createDailyBackup = async (dataDir: string, now = new Date()): Promise<boolean> => {
  const newest = (await listBackups(dataDir, 'daily')).at(-1);
  const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (newest?.includes(`-${day}T`)) return false;
  await createBackup({ dataDir, reason: 'daily', now });
  return true;
};
