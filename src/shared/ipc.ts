import { z } from 'zod';
import { spreadsheetPreviewSchema } from './import.ts';
import { delimiterNames, encodingNames } from './import-encodings.ts';
import {
  apiPathSchema,
  authorizationSchema,
  colorSchemeSchema,
  connectionSchema,
  draggablePattern,
  exportNamePattern,
  exportProgressSchema,
  fileKindSchema,
  fileResultSchema,
  noticeSchema,
  routeSchema,
  sendProgressSchema,
  serverStatusSchema,
  updateStatusSchema,
} from './ipc-shapes.ts';
import { exportFormats } from './resource/schemas.ts';
import { credentialsSchema, sessionSchema } from './session.ts';

/**
 * The one map of IPC channels between the renderer and Electron's main process.
 * Main parses every input with its schema; the preload has one function a channel and nothing else.
 */

export const ipcChannels = {
  signIn: {
    input: credentialsSchema,
    output: z.object({ success: z.boolean(), message: z.string(), session: sessionSchema.nullable() }),
  },
  /** Whose session is kept on this computer, without asking the server; null where none is. */
  getKeptSession: { input: z.undefined(), output: sessionSchema.nullable() },
  authorize: { input: z.undefined(), output: authorizationSchema },
  signOut: { input: z.object({ canRevoke: z.boolean() }), output: z.void() },
  /** Opens the system's dialog. An empty list: the person chose nothing. */
  pickFiles: {
    input: z.object({ kind: fileKindSchema, isMultiple: z.boolean() }),
    output: z.array(fileResultSchema),
  },
  /** A file dropped from the system's file manager. The preload finds its path; the renderer never sees it. */
  addDroppedFile: {
    input: z.object({ kind: fileKindSchema, path: z.string().min(1).max(4096) }),
    output: fileResultSchema,
  },
  /** A file that has no path, such as a pasted picture. */
  addFileBytes: {
    input: z.object({
      kind: fileKindSchema,
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array),
    }),
    output: fileResultSchema,
  },
  releaseFile: { input: z.object({ id: z.string().max(100) }), output: z.void() },
  /** Reads the beginning of a picked spreadsheet; `problem` says in words why it cannot be read. */
  readSpreadsheet: {
    input: z.object({
      id: z.string().max(100),
      sheet: z.string().max(255).optional(),
      headerRow: z.number().int().min(1).optional(),
      encoding: z.enum(encodingNames).optional(),
      delimiter: z.enum(delimiterNames).optional(),
    }),
    output: z.union([
      z.object({ preview: spreadsheetPreviewSchema }),
      z.object({ problem: z.string(), isFileGone: z.boolean() }),
    ]),
  },
  /**
   * Sends a body in which `{ "$localFile": id }` stands for a file: as JSON, or as a form of texts and files. Answers
   * with what the server said.
   */
  send: {
    input: z.object({
      requestId: z.string().max(100),
      method: z.enum(['POST', 'PATCH']),
      path: apiPathSchema,
      query: z.record(z.string().regex(/^\w{1,50}$/), z.string().max(200)).optional(),
      encoding: z.enum(['json', 'form']).optional(),
      body: z.record(z.string(), z.unknown()),
      headers: z.object({ 'idempotency-key': z.string().max(100).optional() }).optional(),
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('answered'), status: z.number(), body: z.unknown() }),
      z.object({ outcome: z.literal('cancelled') }),
      z.object({
        outcome: z.literal('failed'),
        message: z.string(),
        isFileGone: z.boolean(),
        fileId: z.string().optional(),
      }),
    ]),
  },
  /** Asks where to save what a list holds, or the empty workbook of an import, and writes it there as it comes. */
  saveExport: {
    input: z.object({
      requestId: z.string().max(100),
      resource: z.string().regex(/^[\w-]{1,100}$/, 'not the name of a resource'),
      what: z.enum(['export', 'import-template', 'error-list']).optional(),
      format: z.enum(exportFormats),
      /** What the list is narrowed and sorted by. */
      query: z.record(z.string().max(100), z.string().max(300)),
      /** Is offered in the dialog. */
      fileName: z.string().max(200).regex(exportNamePattern, 'not a file name'),
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('saved'), fileName: z.string() }),
      z.object({ outcome: z.literal('cancelled') }),
      z.object({ outcome: z.literal('refused'), status: z.number(), body: z.unknown() }),
      z.object({ outcome: z.literal('failed'), message: z.string() }),
    ]),
  },
  /** Ends a `send`, a `saveExport`, or a `dragOut` that was let go of. */
  cancelRequest: { input: z.object({ requestId: z.string().max(100) }), output: z.void() },
  /** Ends what `work` tells of, where it can be cancelled. */
  cancelWork: { input: z.undefined(), output: z.void() },
  getAppInfo: {
    input: z.undefined(),
    output: z.object({
      version: z.string(),
      /** What the app talks to, for people: "This computer" or the server's address. */
      server: z.string(),
      /** Whether the session outlives the app (the system offers encryption). */
      isSessionKept: z.boolean(),
    }),
  },
  getUpdateStatus: { input: z.undefined(), output: updateStatusSchema },
  checkForUpdates: { input: z.undefined(), output: z.void() },
  /** Closes the app, installs the newer version and opens it. A page with unsaved changes may still stay. */
  installUpdate: { input: z.undefined(), output: z.void() },
  /** The page listens from now on: it is told what waited for it. */
  listen: { input: z.undefined(), output: z.void() },
  getServerChoice: {
    input: z.undefined(),
    output: z.object({
      /** The address of the server in use; null is the one on this computer. */
      url: z.string().nullable(),
      /** What decided on it, so that it cannot be chosen here. */
      fixedBy: z.string().nullable(),
    }),
  },
  /** Tries an address without using it. */
  testServer: { input: z.object({ address: z.string().max(2000) }), output: connectionSchema },
  /** Uses another server from now on, in every window. An address is tried first: one that fails is not used. */
  chooseServer: {
    input: z.object({ address: z.string().max(2000).nullable() }),
    output: connectionSchema.nullable(),
  },
  /** For what is not a page: menus, dialogs, and windows before they show one. */
  setColorScheme: { input: colorSchemeSchema, output: z.void() },
  /** What the notifications nobody has read are like, for badge and native notifications; null: nobody is signed in. */
  showUnread: {
    input: z.object({
      unread: z
        .object({
          count: z.number().int().min(0),
          newest: z
            .object({ createdAt: z.iso.datetime(), title: z.string().max(1000), route: routeSchema })
            .nullable(),
        })
        .nullable(),
    }),
    output: z.void(),
  },
  /** Goes on with a drag that began on a stored file, out of the app. */
  dragOut: {
    input: z.object({
      requestId: z.string().max(100),
      path: z.string().max(300).regex(draggablePattern, 'not a stored picture or PDF'),
      name: z.string().max(300),
    }),
    output: z.void(),
  },
  /** Something that nobody caught in a page, for the log. */
  logFault: {
    input: z.object({
      name: z.string().regex(/^\w{1,100}$/),
      message: z.string().max(1000),
      stack: z.string().max(10_000),
    }),
    output: z.void(),
  },
  getServerStatus: { input: z.undefined(), output: serverStatusSchema },
  /** Starts the embedded server once more after it failed. */
  retryServer: { input: z.undefined(), output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** What main tells the renderer unasked. */
const ipcEvents = {
  serverStatus: serverStatusSchema,
  sendProgress: sendProgressSchema,
  /** Signed in or out, in whichever window. */
  sessionChanged: z.null(),
  openSettings: z.null(),
  openShortcuts: z.null(),
  /** Looks for a newer version of the app, and says what was found. */
  checkForUpdates: z.null(),
  /** To a route of the app, as a link does. */
  navigate: routeSchema,
  exportProgress: exportProgressSchema,
  notice: noticeSchema,
  updateStatus: updateStatusSchema,
  /** What main does for the person meanwhile, and how far it is, from 0 to 1; null: it is over. */
  work: z.object({ message: z.string(), fraction: z.number(), canCancel: z.boolean() }).nullable(),
} as const satisfies Record<string, z.ZodType>;

type Channels = typeof ipcChannels;
type Events = typeof ipcEvents;
export type IpcChannel = keyof Channels;
export type IpcEvent = keyof Events;
export type IpcInput<C extends IpcChannel> = z.infer<Channels[C]['input']>;
export type IpcOutput<C extends IpcChannel> = z.infer<Channels[C]['output']>;
export type IpcPayload<E extends IpcEvent> = z.infer<Events[E]>;

type Call<C extends IpcChannel> =
  undefined extends IpcInput<C> ? () => Promise<IpcOutput<C>> : (input: IpcInput<C>) => Promise<IpcOutput<C>>;

/** What the preload puts on `window.backoffice`: one function a channel, one subscription an event. */
export type Bridge = {
  [C in Exclude<IpcChannel, 'addDroppedFile'>]: Call<C>;
} & {
  /** Takes the DOM's File (untyped here, since shared knows no DOM); a File without a path gives null. */
  addDroppedFile: (input: {
    kind: z.infer<typeof fileKindSchema>;
    file: object;
  }) => Promise<IpcOutput<'addDroppedFile'> | null>;
  /** Subscribes; gives back the function that ends the subscription. */
  on: <E extends IpcEvent>(event: E, listener: (payload: IpcPayload<E>) => void) => () => void;
};

export type SpreadsheetResult = IpcOutput<'readSpreadsheet'>;
