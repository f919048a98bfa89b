import { z } from 'zod';
import type { FolderLock } from './embedded.ts';
import { fileFormats } from './resource-kit/list-fields.ts';
import { credentialsSchema, type Session, type SignInResult } from './session.ts';
import { extensionsOf, maxSourceFiles } from './uploads.ts';

/**
 * The IPC channels between the renderer and Electron's main process. Main parses every input with its schema; the
 * preload has one function per channel and nothing else.
 */

/** Markers of local files in a body: main replaces them with `filename@@dataURL`, or with the bare data URL. */
export const localFileMarker = '$localFile';
export const bareFileMarker = '$bareLocalFile';

/**
 * Header of a page's request with local files in its body: an id under which main reports the progress. A form is sent
 * as JSON, too, with the content type of a form.
 */
export const uploadHeader = 'x-upload-id';

/** Header of main's own responses: it couldn't read a file (`file`, with the id in the body), or reach the server. */
export const failureHeader = 'x-failure';

const fileKindSchema = z.enum(['image', 'pdf', 'video', 'captions', 'media', 'spreadsheet']);

/** A file that the user picked. Its bytes stay in main; `id` refers to them. */
export type LocalFile = {
  id: string;
  name: string;
  size: number;
  type: string;
  previewUrl: string;
  /** Sent as a data URL without the file name. */
  isBare?: boolean;
};

export type FileResult = { file: LocalFile } | { error: string };

/** An image in a dropped folder or zip. `path` is its name, after that of its folder; `modifiedAt` is in milliseconds. */
export type FileSource = { id: string; path: string; size: number; modifiedAt: number };

/** `skipped` counts the other files. */
export type FileSources = { files: FileSource[]; skipped: number };

/**
 * The key for drafts and cached responses. `unsupported`: the server has none, as in older versions. `unavailable`: the
 * user is signed out, or the server is unreachable.
 */
export type StorageKey = { state: 'known'; key: string } | { state: 'unsupported' | 'unavailable' };

/**
 * Result of a session check. `signedOut`: no session is stored, and no request was made. `rejected`: the server
 * rejected the stored session, which is deleted; `reason` is for the user. `unreachable`: no response; `session` is the
 * stored one, null if it has expired.
 */
export type Authorization =
  | { state: 'signedIn'; session: Session }
  | { state: 'signedOut' | 'rejected'; reason?: string | undefined }
  | { state: 'unreachable'; message: string; session: Session | null };

/**
 * State of the server. `running`: the embedded one or the page's own. `remote`: another one, not monitored until it
 * fails. `unreachable`: no response yet; each page asks again. `locked`: another process has locked the data folder.
 * `path`: the data folder or file that caused a failed start.
 */
export type ServerStatus = {
  state: 'starting' | 'running' | 'restarting' | 'failed' | 'remote' | 'unreachable' | 'locked';
  message?: string | undefined;
  path?: string | undefined;
  lock?: FolderLock | undefined;
};

/** `off`: this installation doesn't look for updates. `ready`: a downloaded update is installed on restart. */
export type UpdateStatus =
  | { state: 'off' | 'checking' | 'current' }
  | { state: 'downloading'; version: string; percent: number }
  | { state: 'ready'; version: string }
  | { state: 'failed'; message: string };

export type ConnectionTest =
  /** `version` is null if the server follows the specification but doesn't identify itself. */
  | { outcome: 'ok'; url: string; version: string | null }
  | { outcome: 'cancelled' }
  /** `foreign`: the response is not from this API. `moved`: the server redirects to another address. */
  | { outcome: 'failed'; reason: 'address' | 'unreachable' | 'certificate' | 'foreign' | 'moved'; message: string };

/** `auto`: the operating system's color scheme. */
const colorSchemeSchema = z.enum(['light', 'dark', 'auto']);
export type ColorScheme = z.infer<typeof colorSchemeSchema>;

/** Id of the user whose data the page shows. Main sends nothing for it in the session of another one. */
const pageUserSchema = z.string().max(100).optional();

const routeSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)/);

/** A file name without path separators, NTFS streams or invisible characters, and with an export's extension. */
const exportNamePattern = new RegExp(`^[^\\\\/:*?"<>|\\p{C}]+\\.(${fileFormats.join('|')})$`, 'u');

/** Stored images and PDFs: no type that the operating system would execute when it is opened. */
const draggablePattern = new RegExp(
  `^/uploads/[\\w-]+\\.(${[...extensionsOf('image'), ...extensionsOf('pdf')].join('|')})$`,
  'i',
);

const noInput = z.undefined();
const requestId = z.string().max(100);

/** The inputs of all channels. */
export const ipcChannels = {
  signIn: credentialsSchema,
  /** The session stored on this computer, without a request to the server; null if there is none. */
  getStoredSession: noInput,
  authorize: noInput,
  getStorageKey: noInput,
  signOut: z.object({ canRevoke: z.boolean() }),
  /** Opens the native file dialog. The list is empty if the user canceled it. */
  pickFiles: z.object({ kind: fileKindSchema, isMultiple: z.boolean() }),
  /** Adds a file dropped from the file manager. The preload finds its path; the renderer never sees the path. */
  addDroppedFile: z.object({ kind: fileKindSchema, path: z.string().min(1).max(4096) }),
  addPastedFile: z.object({
    kind: fileKindSchema,
    name: z.string().min(1).max(255),
    bytes: z.instanceof(Uint8Array),
  }),
  releaseFile: z.object({ id: z.string().max(100) }),
  /** Lists the images in dropped folders, files and zips, whose paths the preload finds, and remembers these paths. */
  collectFiles: z.object({ paths: z.array(z.string().min(1).max(4096)).max(maxSourceFiles) }),
  /** Lists them again after a restart. */
  restoreFiles: noInput,
  forgetFiles: noInput,
  openSource: z.object({ id: z.string().max(100) }),
  /** Opens a save dialog and streams an export, an import template or an error list to the chosen file. */
  saveExport: z.object({
    requestId,
    resource: z.string().regex(/^[\w-]{1,100}$/, 'not the name of a resource'),
    endpoint: z
      .enum(['export', 'import-template', 'error-list', 'personal-data', 'labels', 'price-list', 'files'])
      .optional(),
    format: z.enum(fileFormats),
    query: z.record(z.string().max(100), z.string().max(300)),
    /** Sent as JSON with POST. */
    body: z.record(z.string().max(100), z.unknown()).optional(),
    fileName: z.string().max(200).regex(exportNamePattern, 'not a file name'),
    userId: pageUserSchema,
  }),
  /** Cancels a `saveExport` or a `startDrag`. */
  cancelRequest: z.object({ requestId }),
  /** Cancels the task that the `taskProgress` event reports, if it can be canceled. */
  cancelTask: noInput,
  getAppInfo: noInput,
  getUpdateStatus: noInput,
  checkForUpdates: noInput,
  /** Closes the app, installs the update and reopens it. A page with unsaved changes can prevent this. */
  installUpdate: noInput,
  /** Called once the page has subscribed to the events: main then sends those that were waiting. */
  rendererReady: noInput,
  /** The answer to the event `storeDrafts`. */
  draftsStored: noInput,
  getServerSetting: noInput,
  /** Asks the user first, in a native dialog, unless it's the server in use. */
  testConnection: z.object({ address: z.string().max(2000) }),
  /**
   * Switches all windows to another server after asking the user in a native dialog. An address is tested first and not
   * used if the test fails. Null is the embedded server.
   */
  setServer: z.object({ address: z.string().max(2000).nullable() }),
  /** For menus, dialogs, and windows that don't show a page yet. */
  setColorScheme: colorSchemeSchema,
  /** Unread notifications, for the badge and native notifications; null when signed out. */
  setUnread: z.object({
    unread: z
      .object({
        count: z.number().int().min(0),
        newest: z.object({ createdAt: z.iso.datetime(), title: z.string().max(1000), route: routeSchema }).nullable(),
      })
      .nullable(),
  }),
  /** Continues a drag of a stored file outside the app. */
  startDrag: z.object({
    requestId,
    path: z.string().max(300).regex(draggablePattern, 'not a stored image or PDF'),
    name: z.string().max(300),
  }),
  logError: z.object({
    name: z.string().regex(/^\w{1,100}$/),
    message: z.string().max(1000),
    stack: z.string().max(10_000),
  }),
  getServerStatus: noInput,
  retryServer: noInput,
} as const satisfies Record<string, z.ZodType>;

