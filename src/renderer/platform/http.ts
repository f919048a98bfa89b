import axios, { type AxiosAdapter, type InternalAxiosRequestConfig, isAxiosError } from 'axios';
import { create } from 'zustand';
import { failureHeader } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import {
  type ApiResponse,
  FileUnavailableError,
  isServerReachable,
  isUnreachableStatus,
  NetworkError,
  type SendRequest,
} from './platform.ts';
import { checkServer, retryServer, useServerStatus } from './server.ts';

/** Milliseconds without a sign of the server until the banner says so; twice that until a short request ends. */
const patience = 10_000;

const createUnreachableError = (method?: string, cause?: unknown, reason = 'Can’t reach the server'): NetworkError =>
  new NetworkError(joinSentences([reason, method === 'get' ? 'We’ll reconnect automatically' : 'Try again later']), {
    cause,
  });

/** Number of requests that have waited for the server for a while. */
export const useSlowRequests = create(() => ({ count: 0 }));

/**
 * Ends a request after its time limit, or if there has been no sign of the server for a while and it can't be reached;
 * otherwise, it may be long work. The progress of an upload or a download is a sign of the server.
 */
export const endWhenSilent =
  (adapter: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    const { signal, onUploadProgress, onDownloadProgress } = config;
    const silent = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSlow = false;
    let step = 0;
    const setSlow = (next: boolean) => {
      if (next !== isSlow) useSlowRequests.setState(({ count }) => ({ count: count + (next ? 1 : -1) }));
      isSlow = next;
    };
    const giveUp = () => silent.abort(createUnreachableError(config.method));
    const limit = config.timeout ? setTimeout(giveUp, config.timeout) : undefined;
    const check = async () => {
      const ownStep = step;
      setSlow(true);
      void retryServer();
      const status = await checkServer();
      if (step !== ownStep) return;
      if (isServerReachable(status)) timer = setTimeout(check, patience);
      else giveUp();
    };
    const stop = () => {
      step += 1;
      clearTimeout(timer);
      setSlow(false);
    };
    const watch = () => {
      stop();
      timer = setTimeout(check, patience);
    };
    const watchProgress =
      <Event>(report: (event: Event) => void) =>
      (event: Event) => {
        watch();
        report(event);
      };
    watch();
    try {
      return await adapter({
        ...config,
        signal: AbortSignal.any(signal instanceof AbortSignal ? [signal, silent.signal] : [silent.signal]),
        onUploadProgress: onUploadProgress && watchProgress(onUploadProgress),
        onDownloadProgress: onDownloadProgress && watchProgress(onDownloadProgress),
      });
    } finally {
      clearTimeout(limit);
      stop();
    }
  };

/** A request that the server answers soon and that may be repeated: its connection may be dead if nothing comes. */
const isShort = ({ method, headers, onUploadProgress, onDownloadProgress }: InternalAxiosRequestConfig): boolean =>
  (method === 'get' || headers.has('idempotency-key')) && !onUploadProgress && !onDownloadProgress;

/**
 * Sends requests to the API, on both hosts. Accepts every status, and rejects with `NetworkError` if there is no response,
 * or with the signal's reason if aborted.
 */
export const http = axios.create({
  baseURL: '/v1',
  // Not `fetch`, which doesn't report the progress of uploads.
  adapter: endWhenSilent((config) => axios.getAdapter('xhr')(config)),
  validateStatus: null,
  withXSRFToken: false,
});

http.interceptors.request.use((config) => {
  // While the server is polled, the page shows the last responses at once.
  if (config.method === 'get' && useServerStatus.getState().state === 'unreachable')
    throw createUnreachableError('get');
  config.timeout ||= isShort(config) ? 2 * patience : 0;
  return config;
});

http.interceptors.response.use(
  (response) => {
    const { status, data, headers, config } = response;
    if (isUnreachableStatus(status)) void checkServer();
    // On the desktop, main has responded instead of the server.
    if (headers[failureHeader] === 'file') throw new FileUnavailableError(data.message, data.fileId);
    if (headers[failureHeader] === 'server') throw createUnreachableError(config.method, undefined, data.message);
    return response;
  },
  (error: unknown) => {
    if (!isAxiosError(error)) throw error;
    const signal = error.config?.signal;
    if (signal instanceof AbortSignal) signal.throwIfAborted();
    void checkServer();
    throw createUnreachableError(error.config?.method, error);
  },
);

/** Sends an encoded body. */
export const sendEncoded = (
  { path, query, headers, onProgress, ...request }: Omit<SendRequest, 'body' | 'encoding'>,
  encoded: { data: unknown; headers: Record<string, string>; adapter?: AxiosAdapter },
): Promise<ApiResponse> =>
  http.request<unknown>({
    ...request,
    ...encoded,
    url: path,
    params: query,
    headers: { ...headers, ...encoded.headers },
    // Axios would parse the JSON to check it.
    transformRequest: (data) => data,
    onUploadProgress: onProgress && (({ progress }) => progress !== undefined && onProgress(progress)),
  });
