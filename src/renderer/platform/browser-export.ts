import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { type ExportRequest, NetworkError, type Platform } from './platform.ts';
import { revokeLater } from './revoke-later.ts';

const countBytes = (onProgress: ExportRequest['onProgress']) => {
  let received = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      received += chunk.byteLength;
      onProgress?.(received);
      controller.enqueue(chunk);
    },
  });
};

const download = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  revokeLater(url);
};

const interruptedMessage = 'The export was interrupted. No file was saved.';
const unreachableMessage = 'Can’t reach the server. No file was saved. Try again later.';

/** Fetches an export and downloads it. The browser stores large blobs on disk. */
export const saveExport: Platform['saveExport'] = async ({ resource, endpoint = 'export', ...request }) => {
  const { query, format, fileName, onProgress, signal } = request;
  let hasResponse = false;
  try {
    onProgress?.(0);
    const response = await fetch(`/v1/${resource}/${endpoint}?${new URLSearchParams({ ...query, format })}`, {
      headers: browserSession.getAuthHeaders(),
      ...(signal && { signal }),
    });
    hasResponse = true;
    if (!response.ok || !response.body) {
      return { outcome: 'rejected', status: response.status, body: await response.json().catch(() => null) };
    }
    const blob = await new Response(response.body.pipeThrough(countBytes(onProgress))).blob();
    download(blob, fileName);
    return { outcome: 'saved', fileName };
  } catch {
    if (signal?.aborted) return { outcome: 'cancelled' };
    if (!hasResponse) void browserServer.status();
    throw new NetworkError(hasResponse ? interruptedMessage : unreachableMessage);
  }
};