/** The outputs of the channels that have one. */
type Outputs = {
  signIn: SignInResult;
  getStoredSession: Session | null;
  authorize: Authorization;
  getStorageKey: StorageKey;
  pickFiles: FileResult[];
  addDroppedFile: FileResult;
  addPastedFile: FileResult;
  collectFiles: FileSources;
  restoreFiles: FileSources;
  openSource: FileResult;
  saveExport:
    | { outcome: 'saved'; fileName: string }
    | { outcome: 'cancelled' }
    | { outcome: 'rejected'; status: number; body: unknown }
    | { outcome: 'failed'; message: string };
  getAppInfo: {
    version: string;
    /** For display: "This computer" or the server's address. */
    server: string;
    /** Whether the session outlives the app, which needs encryption from the operating system. */
    canPersistSession: boolean;
  };
  getUpdateStatus: UpdateStatus;
  getServerSetting: {
    /** Address of the server in use; null for the server on this computer. */
    url: string | null;
    /** Name of the environment variable that sets the server; null if the user can choose it. */
    fixedBy: string | null;
  };
  testConnection: ConnectionTest;
  setServer: ConnectionTest | null;
  getServerStatus: ServerStatus;
};

type Events = {
  serverStatus: ServerStatus;
  sendProgress: { requestId: string; sentBytes: number; totalBytes: number };
  /** The user signed in or out in any window. */
  sessionChanged: null;
  /** The page is about to be reloaded without asking: it stores its drafts and calls `draftsStored`. */
  storeDrafts: null;
  openSettings: null;
  openShortcuts: null;
  /** To a path of the app. */
  navigate: string;
  exportProgress: { requestId: string; receivedBytes: number };
  toast: { isFailure: boolean; message: string };
  updateStatus: UpdateStatus;
  /** Progress of a task in main, from 0 to 1; null once it has ended. */
  taskProgress: { message: string; fraction: number; canCancel: boolean } | null;
};

type Channels = typeof ipcChannels;
export type IpcChannel = keyof Channels;
export type IpcEvent = keyof Events;
export type IpcInput<C extends IpcChannel> = z.infer<Channels[C]>;
export type IpcOutput<C extends IpcChannel> = C extends keyof Outputs ? Outputs[C] : ReturnType<() => void>;
export type IpcPayload<E extends IpcEvent> = Events[E];

type Call<C extends IpcChannel> =
  undefined extends IpcInput<C> ? () => Promise<IpcOutput<C>> : (input: IpcInput<C>) => Promise<IpcOutput<C>>;

/** The API of the preload on `window.backoffice`: one function per channel, one subscription per event. */
export type Bridge = {
  [C in Exclude<IpcChannel, 'addDroppedFile' | 'collectFiles'>]: Call<C>;
} & {
  /** Takes the DOM's Files of a drop, or of a chosen folder. Those without a path are left out. */
  collectFiles: (files: readonly object[]) => Promise<FileSources>;
  /** Takes the DOM's File (untyped, because shared has no DOM types). Returns null for a File without a path. */
  addDroppedFile: (input: {
    kind: z.infer<typeof fileKindSchema>;
    file: object;
  }) => Promise<IpcOutput<'addDroppedFile'> | null>;
  /** Returns the function that ends the subscription. */
  on: <E extends IpcEvent>(event: E, listener: (payload: IpcPayload<E>) => void) => () => void;
};
