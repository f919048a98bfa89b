import type { PasskeyOptions } from '#shared/account.ts';
import type {
  Authorization,
  Bridge,
  FileResult,
  FileSource,
  FileSources,
  IpcInput,
  IpcOutput,
  LocalFile,
  ServerStatus,
  StorageKey,
} from '#shared/ipc.ts';
import type { Credentials, Session, SignInResult } from '#shared/session.ts';
import type { PickableKind } from '#shared/uploads.ts';

export type { FileSource, FileSources, LocalFile };

export type ApiResponse = { status: number; data: unknown };

/** A write request. Files in `body` are `LocalFile`s, at any depth. */
export type SendRequest = {
  method: 'POST' | 'PATCH';
  /** Relative to the API base, such as `/category/`. */
  path: string;
  body: Record<string, unknown>;
  query?: Record<string, string>;
  /** JSON by default. A form holds only texts and files. */
  encoding?: 'json' | 'form';
  headers?: { 'idempotency-key'?: string };
  /** Called with the sent fraction, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

export type ExportRequest = Omit<IpcInput<'saveExport'>, 'requestId' | 'userId'> & {
  /** Called with the bytes received so far, starting with 0 once the destination is known. */
  onProgress?: (receivedBytes: number) => void;
  signal?: AbortSignal;
};

type ExportResult = Exclude<IpcOutput<'saveExport'>, { outcome: 'failed' }>;

/** Everything that differs between the two hosts. Nothing outside this folder asks which host it is on. */
export type Platform = {
  /** Loads what only signed-in users need. Without it, that is loaded at its first use. */
  preload: () => void;
  session: {
    signIn: (credentials: Credentials) => Promise<SignInResult>;
    /** The stored session, without asking the server; null if there is none. */
    getStored: () => Promise<Session | null>;
    /** Checks the stored session with the server and renews it. */
    refresh: () => Promise<Authorization>;
    /** Clears the session and, if possible, revokes it. `canRevoke`: the server supports that. */
    signOut: (options: { canRevoke: boolean }) => Promise<void>;
    getStorageKey: () => Promise<StorageKey>;
    /** Calls the listener when another window begins or ends the session. Returns a function that stops that. */
    onChange: (listener: () => void) => () => void;
    /** Headers that the page adds to its requests. On the desktop, main adds the token. */
    getAuthHeaders: () => Record<string, string>;
  };
  /** Null where passkeys aren't supported, as in the desktop app. All reject if the user cancels. */
  passkeys: {
    signIn: () => Promise<SignInResult>;
    /** Creates a passkey on this device, with the server's options, for the server to store. */
    create: (options: PasskeyOptions) => Promise<object>;
  } | null;
  files: {
    /** Opens the system's file dialog. Returns an empty list if the user cancels. */
    pick: (options: { kind: PickableKind; isMultiple: boolean }) => Promise<FileResult[]>;
    add: (options: { kind: PickableKind; files: readonly File[] }) => Promise<FileResult[]>;
    read: (file: LocalFile) => Promise<Blob>;
    release: (file: LocalFile) => void;
  };
  /** Images in dropped folders and zips. Each is read only when its turn comes. */
  sources: {
    /** Call it in the event that brings the files. */
    collect: (dropped: DataTransfer | readonly File[]) => Promise<FileSources>;
    /** Those of an earlier session; null if the user has to choose them again. */
    restore: (() => Promise<FileSources>) | null;
    open: (source: FileSource) => Promise<FileResult>;
    forget: () => void;
  };
  /** Sends a body with its files. Rejects with `NetworkError`, or with the signal's reason if aborted. */
  send: (request: SendRequest) => Promise<ApiResponse>;
  /** Saves an export to a file that the user chooses. Rejects with `NetworkError`. */
  saveExport: (request: ExportRequest) => Promise<ExportResult>;
  /** The desktop app: its menu, windows, updates and choice of a server. Null in the browser. */
  desktop: Bridge | null;
  appInfo: () => Promise<IpcOutput<'getAppInfo'>>;
};

/** The server was unreachable, or the connection broke. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

export const isServerReachable = ({ state }: Pick<ServerStatus, 'state'>): boolean =>
  state === 'running' || state === 'remote';

/** Whether a proxy answered in place of a server that is unreachable. */
export const isUnreachableStatus = (status: number | undefined): boolean =>
  status !== undefined && status >= 502 && status <= 504;

/** Thrown when a picked file has changed or is missing. The message is shown to the user. */
export class FileUnavailableError extends NetworkError {
  override name = 'FileUnavailableError';
  readonly fileId?: string;

  constructor(message: string, fileId?: string) {
    super(message);
    this.fileId = fileId;
  }
}

let pageUserId: string | undefined;

/** Id of the user whose data this page shows: the first that logs in, until the page is reloaded. */
export const getPageUser = (): string | undefined => pageUserId;

export const setPageUser = (userId: string): void => {
  pageUserId ??= userId;
};

/** Whether the page may use the session of this user: nothing may be sent from it as another one. */
export const isPageUser = (userId: string): boolean => (pageUserId ?? userId) === userId;
