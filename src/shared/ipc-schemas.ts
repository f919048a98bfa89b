import { z } from 'zod';
import { folderLockSchema } from './embedded.ts';
import { fileFormats } from './resource-kit/list-fields.ts';
import { sessionSchema } from './session.ts';
import { extensionsOf } from './uploads.ts';

export const fileKindSchema = z.enum(['image', 'pdf', 'video', 'captions', 'spreadsheet']);

/** A file that the user picked. Its bytes stay in main; `id` refers to them. */
const localFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  previewUrl: z.string(),
  /** Sent as a data URL without the file name. */
  isBare: z.boolean().optional(),
});
export type LocalFile = z.infer<typeof localFileSchema>;

export const fileResultSchema = z.union([z.object({ file: localFileSchema }), z.object({ error: z.string() })]);
export type FileResult = z.infer<typeof fileResultSchema>;

/** Id of the user whose data the page shows. Main sends nothing for it in the session of another one. */
export const pageUserSchema = z.string().max(100).optional();

/** The key for drafts and cached responses. `unsupported`: the server has none, as in older versions. */
export const storageKeySchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('known'), key: z.string() }),
  z.object({ state: z.literal('unsupported') }),
  /** The user is signed out, or the server is unreachable. */
  z.object({ state: z.literal('unavailable') }),
]);
export type StorageKey = z.infer<typeof storageKeySchema>;

/**
 * Result of a session check. `signedOut`: no session is stored, and no request was made. `rejected`: the server
 * rejected the stored session, which is deleted; `reason` is for the user. `unreachable`: no response; `session` is the stored one, null if it
 * has expired.
 */
export const authorizationSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('signedIn'), session: sessionSchema }),
  z.object({ state: z.enum(['signedOut', 'rejected']), reason: z.string().optional() }),
  z.object({
    state: z.literal('unreachable'),
    message: z.string(),
    session: sessionSchema.nullable(),
  }),
]);
export type Authorization = z.infer<typeof authorizationSchema>;

/**
 * State of the server. `running`: the embedded one or the page's own. `remote`: another one, not monitored until it
 * fails. `unreachable`: no response yet; main retries. `held`: another process has locked the data folder.
 * `path`: the data folder or file that caused a failed start.
 */
export const serverStatusSchema = z.object({
  state: z.enum(['starting', 'running', 'restarting', 'failed', 'remote', 'unreachable', 'locked']),
  message: z.string().optional(),
  path: z.string().optional(),
  lock: folderLockSchema.optional(),
});
export type ServerStatus = z.infer<typeof serverStatusSchema>;

/** `off`: this installation doesn't look for updates. `ready`: a downloaded update is installed on restart. */
export const updateStatusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['off', 'checking', 'current']) }),
  z.object({ state: z.literal('downloading'), version: z.string(), percent: z.int() }),
  z.object({ state: z.literal('ready'), version: z.string() }),
  z.object({ state: z.literal('failed'), message: z.string() }),
]);
export type UpdateStatus = z.infer<typeof updateStatusSchema>;

export const toastSchema = z.object({ isFailure: z.boolean(), message: z.string() });

export const routeSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)/);

/** A file name without path separators, NTFS streams or invisible characters, and with an export's extension. */
export const exportNamePattern = new RegExp(`^[^\\\\/:*?"<>|\\p{C}]+\\.(${fileFormats.join('|')})$`, 'u');

/** Stored images and PDFs: no type that the operating system would execute when it is opened. */
export const draggablePattern = new RegExp(
  `^/uploads/[\\w-]+\\.(${[...extensionsOf('image'), ...extensionsOf('pdf')].join('|')})$`,
  'i',
);

/** `auto`: the operating system's color scheme. */
export const colorSchemeSchema = z.enum(['light', 'dark', 'auto']);
export type ColorScheme = z.infer<typeof colorSchemeSchema>;

export const connectionSchema = z.discriminatedUnion('outcome', [
  /** `version` is null if the server follows the specification but doesn't identify itself. */
  z.object({ outcome: z.literal('ok'), url: z.string(), version: z.string().nullable() }),
  z.object({ outcome: z.literal('cancelled') }),
  z.object({
    outcome: z.literal('failed'),
    /** `foreign`: the response is not from this API. `moved`: the server redirects to another address. */
    reason: z.enum(['address', 'unreachable', 'certificate', 'foreign', 'moved']),
    message: z.string(),
  }),
]);
