import { Readable } from 'node:stream';
import { localFilesPath } from '../origin.ts';
import { errorResponse, fileHeaders } from '../responses.ts';
import { FileUnavailableError } from './file-unavailable-error.ts';
import type { LocalFiles, OpenFile } from './local-files.ts';

type Range = { start: number; end: number };

/** Parses a Range header. Returns null for a missing or unsupported one and `outside` for an unsatisfiable one. */
const parseRange = (header: string | null, size: number): Range | null | 'outside' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'outside' : { start, end };
};

const preview = async ({ file, handle }: OpenFile, request: Request): Promise<Response> => {
  const range = parseRange(request.headers.get('range'), file.size);
  if (range === 'outside') {
    await handle.close();
    return new Response(null, {
      status: 416,
      headers: { ...fileHeaders, 'content-range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const headers = new Headers({
    ...fileHeaders,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-length': String(end - start + 1),
    'content-type': file.type,
  });
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`);
  // The stream closes the handle, even if the page cancels.
  const bytes = Readable.toWeb(handle.createReadStream({ start, end })) as globalThis.ReadableStream<Uint8Array>;
  return new Response(bytes, { status: range ? 206 : 200, headers });
};

export const createLocalFilePreviews =
  (localFiles: LocalFiles) =>
  async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.slice(localFilesPath.length);
    if (request.method !== 'GET') return errorResponse(405, 'This method isn’t allowed');
    try {
      return await preview(await localFiles.openFile(id), request);
    } catch (error) {
      return errorResponse(404, error instanceof FileUnavailableError ? error.message : 'Can’t read the file');
    }
  };
