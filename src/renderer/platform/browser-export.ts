import axios from 'axios';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { NetworkError, type Platform } from './platform.ts';

/** Milliseconds until the blob URL is revoked. By then, the browser must have started the download. */
const revokeDelayMs = 60_000;

const download = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
};

const interruptedMessage = 'The export was interrupted. No file was saved.';
const unreachableMessage = 'Can’t reach the server. No file was saved. Try again later.';

/** Fetches an export and downloads it. The browser stores large blobs on disk. */
export const saveExport: Platform['saveExport'] = async ({ resource, what = 'export', ...request }) => {
  const { format, query, fileName, onProgress, signal } = request;
  let received = 0;
  try {
    onProgress?.(0);
    const { status, data } = await axios.get<Blob>(`/v1/${resource}/${what}`, {
      params: { ...query, format },
      headers: browserSession.authorizationHeaders(),
      responseType: 'blob',
      validateStatus: () => true,
      onDownloadProgress: ({ loaded }) => {
        received = loaded;
        onProgress?.(loaded);
      },
      signal,
    });
    if (status >= 300) {
      return { outcome: 'refused', status, body: await new Response(data).json().catch(() => null) };
    }
    download(data, fileName);
    return { outcome: 'saved', fileName };
  } catch {
    if (signal?.aborted) return { outcome: 'cancelled' };
    if (received > 0) throw new NetworkError(interruptedMessage);
    void browserServer.status();
    throw new NetworkError(unreachableMessage);
  }
};
