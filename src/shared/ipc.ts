import { z } from 'zod';
import { spreadsheetPreviewSchema } from './import.ts';
import { delimiterNames, encodingNames } from './import-columns.ts';
import {
  authorizationSchema,
  colorSchemeSchema,
  connectionSchema,
  draggablePattern,
  exportNamePattern,
  fileKindSchema,
  fileResultSchema,
  pageUserSchema,
  routeSchema,
  serverStatusSchema,
  storageKeySchema,
  toastSchema,
  updateStatusSchema,
} from './ipc-schemas.ts';
import { fileFormats } from './resource-kit/list-fields.ts';
import { credentialsSchema, sessionSchema, signInResultSchema } from './session.ts';

/**
 * The IPC channels between the renderer and Electron's main process. Main parses every input with its schema; the
 * preload has one function per channel and nothing else.
 */

export const ipcChannels = {
  signIn: {
    input: credentialsSchema,
    output: signInResultSchema,
  },
  /** The session stored on this computer, without a request to the server; null if there is none. */
  getStoredSession: { input: z.undefined(), output: sessionSchema.nullable() },
  authorize: { input: z.undefined(), output: authorizationSchema },
  getStorageKey: { input: z.undefined(), output: storageKeySchema },
  signOut: { input: z.object({ canRevoke: z.boolean() }), output: z.void() },
  /** Opens the native file dialog. The list is empty if the user canceled it. */
  pickFiles: {
    input: z.object({ kind: fileKindSchema, isMultiple: z.boolean() }),
    output: z.array(fileResultSchema),
  },
  /** Adds a file dropped from the file manager. The preload finds its path; the renderer never sees the path. */
  addDroppedFile: {
    input: z.object({ kind: fileKindSchema, path: z.string().min(1).max(4096) }),
    output: fileResultSchema,
  },
  addPastedFile: {
    input: z.object({
      kind: fileKindSchema,
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array),
    }),
    output: fileResultSchema,
  },
  releaseFile: { input: z.object({ id: z.string().max(100) }), output: z.void() },
  /** Reads the beginning of a picked spreadsheet; `error` is a message for the user. */
  previewSpreadsheet: {
    input: z.object({
      id: z.string().max(100),
      sheet: z.string().max(255).optional(),
      headerRow: z.number().int().min(1).optional(),
      encoding: z.enum(encodingNames).optional(),
      delimiter: z.enum(delimiterNames).optional(),
    }),
    output: z.union([
      z.object({ preview: spreadsheetPreviewSchema }),
      z.object({ error: z.string(), isFileUnavailable: z.boolean() }),
    ]),
  },
  /**
   * Sends a body, as JSON or as a form, in which `{ "$localFile": id }` is replaced by the file. Returns the server's
   * response.
   */
  send: {
    input: z.object({
      requestId: z.string().max(100),
      method: z.enum(['POST', 'PATCH']),
      /** Below /v1, without a query or dot segments. */
      path: z
        .string()
        .max(300)
        .regex(/^\/v1\/[\w-]+(\/[\w-]+)*\/?$/, 'not a path of the API'),
      query: z.record(z.string().regex(/^\w{1,50}$/), z.string().max(200)).optional(),
      encoding: z.enum(['json', 'form']).optional(),
      body: z.record(z.string(), z.unknown()),
      headers: z.object({ 'idempotency-key': z.string().max(100).optional() }).optional(),
      userId: pageUserSchema,
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('completed'), status: z.number(), body: z.unknown() }),
      z.object({ outcome: z.literal('cancelled') }),
      z.object({
        outcome: z.literal('failed'),
        message: z.string(),
        isFileUnavailable: z.boolean(),
        fileId: z.string().optional(),
      }),
    ]),
  },
  /** Opens a save dialog and streams an export, an import template or an error list to the chosen file. */
  saveExport: {
    input: z.object({
      requestId: z.string().max(100),
      resource: z.string().regex(/^[\w-]{1,100}$/, 'not the name of a resource'),
      endpoint: z.enum(['export', 'import-template', 'error-list', 'personal-data']).optional(),
      format: z.enum(fileFormats),
      query: z.record(z.string().max(100), z.string().max(300)),
      fileName: z.string().max(200).regex(exportNamePattern, 'not a file name'),
      userId: pageUserSchema,
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('saved'), fileName: z.string() }),
      z.object({ outcome: z.literal('cancelled') }),
      z.object({ outcome: z.literal('rejected'), status: z.number(), body: z.unknown() }),
      z.object({ outcome: z.literal('failed'), message: z.string() }),
    ]),
  },
  /** Cancels a `send`, a `saveExport` or a `startDrag`. */
  cancelRequest: { input: z.object({ requestId: z.string().max(100) }), output: z.void() },
  /** Cancels the task that the `taskProgress` event reports, if it can be canceled. */
  cancelTask: { input: z.undefined(), output: z.void() },
  getAppInfo: {
    input: z.undefined(),
    output: z.object({
      version: z.string(),
      /** For display: "This computer" or the server's address. */
      server: z.string(),
      /** Whether the session outlives the app, which needs encryption from the operating system. */
      canPersistSession: z.boolean(),
    }),
  },
  getUpdateStatus: { input: z.undefined(), output: updateStatusSchema },
  checkForUpdates: { input: z.undefined(), output: z.void() },
  /** Closes the app, installs the update and reopens it. A page with unsaved changes can prevent this. */
  installUpdate: { input: z.undefined(), output: z.void() },
  /** Called once the page has subscribed to the events: main then sends those that were waiting. */
  rendererReady: { input: z.undefined(), output: z.void() },
  /** The answer to the event `storeDrafts`. */
  draftsStored: { input: z.undefined(), output: z.void() },
  getServerSetting: {
    input: z.undefined(),
    output: z.object({
      /** Address of the server in use; null for the server on this computer. */
      url: z.string().nullable(),
      /** Name of the environment variable that sets the server; null if the user can choose it. */
      fixedBy: z.string().nullable(),
    }),
  },
  /** Asks the user first, in a native dialog, unless it's the server in use. */
  testConnection: { input: z.object({ address: z.string().max(2000) }), output: connectionSchema },
  /**
   * Switches all windows to another server after asking the user in a native dialog. An address is tested first and not
   * used if the test fails.
   */
  setServer: {
    input: z.object({ address: z.string().max(2000).nullable() }),
    output: connectionSchema.nullable(),
  },
  /** For menus, dialogs, and windows that don't show a page yet. */
  setColorScheme: { input: colorSchemeSchema, output: z.void() },
  /** Unread notifications, for the badge and native notifications; null when signed out. */
  setUnread: {
    input: z.object({
      unread: z
        .object({
          count: z.number().int().min(0),
          newest: z.object({ createdAt: z.iso.datetime(), title: z.string().max(1000), route: routeSchema }).nullable(),
        })
        .nullable(),
    }),
    output: z.void(),
  },
  /** Continues a drag of a stored file outside the app. */
  startDrag: {
    input: z.object({
      requestId: z.string().max(100),
      path: z.string().max(300).regex(draggablePattern, 'not a stored image or PDF'),
      name: z.string().max(300),
    }),
    output: z.void(),
  },
  logError: {
    input: z.object({
      name: z.string().regex(/^\w{1,100}$/),
      message: z.string().max(1000),
      stack: z.string().max(10_000),
    }),
    output: z.void(),
  },
  getServerStatus: { input: z.undefined(), output: serverStatusSchema },
  retryServer: { input: z.undefined(), output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

const ipcEvents = {
  serverStatus: serverStatusSchema,
  sendProgress: z.object({ requestId: z.string(), sentBytes: z.number(), totalBytes: z.number() }),
  /** The user signed in or out in any window. */
  sessionChanged: z.null(),
  /** The page is about to be reloaded without asking: it stores what was typed and calls `draftsStored`. */
  storeDrafts: z.null(),
  openSettings: z.null(),
  openShortcuts: z.null(),
  /** Starts a check for updates and shows its result. */
  checkForUpdates: z.null(),
  navigate: routeSchema,
  exportProgress: z.object({ requestId: z.string(), receivedBytes: z.number() }),
  toast: toastSchema,
  updateStatus: updateStatusSchema,
  /** Progress of a task in main, from 0 to 1; null once it has ended. */
  taskProgress: z.object({ message: z.string(), fraction: z.number(), canCancel: z.boolean() }).nullable(),
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

/** The API of the preload on `window.backoffice`: one function per channel, one subscription per event. */
export type Bridge = {
  [C in Exclude<IpcChannel, 'addDroppedFile'>]: Call<C>;
} & {
  /** Takes the DOM's File (untyped, because shared has no DOM types). Returns null for a File without a path. */
  addDroppedFile: (input: {
    kind: z.infer<typeof fileKindSchema>;
    file: object;
  }) => Promise<IpcOutput<'addDroppedFile'> | null>;
  /** Returns the function that ends the subscription. */
  on: <E extends IpcEvent>(event: E, listener: (payload: IpcPayload<E>) => void) => () => void;
};

export type SpreadsheetResult = IpcOutput<'previewSpreadsheet'>;

/** Markers of local files in a body: main replaces them with `filename@@dataURL`, or with the bare data URL. */
export const localFileMarker = '$localFile';
export const bareFileMarker = '$bareLocalFile';
