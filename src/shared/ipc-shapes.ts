import { z } from 'zod';
import { heldFolderSchema } from './embedded.ts';
import { exportFormats } from './resource/schemas.ts';
import { sessionSchema } from './session.ts';
import { extensionsOf } from './uploads.ts';

/** What travels between the renderer and main, as the map of channels (`ipc.ts`) names it. */

export const fileKindSchema = z.enum(['image', 'pdf', 'video', 'spreadsheet']);

/** A file on this computer that a person picked. Its bytes stay in main; `id` stands for them. */
export const localFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** MIME type, by content. */
  type: z.string(),
  previewUrl: z.string(),
  /** Sent as a bare data URL, without its name before it. */
  isBare: z.boolean().optional(),
});
export type LocalFile = z.infer<typeof localFileSchema>;

/** A file was taken, or `problem` says in words why not. */
export const fileResultSchema = z.union([
  z.object({ file: localFileSchema }),
  z.object({ problem: z.string() }),
]);
export type FileResult = z.infer<typeof fileResultSchema>;

/**
 * What a token-less look at the session gives. `signedOut`: no session is kept here, so the server was not asked.
 * `rejected`: the server refused the kept session, which is forgotten. `unreachable`: the server did not answer and the
 * session is kept; it is null where it has expired as well.
 */
export const authorizationSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('signedIn'), session: sessionSchema }),
  z.object({ state: z.enum(['signedOut', 'rejected']) }),
  z.object({
    state: z.literal('unreachable'),
    message: z.string(),
    session: sessionSchema.nullable(),
  }),
]);
export type Authorization = z.infer<typeof authorizationSchema>;

export const exportProgressSchema = z.object({ requestId: z.string(), receivedBytes: z.number() });

export const sendProgressSchema = z.object({
  requestId: z.string(),
  sentBytes: z.number(),
  totalBytes: z.number(),
});

/**
 * The state of the server that the app talks to. `running`: the embedded one, or the one that serves this page.
 * `remote`: another one, which is not watched until it fails. `unreachable`: it does not answer; it is asked again
 * until it does. `held`: the embedded one does not answer, as another one has its data folder. `path` is the data folder or file that a failure to start is about.
 */
export const serverStatusSchema = z.object({
  state: z.enum(['starting', 'running', 'restarting', 'failed', 'remote', 'unreachable', 'held']),
  message: z.string().optional(),
  path: z.string().optional(),
  /** By whom the data folder is in use. */
  held: heldFolderSchema.optional(),
});
export type ServerStatus = z.infer<typeof serverStatusSchema>;

/** The API paths that the bridge may write to: below /v1, no query, no dot segments. */
export const apiPathSchema = z
  .string()
  .max(300)
  .regex(/^\/v1\/[\w-]+(\/[\w-]+)*\/?$/, 'not a path of the API');

/**
 * `off`: this installation does not look for newer versions. `ready`: a newer one is here and is installed when the app
 * is restarted.
 */
export const updateStatusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['off', 'checking', 'current']) }),
  z.object({ state: z.literal('downloading'), version: z.string(), percent: z.int() }),
  z.object({ state: z.literal('ready'), version: z.string() }),
  z.object({ state: z.literal('failed'), message: z.string() }),
]);
export type UpdateStatus = z.infer<typeof updateStatusSchema>;

/** For the person at this window. */
export const noticeSchema = z.object({ isFailure: z.boolean(), message: z.string() });

/** A path of the app, with its query. */
export const routeSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)/);

/** What a system takes as the name of an export: no path, no stream, nothing invisible, and its own extension. */
export const exportNamePattern = new RegExp(`^[^\\\\/:*?"<>|\\p{C}]+\\.(${exportFormats.join('|')})$`, 'u');

/** Pictures and PDFs: nothing that a system would run when somebody opens it. */
export const draggablePattern = new RegExp(
  `^/uploads/[\\w-]+\\.(${[...extensionsOf('image'), ...extensionsOf('pdf')].join('|')})$`,
  'i',
);

/** `auto`: as the system has it. */
export const colorSchemeSchema = z.enum(['light', 'dark', 'auto']);
export type ColorScheme = z.infer<typeof colorSchemeSchema>;

export const connectionSchema = z.discriminatedUnion('outcome', [
  /** `version` is null where the server keeps the specification and does not say who it is. */
  z.object({ outcome: z.literal('ok'), url: z.string(), version: z.string().nullable() }),
  z.object({
    outcome: z.literal('failed'),
    /** `foreign`: something answers that is not this API. `moved`: it sends on to another address. */
    reason: z.enum(['address', 'unreachable', 'certificate', 'foreign', 'moved']),
    message: z.string(),
  }),
]);

/** Markers of local files in a body: main replaces them with `filename@@dataURL`, or with the bare data URL. */
export const localFileMarker = '$localFile';
export const bareFileMarker = '$bareLocalFile';
