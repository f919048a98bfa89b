import { z } from 'zod';

/** Who uses a data folder, as it says itself. */
export const folderHolderSchema = z.object({ computer: z.string(), since: z.iso.datetime() });
export type FolderHolder = z.infer<typeof folderHolderSchema>;

/** By whom a data folder is in use already. */
export const heldFolderSchema = z.object({
  /** When that one opened it; null where it is not known. */
  since: z.iso.datetime().nullable(),
  /** The other computer that it is open on; null for this one. */
  computer: z.string().nullable(),
});
export type HeldFolder = z.infer<typeof heldFolderSchema>;

/** What the desktop's main process and the embedded server, its utility process, say to each other. */

export const embeddedCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    /** Folder of the database, the uploads and the server's key. */
    dataDir: z.string(),
    /** Every request must carry it in `appKeyHeader`: the server answers nobody but this app. */
    appKey: z.string(),
    /** The folder of the sample catalogue that comes with the app. */
    sampleDir: z.string(),
  }),
  /** Looks at once whether the folder is free, where another server has it. */
  z.object({ type: z.literal('retry') }),
  z.object({ type: z.literal('stop') }),
]);
export type EmbeddedCommand = z.infer<typeof embeddedCommandSchema>;

export const embeddedReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string() }),
  /** It does not answer, as another one has the folder. It starts by itself when that one lets go of it. */
  z.object({ type: z.literal('held'), path: z.string(), held: heldFolderSchema }),
  /** It cannot start: `message` is for people, `path` is the file or folder that it is about. */
  z.object({ type: z.literal('failed'), message: z.string(), path: z.string() }),
]);
export type EmbeddedReport = z.infer<typeof embeddedReportSchema>;

export const appKeyHeader = 'x-backoffice-key';

/** What main asks of the process that makes and restores backups. */
export const backupCommandSchema = z.discriminatedUnion('type', [
  /** The copy of the day, where it is due. */
  z.object({ type: z.literal('daily'), dataDir: z.string() }),
  /** The whole folder into one file. What is unfinished lies in the folder `scratch`, which is made for it. */
  z.object({ type: z.literal('pack'), dataDir: z.string(), path: z.string(), scratch: z.string() }),
  /** The folder as a file has it; no server may be using it. */
  z.object({ type: z.literal('restore'), dataDir: z.string(), path: z.string() }),
]);
export type BackupCommand = z.infer<typeof backupCommandSchema>;

export const backupReportSchema = z.discriminatedUnion('type', [
  /** How far it is, from 0 to 1. */
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), message: z.string(), path: z.string() }),
]);
export type BackupReport = z.infer<typeof backupReportSchema>;
