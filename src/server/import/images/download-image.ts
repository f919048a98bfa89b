import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

type DownloadLimits = {
  /** Per image. */
  bytes: number;
  milliseconds: number;
  redirects: number;
  /** For all images of an import. */
  images: number;
  totalBytes: number;
  totalMilliseconds: number;
};

/** Limits and reachable hosts of image downloads. */
export type DownloadSettings = {
  lookup: (
    hostname: string,
    callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
  ) => void;
  /** Maps a public address to the one to connect to. Only tests change it. */
  toReachable: (address: LookupAddress) => LookupAddress;
  limits: DownloadLimits;
};

/** The settings of every installation. Tests replace them, because their servers run on this computer. */
export const publicDownloads: DownloadSettings = {
  lookup: (hostname, callback) => lookupHost(hostname, { all: true }, callback),
  toReachable: (address) => address,
  limits: {
    bytes: 20 * 1024 * 1024,
    milliseconds: 15_000,
    redirects: 5,
    images: 2000,
    totalBytes: 1024 ** 3,
    totalMilliseconds: 20 * 60_000,
  },
};

/** Thrown when a download fails; the message is for the user. */
export class DownloadProblem extends Error {}

const notPublic = () => new DownloadProblem('it isn’t on a public server');

/** Resolves only to public addresses. The socket connects to the checked address, which rules out DNS rebinding. */
const lookupPublic =
  ({ lookup, toReachable }: DownloadSettings): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const reachable = addresses.filter(({ address }) => isPublicAddress(address)).map(toReachable);
      const [first] = reachable;
      if (!first) return callback(notPublic(), []);
      if (options.all) return callback(null, reachable);
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

type Fetching = { settings: DownloadSettings; signal: AbortSignal };

const open = (url: URL, { settings, signal }: Fetching): Promise<IncomingMessage> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address needs no lookup, so it is checked here.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      lookup: lookupPublic(settings),
      headers: { accept: 'image/*', 'user-agent': 'CatalogueBackOffice' },
    })
      .once('error', reject)
      .once('response', resolve)
      .end();
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

const follow = async (address: string, fetching: Fetching): Promise<Buffer> => {
  const { limits } = fetching.settings;
  let url = parseAddress(address);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await open(url, fetching);
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

export const downloadImage = async (
  address: string,
  { settings, signal }: { settings: DownloadSettings; signal: AbortSignal },
): Promise<Buffer> => {
  const clock = AbortSignal.timeout(settings.limits.milliseconds);
  try {
    return await follow(address, { settings, signal: AbortSignal.any([signal, clock]) });
  } catch (error) {
    signal.throwIfAborted();
    if (clock.aborted) throw new DownloadProblem('the server took too long');
    if (error instanceof DownloadProblem) throw error;
    throw new DownloadProblem('the server can’t be reached');
  }
};
