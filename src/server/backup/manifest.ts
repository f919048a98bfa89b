import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { z } from 'zod';
import { sessionKeyName } from '../auth/server-keys.ts';
import { matchesName } from '../files/copy-files.ts';
import { storedFileType } from '../files/file-storage.ts';
import { filesBucketSetting } from '../files/open-storage.ts';
import { version } from '../lib/config.ts';

/** Returns null if the text isn't JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Lists the files of a backup. It is written last, so a backup without it was interrupted. */
export const manifestName = 'manifest.json';

export const databaseName = 'backoffice.db';

const manifestSchema = z.object({
  format: z.literal('catalogue-back-office-backup'),
  formatVersion: z.literal(1),
  appVersion: z.string(),
  createdAt: z.string(),
  /** SHA-256 by name. */
  files: z.record(z.string(), z.string()),
  /** The database that was backed up. */
  databaseId: z.string().optional(),
  /** The time for which a schedule made the backup. */
  scheduledFor: z.string().optional(),
  /** Sentences about files that were damaged or missing already. */
  problems: z.array(z.string()).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Returns null if this is no manifest of this version of the app. */
export const parseManifest = (text: string): Manifest | null => manifestSchema.safeParse(parseJson(text)).data ?? null;

export type NewManifest = Manifest & { problems: string[] };

/** Starts the manifest of a backup with its copy of the database. */
export const createManifest = async (database: string): Promise<NewManifest> => ({
  format: 'catalogue-back-office-backup',
  formatVersion: 1,
  appVersion: version,
  createdAt: new Date().toISOString(),
  files: { [databaseName]: await hashFile(database) },
  problems: [],
});

/** Adds an upload, or only why it couldn't be copied. Files that are damaged on the server already are named. */
export const addUpload = ({ files, problems }: NewManifest, name: string, hash: string): void => {
  const isCopied = hash !== 'Missing' && hash !== 'Unreadable';
  if (isCopied) files[`uploads/${name}`] = hash;
  const problem = !isCopied ? hash : storedFileType(name) && !matchesName(name, hash) ? 'Damaged' : null;
  if (problem !== null) problems.push(`${problem} when it was backed up: ${name}`);
};

const otherNames = new Set([databaseName, sessionKeyName, 'uploads/.database']);

/** True for names that a backup may contain; none of them leads out of the target folder. */
export const isBackupName = (name: string): boolean =>
  otherNames.has(name) || (name.startsWith('uploads/') && storedFileType(name.slice('uploads/'.length)) !== undefined);

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Reads a setting of an SQLite database that a server may be using. */
export const readSqliteSetting = (database: string, name: string): string | null => {
  const connection = new BetterSqlite(database, { readonly: true, fileMustExist: true });
  try {
    const row = connection.prepare('SELECT value FROM setting WHERE _id = ?').get(name);
    return (row as { value: string } | undefined)?.value ?? null;
  } finally {
    connection.close();
  }
};

/** Returns the bucket with the files of an SQLite database; null if they are in its data folder. */
export const readFilesBucket = (database: string): string | null => readSqliteSetting(database, filesBucketSetting);
