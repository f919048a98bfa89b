import type { IpcEvent, IpcInput, IpcOutput, IpcPayload, SpreadsheetResult } from '#shared/ipc.ts';
import type {
  Authorization,
  ColorScheme,
  FileResult,
  LocalFile,
  ServerStatus,
  UpdateStatus,
} from '#shared/ipc-shapes.ts';
import type { Credentials, Session } from '#shared/session.ts';
import type { PickedKind } from '#shared/uploads.ts';

export type { LocalFile };

/** What a request that writes carries. Files in `body` are `LocalFile`s, at any depth. */
export type SendRequest = {
  method: 'POST' | 'PATCH';
  /** Below the API base, such as `/category/`. */
  path: string;
  body: Record<string, unknown>;
  query?: Record<string, string>;
  /** As JSON, unless said; as a form, which holds texts and files. */
  encoding?: 'json' | 'form';
  headers?: { 'idempotency-key'?: string };
  /** Called with a figure from 0 to 1 while the body goes out. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

type SendAnswer = { status: number; body: unknown };

/** What a list holds, to be saved as a file of this computer. */
export type ExportRequest = Omit<IpcInput<'saveExport'>, 'requestId'> & {
  /** Called with the bytes that are there by now, at first with none, as soon as it is known where they go. */
  onProgress?: (receivedBytes: number) => void;
  signal?: AbortSignal;
};

type ExportAnswer = Exclude<IpcOutput<'saveExport'>, { outcome: 'failed' }>;

type SignInAnswer = { success: boolean; message: string; session: Session | null };

/** What comes from the host's menu, from a link, or from another window. */
type HostEvent = Exclude<IpcEvent, 'serverStatus' | 'sendProgress' | 'updateStatus'>;

/** Everything that differs between the two hosts. Nothing outside this folder asks which host it is on. */
export type Platform = {
  session: {
    signIn: (credentials: Credentials) => Promise<SignInAnswer>;
    /** Whose session is kept here, without asking the server; null where none is. */
    kept: () => Promise<Session | null>;
    /** Asks the server whether the kept session still holds, and renews it. */
    authorize: () => Promise<Authorization>;
    /** Forgets the session here, and revokes it on the server where it can be reached and knows how to (`canRevoke`). */
    signOut: (options: { canRevoke: boolean }) => Promise<void>;
    /** The headers that this page itself must add to a request. The desktop adds its own in main. */
    authorizationHeaders: () => Record<string, string>;
  };
  files: {
    /** Opens the system's file dialog; an empty list where nothing was chosen. */
    pick: (options: { kind: PickedKind; isMultiple: boolean }) => Promise<FileResult[]>;
    /** Takes files that were dropped or pasted onto the page. */
    add: (options: { kind: PickedKind; files: readonly File[] }) => Promise<FileResult[]>;
    /** The bytes of a file that was added before. */
    read: (file: LocalFile) => Promise<Blob>;
    /** Forgets a file that is needed no more. */
    release: (file: LocalFile) => void;
    /** Reads the titles and first rows of a picked spreadsheet. */
    previewSpreadsheet: (
      options: { file: LocalFile } & Omit<IpcInput<'readSpreadsheet'>, 'id'>,
    ) => Promise<SpreadsheetResult>;
  };
  /** Sends a body with its files. Rejects with `SendFailure`; an aborted one with the signal's reason. */
  send: (request: SendRequest) => Promise<SendAnswer>;
  /** Saves an export of the server where the person wants it. Rejects with `SendFailure`. */
  saveExport: (request: ExportRequest) => Promise<ExportAnswer>;
  server: {
    status: () => Promise<ServerStatus>;
    /** Subscribes to changes; gives back the function that ends the subscription. */
    onStatus: (listener: (status: ServerStatus) => void) => () => void;
    retry: () => Promise<void>;
  };
  /** Where the person may choose the server; null where the page comes with its server. */
  serverChoice: {
    get: () => Promise<IpcOutput<'getServerChoice'>>;
    /** Tries an address without using it. */
    test: (address: string) => Promise<IpcOutput<'testServer'>>;
    /** Uses another server in every window, which are loaded anew; null is the one on this computer. */
    choose: (address: string | null) => Promise<IpcOutput<'chooseServer'>>;
  } | null;
  /** Takes the colours of the page over for what surrounds it. */
  setColorScheme: (scheme: ColorScheme) => void;
  /** Listens to what the host asks of the page; gives back the function that ends the subscription. */
  on: <E extends HostEvent>(event: E, listener: (payload: IpcPayload<E>) => void) => () => void;
  /** Ends what the host does for the person meanwhile and tells of as `work`, where that can be cancelled. */
  cancelWork: () => void;
  /** Has the host tell what waited for this page. Called once everything listens. */
  listen: () => void;
  menuShortcuts: readonly { label: string; keys: string }[];
  /** Tells the host of notifications that nobody has read; null where nobody is signed in. */
  showUnread: (unread: IpcInput<'showUnread'>['unread']) => void;
  /** Keeps an error that nobody caught for the log, where the host has one. */
  logFault: (fault: IpcInput<'logFault'>) => void;
  /** Lets a stored file that is being dragged be dropped outside, until the signal; null where the host cannot. */
  dragOut: ((file: Omit<IpcInput<'dragOut'>, 'requestId'>, signal: AbortSignal) => void) | null;
  /** Newer versions of the app; null where the page comes with its server, and its version too. */
  updates: {
    status: () => Promise<UpdateStatus>;
    onStatus: (listener: (status: UpdateStatus) => void) => () => void;
    /** Looks for a newer version now. */
    check: () => Promise<void>;
    /** Restarts the app into the newer version. */
    install: () => Promise<void>;
  } | null;
  appInfo: () => Promise<IpcOutput<'getAppInfo'>>;
};

/** The server could not be reached, or the connection broke. */
export class SendFailure extends Error {
  override name = 'SendFailure';
}

/** Whether a proxy answered in place of a server that is unreachable. */
export const isUnreachableStatus = (status: number | undefined): boolean =>
  status !== undefined && status >= 502 && status <= 504;

/** A picked file (`fileId`, where it is known which) is no longer there as it was; the message says so for people. */
export class FileGone extends SendFailure {
  override name = 'FileGone';
  readonly fileId?: string;

  constructor(message: string, fileId?: string) {
    super(message);
    this.fileId = fileId;
  }
}
