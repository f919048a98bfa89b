import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/plugins/uploads.ts';
import type { Visit } from './gate.ts';

/** Shared caches keep a response for a minute, and serve it for 10 more while they fetch a new one or the server is off. */
const publicCaching = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
/** Other visitors of a shared cache have no token. */
export const privateCaching = 'private, no-cache';

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Encoding = keyof typeof compressors;

/** Shorter bodies fit into one packet. */
const minCompressed = 1024;

export const chooseEncoding = (header = ''): Encoding | null => {
  const accepted = header
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
};

type Content = { version: string; hash: string; bodies: Map<Encoding | null, Buffer> };

const maxCachedBytes = 32 * 1024 * 1024;

/**
 * When the data changed last, in whole seconds. Rounded up, but not into the future: so a change in the second of an
 * earlier response is later than the date of that response.
 */
const toLastModified = (changedAt: number): number =>
  Math.min(Math.ceil(changedAt / 1000), Math.floor(Date.now() / 1000)) * 1000;

const isUnchanged = ({ headers }: FastifyRequest, { etag, changedAt }: { etag: string; changedAt: number | null }) => {
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return changedAt !== null && changedAt <= since;
};

/**
 * Returns a function that sends a response built from the data. Until any record changes, equal requests get the same
 * bytes from memory.
 */
export const createResponder = () => {
  const contents = new Map<string, Content>();
  let cachedBytes = 0;

  const keep = (key: string, content: Content, bytes: number): void => {
    contents.delete(key);
    contents.set(key, content);
    cachedBytes += bytes;
    if (cachedBytes <= maxCachedBytes) return;
    contents.clear();
    cachedBytes = 0;
  };

  const getContent = async (key: string, version: string, build: () => Promise<string>): Promise<Content> => {
    const known = contents.get(key);
    if (known?.version === version) return known;
    const body = Buffer.from(await build());
    const hash = createHash('sha256').update(body).digest('base64url');
    // A change that doesn't concern it leaves the compressed bodies valid.
    const content = { version, hash, bodies: known?.hash === hash ? known.bodies : new Map([[null, body]]) };
    keep(key, content, body.length);
    return content;
  };

  const getBody = async (key: string, { bodies, ...content }: Content, encoding: Encoding | null): Promise<Buffer> => {
    const plain = bodies.get(null) ?? Buffer.alloc(0);
    if (encoding === null) return plain;
    const known = bodies.get(encoding);
    if (known) return known;
    const compressed = await compressors[encoding](plain);
    bodies.set(encoding, compressed);
    keep(key, { bodies, ...content }, compressed.length);
    return compressed;
  };

  return async (
    { request, reply, visit }: { request: FastifyRequest; reply: FastifyReply; visit: Visit },
    { version, type, build }: { version: string; type: string; build: () => Promise<string> },
  ): Promise<FastifyReply> => {
    const key = JSON.stringify([request.url, visit.base, visit.settings.resources, visit.token?.resources]);
    const content = await getContent(key, version, build);
    const isLong = (content.bodies.get(null)?.length ?? 0) >= minCompressed;
    const encoding = isLong ? chooseEncoding(request.headers['accept-encoding']) : null;
    const etag = `"${content.hash}${encoding ? `-${encoding}` : ''}"`;
    const changedAt = visit.changedAt === null ? null : Date.parse(visit.changedAt);
    reply.header('etag', etag).header('cache-control', visit.settings.isTokenRequired ? privateCaching : publicCaching);
    if (changedAt !== null) reply.header('last-modified', new Date(toLastModified(changedAt)).toUTCString());
    if (isUnchanged(request, { etag, changedAt })) return reply.code(304).send();
    reply.type(type);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(await getBody(key, content, encoding));
  };
};
