import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { filePreviewSchema, type RenditionWidth, renditionWidths } from '#shared/renditions.ts';
import { exampleStoredFile } from '#shared/resource-kit/examples.ts';
import { type FileKind, fileTypeOf } from '#shared/uploads.ts';
import { type FileContent, type FileStorage, parseRangeHeader, storedFileType } from '../../files/file-storage.ts';
import type { FileStore } from '../../files/file-store.ts';
import { displayFileName } from '../../files/staging.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { type App, addRoute, fileResponse } from '../route.ts';

/** An open file, or only its size if the response has no body. `isFresh` means that the client's copy is current. */
type OpenedFile = {
  name: string;
  etag: string;
  isFresh: boolean;
  size: number;
  content?: FileContent;
};

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Names contain a hash of the content. */
const toEtag = (name: string): string => `"${baseName(name)}"`;

export const matchesEtag = (header = '', etag: string): boolean =>
  header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));

/**
 * Whether to send the client to the bucket. The app's own pages may not load files from elsewhere, and its desktop edition
 * follows no redirects to another server.
 */
const isRedirected = (storage: FileStorage, { method, headers }: FastifyRequest): boolean =>
  storage.createPublicUrl !== undefined &&
  method === 'GET' &&
  headers.authorization === undefined &&
  headers['sec-fetch-site'] !== 'same-origin';

/** Returns a function that opens files as the request asks: the whole file, a part or only its size. */
const openRequested =
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
const sendOpened = (reply: FastifyReply, { etag, isFresh, size, content }: OpenedFile) => {
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

const year = 365 * 24 * 60 * 60;
const mediaOnly =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

// Browsers don't show PDFs in a sandbox; all other files are sandboxed.
const getPolicy = (kind: string) => (kind === 'pdf' ? mediaOnly : `${mediaOnly}; sandbox`);

/** Half as long as the addresses work. */
const redirectCaching = 'private, max-age=1800';
const immutable = `public, max-age=${year}, immutable`;

const widths = renditionWidths.map(String);

const fileNotFound = () => new AppError('notFound', 'File not found');

type DescribedFile = { mime: string; kind: FileKind; disposition: string; caching: string };

const setFileHeaders = (reply: FastifyReply, { mime, kind, disposition, caching }: DescribedFile) =>
  reply
    .type(mime)
    .header('cache-control', caching)
    .header('content-disposition', disposition)
    .header('content-security-policy', getPolicy(kind))
    // The company's website embeds these files.
    .header('cross-origin-resource-policy', 'cross-origin');

/** The requested name. The true extension is appended if the name has one of another kind of file. */
const downloadName = (filename: string, requestedName: string): string => {
  const name = displayFileName(requestedName);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const hasMatchingType = fileTypeOf(extension)?.kind === storedFileType(filename)?.kind;
  return hasMatchingType ? name : `${name}${filename.slice(filename.lastIndexOf('.'))}`;
};

/** RFC 5987 requires escapes for these characters, which `encodeURIComponent` leaves unchanged. */
const encodeRest = (text: string) =>
  text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The `Content-Disposition` header for saving a stored file under the requested name. Clients without RFC 5987 use the
 * stored name.
 */
const contentDisposition = (filename: string, requestedName: string): string => {
  const encodedName = encodeRest(encodeURIComponent(downloadName(filename, requestedName)));
  return `inline; filename="${filename}"; filename*=UTF-8''${encodedName}`;
};

/** Query of a request for a stored file. */
export const fileQuerySchema = z.object({
  name: z.string().max(1000).optional().meta({
    description: 'File name under which browsers save the file, such as the original name',
    example: 'Autumn.png',
  }),
  w: z
    .enum(widths)
    .transform((width) => Number(width) as RenditionWidth)
    .optional()
    .meta({
      description:
        'Width in pixels of a WebP version of an image, or less if the image is narrower; the original is returned if there is none',
    }),
});

type FileRequest = { filename: string } & z.output<typeof fileQuerySchema>;

/** Returns a function that sends a stored file or one of its renditions. */
export const createFileSender =
  ({ storage, renditions }: Pick<FileStore, 'storage' | 'renditions'>) =>
  async (request: FastifyRequest, reply: FastifyReply, { filename, name, w: width }: FileRequest) => {
    const type = storedFileType(filename);
    if (!type) throw fileNotFound();
    const open = openRequested(storage, request);
    const rendition = width ? await renditions.open({ filename, width }, open) : null;
    // A page shows a fallback for an empty response, as for an error, but logs none.
    if (width && !rendition && type.kind !== 'image') {
      if (!(await storage.stat(filename))) throw fileNotFound();
      return reply.code(204).header('cache-control', 'no-cache').send(null);
    }
    const opened = rendition ?? (await open(filename));
    if (!opened) throw fileNotFound();
    const mime = rendition ? 'image/webp' : type.mime;
    const disposition = contentDisposition(baseName(opened.name), name || filename);
    if (storage.createPublicUrl) reply.header('vary', 'authorization, sec-fetch-site');
    if (storage.createPublicUrl && isRedirected(storage, request)) {
      const url = await storage.createPublicUrl({ name: opened.name, mime, disposition });
      reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', redirectCaching);
      return reply.redirect(url, 302);
    }
    // The next request may get the rendition, so the original may only be cached under its own address.
    const caching = width && !rendition ? 'public, max-age=0' : immutable;
    return sendOpened(setFileHeaders(reply, { mime, kind: type.kind, disposition, caching }), opened);
  };

/** Public route for stored files, whose names are practically impossible to guess. */
export const addUploads = (app: App, files: Pick<FileStore, 'storage' | 'renditions'>): void => {
  const sendFile = createFileSender(files);
  addRoute(app, {
    url: 'GET /uploads/:filename',
    access: 'public',
    summary: 'Download a stored file; supports range requests',
    params: z.object({ filename: z.string().meta({ example: exampleStoredFile }) }),
    query: fileQuerySchema,
    response: fileResponse('The whole file', ['*/*']),
    errors: [404, 416],
    otherResponses: {
      204: z.null().meta({ description: 'A PDF or video without a preview' }),
      206: fileResponse('The requested range', ['*/*']),
      302: z.null().meta({
        description: 'A temporary address of the file, on servers with `redirect=true` in the address of their files',
      }),
      304: z.null().meta({ description: 'The file hasn’t changed' }),
    },
    handle: (request, _active, reply) => sendFile(request, reply, { ...request.params, ...request.query }),
  });
};

/** An image of this size is sharp at 1,280 pixels; larger bodies would be streamed. */
const maxBodyBytes = 1_000_000;

/**
 * Route for the previews of PDFs and videos, which the server can't decode: the first page that draws one sends it, for
 * all others to load.
 */
export const addFilePreviews = (app: App, files: Pick<FileStore, 'storage' | 'addPreview'>): void => {
  addRoute(app, {
    url: 'POST /v1/file/preview',
    bodyLimit: maxBodyBytes,
    access: { resource: 'file', action: 'update' },
    summary: 'Store the preview of a PDF or video, unless it has one',
    body: filePreviewSchema,
    errors: [404],
    handle: async ({ body }) => {
      const { file: filename, image } = body;
      const kind = storedFileType(filename)?.kind;
      if (kind !== 'pdf' && kind !== 'video') {
        throw validationError([{ field: 'file', message: 'Only PDFs and videos have previews' }]);
      }
      if (!(await files.storage.stat(filename))) throw new AppError('notFound', 'File not found');
      const message = await files.addPreview({ filename, value: image });
      if (message) throw validationError([{ field: 'image', message }]);
      return { message: 'Preview stored' };
    },
  });
};
