import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { failureHeader, uploadHeader } from '#shared/ipc.ts';
import { pageUserHeader } from '#shared/session.ts';
import { FileUnavailableError } from '../files/local-files.ts';
import { log } from '../log.ts';
import { errorResponse, fileHeaders, isServerPath, isSessionPath, securityHeaders } from '../origin.ts';

import type { Send } from '../server/session.ts';
import { ServerUnreachableError } from '../server/upstream.ts';
import type { createUploadEncoder } from './request-body.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
const nullBodyStatuses = new Set([204, 205, 304]);

/** Request headers that the renderer may set. All others are dropped, such as Authorization and cookies. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'prefer',
  'range',
];

const responseHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
];

/** Rejects segments that a server could read as path traversal. */
const isSafePath = (pathname: string): boolean => {
  try {
    const segments = pathname.split('/').map(decodeURIComponent);
    return segments.every((segment) => !/^\.{1,2}$|[/\\\p{Cc}]/u.test(segment));
  } catch {
    return false;
  }
};

const pickHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    requestHeaders.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

const buildResponseHeaders = (headers: IncomingHttpHeaders, pathname: string): Headers => {
  const isFile = pathname.startsWith('/uploads/');
  const response = new Headers(isFile ? fileHeaders : securityHeaders);
  for (const name of responseHeaders) {
    const value = headers[name];
    if (typeof value === 'string') response.set(name, value);
  }
  // API responses are never stored. A stored file never changes under its name, so it may be cached.
  response.set('cache-control', isFile ? (headers['cache-control'] ?? 'no-cache') : 'no-store');
  return response;
};

const toResponse = (response: IncomingMessage, request: Request, pathname: string): Response => {
  const status = response.statusCode ?? 502;
  const headers = buildResponseHeaders(response.headers, pathname);
  if (status >= 300 && status < 400 && status !== 304) {
    response.destroy();
    log.warn("The server tried to redirect a request, which isn't followed");
    return errorResponse(502, 'The server tried to redirect to another address, which isn’t allowed');
  }
  if (request.method === 'HEAD' || nullBodyStatuses.has(status)) {
    response.resume();
    return new Response(null, { status, headers });
  }
  if (!isExpectedType(response.headers['content-type'])) {
    response.destroy();
    log.warn('The server sent a response of an unexpected type');
    return errorResponse(status >= 400 ? status : 502, 'The server sent an unexpected type of response');
  }
  // When the page cancels the stream, the connection is closed.
  return new Response(Readable.toWeb(response) as globalThis.ReadableStream<Uint8Array>, { status, headers });
};

type ProxyOptions = {
  send: Send;
  getSignal: (request: Request) => AbortSignal | undefined;
  encodeUpload: ReturnType<typeof createUploadEncoder>;
};

const failureResponse = (
  kind: 'file' | 'server',
  { message, fileId }: { message: string; fileId?: string },
): Response =>
  Response.json(
    { success: false, message, fileId },
    {
      status: kind === 'file' ? 409 : 503,
      headers: { ...securityHeaders, 'cache-control': 'no-store', [failureHeader]: kind },
    },
  );

const toErrorResponse = (error: unknown): Response => {
  if (error instanceof FileUnavailableError) return failureResponse('file', error);
  if (error instanceof ServerUnreachableError) return failureResponse('server', error);
  if (error instanceof Error && error.name === 'AbortError') return errorResponse(499, 'Request cancelled');
  log.error("Couldn't send a request to the server", error);
  return failureResponse('server', { message: 'Couldn’t send the request to the server' });
};

/** Forwards requests of the renderer to the API server, with the token that only main knows. */
export const createProxy =
  ({ send, getSignal, encodeUpload }: ProxyOptions) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (!methods.has(request.method)) return errorResponse(405, 'This method isn’t allowed');
    if (!isServerPath(pathname) || !isSafePath(pathname)) return errorResponse(400, 'This path isn’t allowed');
    if (isSessionPath(pathname)) return errorResponse(403, 'Only the app itself can log in and out');
    try {
      const uploadId = request.headers.get(uploadHeader);
      const upload = uploadId === null ? null : await encodeUpload(request, uploadId);
      const body = upload?.body ?? (request.body ? Readable.fromWeb(request.body as ReadableStream) : undefined);
      const response = await send({
        method: request.method,
        path: `${pathname}${search}`,
        userId: request.headers.get(pageUserHeader),
        headers: { ...pickHeaders(request.headers), ...upload?.headers },
        signal: getSignal(request),
        body,
      });
      // If the response came first, the rest of the files is not read.
      if (upload) response.once('close', () => upload.body.destroy());
      return toResponse(response, request, pathname);
    } catch (error) {
      return toErrorResponse(error);
    }
  };

const types = [
  /^application\/(json|pdf|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)$/,
  /^text\/(csv|vtt|event-stream)$/,
  // SVG could contain scripts.
  /^image\/(?!svg)[\w.-]+$/,
  /^(audio|video)\/[\w.-]+$/,
];

/** Whether the API or the file store can have sent a response of this type: JSON, CSV, workbooks, events, PDF and media. */
export const isExpectedType = (contentType = ''): boolean => {
  const [type = ''] = contentType.split(';');
  return types.some((pattern) => pattern.test(type.trim().toLowerCase()));
};
