import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { typeOfStored } from '../files/names.ts';

/** Says what a backup holds; the last thing that is packed. */
export const manifestName = 'manifest.json';

export const databaseName = 'backoffice.db';

export const manifestSchema = z.object({
  format: z.literal('catalogue-back-office-backup'),
  formatVersion: z.literal(1),
  appVersion: z.string(),
  createdAt: z.string(),
  /** SHA-256 by name. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

const otherNames = new Set([databaseName, 'session.key', 'uploads/.database']);

/** Whether a name belongs into a backup; none of them leads out of the folder that it is unpacked into. */
export const isBackupName = (name: string): boolean =>
  otherNames.has(name) ||
  (name.startsWith('uploads/') && typeOfStored(name.slice('uploads/'.length)) !== undefined);

/** The SHA-256 of a file. */
export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
