import { z } from 'zod';

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
  z.object({ type: z.literal('stop') }),
]);
export type EmbeddedCommand = z.infer<typeof embeddedCommandSchema>;

export const embeddedReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string() }),
  /** It cannot start: `message` is for people, `path` is the file or folder that it is about. */
  z.object({ type: z.literal('failed'), message: z.string(), path: z.string() }),
]);
export type EmbeddedReport = z.infer<typeof embeddedReportSchema>;

export const appKeyHeader = 'x-backoffice-key';

/** What main asks of the process that makes and restores backups. */
export const backupCommandSchema = z.discriminatedUnion('type', [
  /** The copy of the day, where it is due. */
  z.object({ type: z.literal('daily'), dataDir: z.string() }),
  /** The whole folder into one file. */
  z.object({ type: z.literal('pack'), dataDir: z.string(), path: z.string() }),
  /** The folder as a file has it; no server may be using it. */
  z.object({ type: z.literal('restore'), dataDir: z.string(), path: z.string() }),
]);
export type BackupCommand = z.infer<typeof backupCommandSchema>;

export const backupReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), message: z.string(), path: z.string() }),
]);
export type BackupReport = z.infer<typeof backupReportSchema>;
