import { lookup as lookupHost } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How much of the internet one image may take. */
type DownloadLimits = { bytes: number; milliseconds: number; redirects: number };

const defaultLimits: DownloadLimits = { bytes: 20 * 1024 * 1024, milliseconds: 15_000, redirects: 5 };

/** Why an image could not be downloaded, in words for the person who imports. */
export class DownloadProblem extends Error {}

type DownloadOptions = {
  signal: AbortSignal;
  limits?: Partial<DownloadLimits>;
  /** Decides whether to connect to an IP address. */
  isAllowed?: (address: string) => boolean;
};

const notPublic = () => new DownloadProblem('it isn’t on a public server');

/** Resolves only to allowed addresses. The socket connects to the checked address, which rules out DNS rebinding. */
const lookupAllowed =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(notPublic(), []);
      if (options.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };

const parseAddress = (address: string, base?: string): URL => {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new DownloadProblem('it isn’t a web address');
  }
  return url;
};

const open = (
  url: URL,
  { signal, isAllowed }: { signal: AbortSignal; isAllowed: (address: string) => boolean },
): Promise<IncomingMessage> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw notPublic();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      signal,
      agent: false,
      lookup: lookupAllowed(isAllowed),
      headers: { accept: 'image/*', 'user-agent': 'CatalogueBackOffice' },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      if (isAllowed(answer.socket.remoteAddress ?? '')) return resolve(answer);
      answer.destroy();
      reject(notPublic());
    });
    sent.end();
  });
};

const readBody = async (answer: IncomingMessage, limit: number): Promise<Buffer> => {
  const tooLarge = () => {
    answer.destroy();
    return new DownloadProblem(`it is larger than ${Math.floor(limit / 1024 / 1024)} MB`);
  };
  if (Number(answer.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const follow = async (
  address: string,
  { signal, limits, isAllowed }: Required<DownloadOptions> & { limits: DownloadLimits },
): Promise<Buffer> => {
  let url = parseAddress(address);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await open(url, { signal, isAllowed });
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location) {
      answer.destroy();
      if (redirects === limits.redirects) throw new DownloadProblem('it redirects too often');
      url = parseAddress(location, url.href);
    } else if (status === 200) {
      return readBody(answer, limits.bytes);
    } else {
      answer.destroy();
      throw new DownloadProblem(`the server answered ${status}`);
    }
  }
};

/** Downloads an image from a public web server, within limits on size and time, through redirects too. */
export const downloadImage = async (
  address: string,
  { signal, limits: changed, isAllowed = isPublicAddress }: DownloadOptions,
): Promise<Buffer> => {
  const limits = { ...defaultLimits, ...changed };
  const clock = AbortSignal.timeout(limits.milliseconds);
  try {
    return await follow(address, { signal: AbortSignal.any([signal, clock]), limits, isAllowed });
  } catch (error) {
    signal.throwIfAborted();
    if (clock.aborted) throw new DownloadProblem('the server took too long');
    if (error instanceof DownloadProblem) throw error;
    throw new DownloadProblem('the server can’t be reached');
  }
};
