import type { Cache } from './cache.ts';
import { toSiteError } from './errors.ts';

export type RequestOptions = {
  /** The `preview` parameter of the page's address: reads the unpublished version, which is never cached. */
  preview?: string | null;
  signal?: AbortSignal;
};

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Settings = {
  url: string;
  token?: string | undefined;
  cache: Cache | null;
  timeoutMs: number;
  retries: number;
  staleIfError: boolean;
  fetch: typeof fetch;
};

const isUnavailable = (status: number): boolean => status === 429 || status >= 500;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Seconds until another attempt makes sense: what the server says, or 1, 2, 4 …. */
const delayOf = (response: Response | null, attempt: number): number =>
  Number(response?.headers.get('retry-after')) || 2 ** attempt;

const maxDelaySeconds = 90;

/** Returns a function that reads JSON below the address of the API. */
export const createRequest = (settings: Settings) => {
  const { token, timeoutMs, retries, staleIfError } = settings;

  const toUrl = (path: string, query: Query, preview?: string | null): string => {
    const all = Object.entries({ ...query, preview }).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(all.map(([name, value]) => [name, String(value)]));
    return `${settings.url.replace(/\/$/, '')}/${path}${search.size > 0 ? `?${search}` : ''}`;
  };

  const send = async (url: string, headers: HeadersInit, signal?: AbortSignal): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const own = signal ? AbortSignal.any([signal, timeout]) : timeout;
      const response = await settings.fetch(url, { headers, signal: own }).catch((error: unknown) => {
        if (attempt >= retries || signal?.aborted) throw error;
        return null;
      });
      const delay = delayOf(response, attempt);
      const isFinal = attempt >= retries || delay > maxDelaySeconds;
      if (response && (!isUnavailable(response.status) || isFinal)) return response;
      await response?.body?.cancel();
      await wait(delay * 1000);
    }
  };

  return async <Body>(path: string, query: Query = {}, { preview, signal }: RequestOptions = {}): Promise<Body> => {
    const url = toUrl(path, query, preview);
    const cache = preview ? null : settings.cache;
    const cached = await cache?.get(url);
    const headers = {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cached && { 'if-none-match': cached.etag }),
    };
    const canServeCached = cached && staleIfError && !signal?.aborted;
    const response = await send(url, headers, signal).catch((error: unknown) => {
      if (canServeCached) return null;
      throw error;
    });
    const isStale = !response || (canServeCached && isUnavailable(response.status));
    if (cached && (isStale || response.status === 304)) return JSON.parse(cached.body) as Body;
    if (!response?.ok) throw await toSiteError(response as Response, url);
    const body = await response.text();
    const etag = response.headers.get('etag');
    // A redirected response belongs to another address.
    if (etag && !response.redirected) await cache?.set(url, { etag, body });
    return JSON.parse(body) as Body;
  };
};
