import { type AxiosAdapter, CanceledError } from 'axios';
import { type Bridge, bareFileMarker, type IpcPayload, localFileMarker } from '#shared/ipc.ts';

import { pageUserHeader } from '#shared/session.ts';
import { endWhenSilent, http } from './http.ts';
import { mapLocalFiles } from './local-files.ts';
import {
  type ExportRequest,
  FileUnavailableError,
  getPageUser,
  isPageUser,
  NetworkError,
  type Platform,
  type SendRequest,
} from './platform.ts';

type FileKind = Parameters<Platform['files']['pick']>[0]['kind'];

const addFile = async (bridge: Bridge, { kind, file }: { kind: FileKind; file: File }) => {
  const added = await bridge.addDroppedFile({ kind, file });
  if (added) return added;
  // A file without a path, such as a pasted image, is sent to main as bytes, up to the size limit.
  const { maxUploadBytes, validateFile } = await import('#shared/uploads.ts');
  if (file.size > maxUploadBytes) {
    const error = validateFile({ name: file.name, size: file.size, detectedExtension: null, kind });
    return { error: error ?? `Can’t use ${file.name}` };
  }
  return bridge.addPastedFile({ kind, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
};

/** Runs a cancelable request in main and subscribes to its progress. */
const withRequest = async <E extends 'sendProgress' | 'exportProgress', Result>(
  bridge: Bridge,
  { event, onProgress, signal }: { event: E; onProgress: (progress: IpcPayload<E>) => void; signal?: AbortSignal },
  run: (requestId: string) => Promise<Result>,
): Promise<Result> => {
  const requestId = crypto.randomUUID();
  const cancel = () => void bridge.cancelRequest({ requestId });
  const stopProgress = bridge.on(event, (progress) => {
    if (progress.requestId === requestId) onProgress(progress);
  });
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await run(requestId);
  } finally {
    signal?.removeEventListener('abort', cancel);
    stopProgress();
  }
};

/** Sends a body with its files through main, where their bytes are. */
const send = async (bridge: Bridge, { method, path, headers, onProgress, signal, ...request }: SendRequest) => {
  signal?.throwIfAborted();
  const body = mapLocalFiles(request.body, ({ id, isBare }) => ({ [isBare ? bareFileMarker : localFileMarker]: id }));
  const sendThroughMain: AxiosAdapter = async (config) => {
    const handleProgress = ({ sentBytes, totalBytes }: IpcPayload<'sendProgress'>) =>
      config.onUploadProgress?.({
        loaded: sentBytes,
        bytes: sentBytes,
        progress: sentBytes / totalBytes,
        lengthComputable: true,
      });
    const canceled = config.signal instanceof AbortSignal ? config.signal : undefined;
    const options = { event: 'sendProgress', onProgress: handleProgress, signal: canceled } as const;
    const result = await withRequest(bridge, options, (requestId) =>
      bridge.send({ requestId, userId: getPageUser(), ...request, method, headers, path: `/v1${path}`, body }),
    );
    if (result.outcome === 'cancelled') throw new CanceledError(undefined, config);
    if (result.outcome === 'failed') {
      throw result.isFileUnavailable
        ? new FileUnavailableError(result.message, result.fileId)
        : new NetworkError(result.message);
    }
    return { status: result.status, data: result.body, statusText: '', headers: {}, config };
  };
  return http.request<unknown>({
    adapter: endWhenSilent(sendThroughMain),
    method,
    url: path,
    headers,
    signal,
    onUploadProgress: onProgress && (({ progress = 0 }) => onProgress(progress)),
  });
};

const saveExport = async (bridge: Bridge, { onProgress, signal, ...input }: ExportRequest) => {
  const handleProgress = ({ receivedBytes }: IpcPayload<'exportProgress'>) => onProgress?.(receivedBytes);
  const options = { event: 'exportProgress', onProgress: handleProgress, signal } as const;
  const result = await withRequest(bridge, options, (requestId) =>
    bridge.saveExport({ requestId, userId: getPageUser(), ...input }),
  );
  if (result.outcome === 'failed') throw new NetworkError(result.message);
  return result;
};

/** Files that main no longer knows, so that they aren't requested again. */
const released = new Set<string>();

const readFile: Platform['files']['read'] = async ({ id, name, previewUrl }) => {
  const result = released.has(id) ? null : await fetch(previewUrl);
  if (!result?.ok) throw new Error(`${name} is no longer available`);
  return result.blob();
};

export const createDesktopPlatform = (bridge: Bridge): Platform => ({
  // These files are on this computer.
  preload: () => {},
  session: {
    signIn: (credentials) => bridge.signIn(credentials),
    getStored: () => bridge.getStoredSession(),
    refresh: async () => {
      const result = await bridge.authorize();
      const isOther = result.state === 'signedIn' && !isPageUser(result.session.userId);
      return isOther ? { state: 'signedOut' } : result;
    },
    signOut: (options) => bridge.signOut(options),
    getStorageKey: () => bridge.getStorageKey(),
    onChange: (listener) => bridge.on('sessionChanged', listener),
    getAuthHeaders: () => ({ [pageUserHeader]: getPageUser() ?? '' }),
  },
  // Passkeys belong to a website, and the page's app:// address can't have any.
  passkeys: null,
  files: {
    pick: (options) => bridge.pickFiles(options),
    add: ({ kind, files }) => Promise.all(files.map((file) => addFile(bridge, { kind, file }))),
    read: readFile,
    release: ({ id }) => {
      released.add(id);
      void bridge.releaseFile({ id });
    },
  },
  send: (request) => send(bridge, request),
  saveExport: (request) => saveExport(bridge, request),
  desktop: bridge,
  appInfo: () => bridge.getAppInfo(),
});
