import axios from 'axios';
import { create } from 'zustand';
import { queryDefaults } from '#shared/client-defaults.ts';
import type { Bridge, ServerStatus } from '#shared/ipc.ts';
import { isServerReachable, isUnreachableStatus } from './platform.ts';

/** Undefined in a browser. */
export const { backoffice: bridge } = globalThis as { backoffice?: Bridge };

/** The only signal of whether the server can be reached. */
export const useServerStatus = create<ServerStatus>(() => ({ state: bridge ? 'starting' : 'running' }));

/** Calls the listener whenever the server can be reached again. Returns a function that stops that. */
export const onServerReachable = (listener: () => void): (() => void) =>
  useServerStatus.subscribe((current, previous) => {
    if (isServerReachable(current) && !isServerReachable(previous)) listener();
  });

const pollInterval = 3000;
const answerTimeout = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let pending: Promise<ServerStatus> | undefined;

const setStatus = (status: ServerStatus): ServerStatus => {
  const hasChanged = JSON.stringify(status) !== JSON.stringify(useServerStatus.getState());
  if (hasChanged) useServerStatus.setState(status, true);
  return status;
};

const unreachableMessage = 'Can’t reach the server';

/** Main knows the state of the embedded server, and says why it can't reach another one. */
const probe = async (): Promise<ServerStatus> => {
  clearTimeout(timer);
  const status: ServerStatus = (await bridge?.getServerStatus()) ?? { state: 'running' };
  if (bridge && status.state !== 'remote') return setStatus(status);
  // Any response counts, except a proxy's error for an unreachable server.
  const response = await axios
    .get('/v1/meta', { adapter: 'xhr', timeout: answerTimeout, validateStatus: null, withXSRFToken: false })
    .catch(() => null);
  if (response && !isUnreachableStatus(response.status)) return setStatus(status);
  timer = setTimeout(checkServer, pollInterval);
  return setStatus({ state: 'unreachable', message: (bridge && response?.data?.message) || unreachableMessage });
};

/** Checks the server, and polls it until it responds. Call it after a failed request. */
export const checkServer = (): Promise<ServerStatus> => {
  pending ??= probe().finally(() => {
    pending = undefined;
  });
  return pending;
};

/** Restarts the server of the desktop after a failure, and checks the server at once. */
export const retryServer = async (): Promise<unknown> => {
  await bridge?.retryServer();
  return checkServer();
};

/** Milliseconds before a failed request is repeated; ever longer. */
export const getRetryDelay = (attempt: number): number =>
  Math.min(queryDefaults.firstRetryDelay * 2 ** attempt, queryDefaults.maxRetryDelay);

/** Waits before a failed request is repeated, but no longer than until the server can be reached again. */
export const waitToRetry = (attempt: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(delay);
      stopWatching();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const delay = setTimeout(finish, getRetryDelay(attempt));
    const stopWatching = onServerReachable(finish);
    signal?.addEventListener('abort', finish, { once: true });
  });

if (bridge) {
  bridge.on('serverStatus', setStatus);
  // Another server counts as reachable until a request fails.
  void bridge.getServerStatus().then(setStatus);
} else {
  globalThis.addEventListener?.('online', checkServer);
  globalThis.addEventListener?.('offline', checkServer);
}
