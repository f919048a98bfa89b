import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import { type ExportRequest, NetworkError, type Platform } from './platform.ts';

/** Milliseconds until the blob URL is revoked. By then, the browser must have started the download. */
const revokeDelayMs = 60_000;

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
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
};

const interruptedMessage = 'The export was interrupted. No file was saved.';
const unreachableMessage = 'Can’t reach the server. No file was saved. Try again later.';

const ask = async ({
  resource,
  what = 'export',
  format,
  query,
  signal,
}: ExportRequest): Promise<Response> => {
  const search = new URLSearchParams({ ...query, format });
  try {
    return await fetch(`/v1/${resource}/${what}?${search}`, {
      headers: browserSession.authorizationHeaders(),
      ...(signal && { signal }),
    });
  } catch {
    signal?.throwIfAborted();
    void browserServer.status();
    throw new NetworkError(unreachableMessage);
  }
};

/** Fetches an export and downloads it. The browser stores large blobs on disk. */
export const saveExport: Platform['saveExport'] = async (request) => {
  const { onProgress, signal, fileName } = request;
  try {
    onProgress?.(0);
    const answer = await ask(request);
    if (!answer.ok || !answer.body) {
      return { outcome: 'refused', status: answer.status, body: await answer.json().catch(() => null) };
    }
    const blob = await new Response(answer.body.pipeThrough(countBytes(onProgress))).blob();
    download(blob, fileName);
    return { outcome: 'saved', fileName };
  } catch (error) {
    if (signal?.aborted) return { outcome: 'cancelled' };
    throw error instanceof NetworkError ? error : new NetworkError(interruptedMessage);
  }
};
