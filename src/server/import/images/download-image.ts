import type { IncomingMessage } from 'node:http';
import { internet, type Network, NotPublicError, requestPublic } from '../../lib/public-request.ts';

export { isPublicAddress } from '../../lib/public-request.ts';

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
export type DownloadSettings = Network & { limits: DownloadLimits };

/** The settings of every installation. Tests replace them, because their servers run on this computer. */
export const publicDownloads: DownloadSettings = {
  ...internet,
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
export class DownloadError extends Error {}

const parseAddress = (address: string, base?: string): URL => {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new DownloadError('it isn’t a web address');
  }
  return url;
};

type FetchOptions = { settings: DownloadSettings; signal: AbortSignal };

const open = (url: URL, { settings, signal }: FetchOptions): Promise<IncomingMessage> =>
  requestPublic(url, {
    network: settings,
    signal,
    headers: { accept: 'image/*', 'user-agent': 'CatalogueBackOffice' },
  }).catch((error: unknown) => {
    throw error instanceof NotPublicError ? new DownloadError('it isn’t on a public server') : error;
  });

const readBody = async (response: IncomingMessage, limit: number): Promise<Buffer> => {
  const tooLarge = () => {
    response.destroy();
    return new DownloadError(`it is larger than ${Math.floor(limit / 1024 / 1024)} MB`);
  };
  if (Number(response.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const fetchWithRedirects = async (address: string, options: FetchOptions): Promise<Buffer> => {
  const { limits } = options.settings;
  let url = parseAddress(address);
  for (let redirects = 0; ; redirects += 1) {
    const response = await open(url, options);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location) {
      response.destroy();
      if (redirects === limits.redirects) throw new DownloadError('it redirects too often');
      url = parseAddress(location, url.href);
    } else if (status === 200) {
      return readBody(response, limits.bytes);
    } else {
      response.destroy();
      throw new DownloadError(`the server responded with status ${status}`);
    }
  }
};

export const downloadImage = async (
  address: string,
  { settings, signal }: { settings: DownloadSettings; signal: AbortSignal },
): Promise<Buffer> => {
  const timeout = AbortSignal.timeout(settings.limits.milliseconds);
  try {
    return await fetchWithRedirects(address, { settings, signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new DownloadError('the server took too long');
    if (error instanceof DownloadError) throw error;
    throw new DownloadError('the server can’t be reached');
  }
};
