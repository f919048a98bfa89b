import axios, { type AxiosAdapter } from 'axios';
import { type Bridge, bareFileMarker, localFileMarker, uploadHeader } from '#shared/ipc.ts';
import { pageUserHeader } from '#shared/session.ts';
import { endWhenSilent, sendEncoded } from './http.ts';
import { mapLocalFiles } from './local-files.ts';
import {
  type ApiResponse,
  type ExportRequest,
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

/** Sends a body through main, which reads and encodes its files, and reports the progress. */
const send = (bridge: Bridge, { body, encoding, ...request }: SendRequest): Promise<ApiResponse> => {
  const uploadId = crypto.randomUUID();
  const sendThroughMain: AxiosAdapter = (config) => {
    const stopProgress = bridge.on('sendProgress', ({ requestId, sentBytes: loaded, totalBytes }) => {
      if (requestId !== uploadId) return;
      config.onUploadProgress?.({ loaded, bytes: loaded, progress: loaded / totalBytes, lengthComputable: true });
    });
    return axios
      .getAdapter('xhr')({ ...config, onUploadProgress: undefined })
      .finally(stopProgress);
  };
  const marked = mapLocalFiles(body, ({ id, isBare }) => ({ [isBare ? bareFileMarker : localFileMarker]: id }));
  return sendEncoded(request, {
    adapter: endWhenSilent(sendThroughMain),
    data: JSON.stringify(marked),
    headers: {
      'content-type': encoding === 'form' ? 'multipart/form-data' : 'application/json',
      [uploadHeader]: uploadId,
    },
  });
};

const saveExport = async (bridge: Bridge, { onProgress, signal, ...input }: ExportRequest) => {
  const requestId = crypto.randomUUID();
  const cancel = () => void bridge.cancelRequest({ requestId });
  const stopProgress = bridge.on('exportProgress', (progress) => {
    if (progress.requestId === requestId) onProgress?.(progress.receivedBytes);
  });
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const result = await bridge.saveExport({ requestId, userId: getPageUser(), ...input });
    if (result.outcome === 'failed') throw new NetworkError(result.message);
    return result;
  } finally {
    signal?.removeEventListener('abort', cancel);
    stopProgress();
  }
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
  sources: {
    collect: (dropped) => bridge.collectFiles([...('items' in dropped ? dropped.files : dropped)]),
    restore: () => bridge.restoreFiles(),
    open: ({ id }) => bridge.openSource({ id }),
    forget: () => void bridge.forgetFiles(),
  },
  send: (request) => send(bridge, request),
  saveExport: (request) => saveExport(bridge, request),
  desktop: bridge,
  appInfo: () => bridge.getAppInfo(),
});
