import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FileContent, type FileStorage, parseRangeHeader } from '../../files/file-storage.ts';

/** An open file, or only its size if the response has no body. `isFresh` means that the client's copy is current. */
export type OpenedFile = {
  name: string;
  etag: string;
  isFresh: boolean;
  size: number;
  content?: FileContent;
};

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Names contain a hash of the content. */
const toEtag = (name: string): string => `"${baseName(name)}"`;

const matchesEtag = (header = '', etag: string): boolean =>
  header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));

/**
 * Whether to send the client to the bucket. The app's own pages may not load files from elsewhere, and its desktop edition
 * follows no redirects to another server.
 */
export const isRedirected = (storage: FileStorage, { method, headers }: FastifyRequest): boolean =>
  storage.createPublicUrl !== undefined &&
  method === 'GET' &&
  headers.authorization === undefined &&
  headers['sec-fetch-site'] !== 'same-origin';

/** Returns a function that opens files as the request asks: the whole file, a part or only its size. */
export const openRequested =
  (storage: FileStorage, request: FastifyRequest) =>
  async (name: string): Promise<OpenedFile | null> => {
    const { method, headers } = request;
    const etag = toEtag(name);
    const isFresh = matchesEtag(headers['if-none-match'], etag);
    if (method === 'HEAD' || isFresh || isRedirected(storage, request)) {
      const file = await storage.stat(name);
      return file && { name, etag, isFresh, size: file.size };
    }
    const hasSameVersion = (headers['if-range'] ?? etag) === etag;
    const content = await storage.read(name, hasSameVersion ? parseRangeHeader(headers.range) : undefined);
    return content && { name, etag, isFresh, size: content.size, content };
  };

/** Sends an open file, or the part that was requested. The caller has set the headers that describe it. */
export const sendOpened = (reply: FastifyReply, { etag, isFresh, size, content }: OpenedFile) => {
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  if (isFresh) return reply.code(304).send(null);
  if (!content) return reply.header('content-length', size).send(Readable.from([]));
  if (content.stream === null) {
    reply.removeHeader('content-disposition');
    reply.header('cache-control', 'no-store').header('content-range', `bytes */${size}`);
    throw Object.assign(new Error('The range lies outside the file'), { statusCode: 416 });
  }
  const { range, stream } = content;
  if (!range) return reply.header('content-length', size).send(stream);
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(stream);
};
