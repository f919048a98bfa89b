import { z } from 'zod';

export const lockOwnerSchema = z.object({ computer: z.string(), since: z.iso.datetime() });
export type LockOwner = z.infer<typeof lockOwnerSchema>;

const folderLockSchema = z.object({
  /** When the folder was opened; null if unknown. */
  since: z.iso.datetime().nullable(),
  /** Name of the other computer that has it open; null for this one. */
  computer: z.string().nullable(),
});
export type FolderLock = z.infer<typeof folderLockSchema>;

/** Messages between Electron's main process and the embedded server, its utility process. */

export const embeddedCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    /** Folder of the database, the uploads and the server's key. */
    dataDir: z.string(),
    /** Expected in `appKeyHeader` of every request, so that only this app can use the server. */
    appKey: z.string(),
    sampleDir: z.string(),
  }),
  /** Checks now, without waiting for the next attempt, whether a locked folder is free. */
  z.object({ type: z.literal('retry') }),
  z.object({ type: z.literal('stop') }),
]);
export type EmbeddedCommand = z.infer<typeof embeddedCommandSchema>;

export const embeddedMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string() }),
  /** The folder is locked by another process. The server starts by itself once the folder is free. */
  z.object({ type: z.literal('locked'), path: z.string(), lock: folderLockSchema }),
  /** The server can't start: `message` is shown to the user, `path` is the file or folder concerned. */
  z.object({ type: z.literal('failed'), message: z.string(), path: z.string() }),
]);
export type EmbeddedMessage = z.infer<typeof embeddedMessageSchema>;

export const appKeyHeader = 'x-backoffice-key';

export const backupCommandSchema = z.discriminatedUnion('type', [
  /** Creates the daily backup if it is due. */
  z.object({ type: z.literal('daily'), dataDir: z.string() }),
  /** Packs the data folder into one file. `tempDir` is a temporary folder that is created for it. */
  z.object({ type: z.literal('pack'), dataDir: z.string(), path: z.string(), tempDir: z.string() }),
  /** Replaces the folder's data by that of a backup. No server may be using the folder. */
  z.object({
    type: z.literal('restore'),
    dataDir: z.string(),
    path: z.string(),
    /** Whether to leave out damaged uploads. Otherwise, a backup with any isn't restored. */
    skipDamaged: z.boolean().optional(),
  }),
]);
export type BackupCommand = z.infer<typeof backupCommandSchema>;

export const backupMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  /** `problems` says which files were damaged already. */
  z.object({ type: z.literal('done'), problems: z.array(z.string()).optional() }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    path: z.string(),
    /** Names of the damaged files, if a restore can leave them out. */
    damagedFiles: z.array(z.string()).optional(),
  }),
]);
export type BackupMessage = z.infer<typeof backupMessageSchema>;
