import type { ServerStatus } from '#shared/ipc-schemas.ts';
import { fetchJson } from './fetch-json.ts';
import { isUnreachableStatus, type Platform } from './platform.ts';

const running: ServerStatus = { state: 'running' };
const unreachable: ServerStatus = {
  state: 'unreachable',
  message: 'Can’t reach the server',
};
const pollIntervalMs = 3000;
const answerTimeoutMs = 10_000;

const listeners = new Set<(status: ServerStatus) => void>();
let current = running;
let timer: number | undefined;
let pending: Promise<ServerStatus> | undefined;

const setStatus = (status: ServerStatus): void => {
  const hasChanged = status.state !== current.state;
  current = status;
  if (hasChanged) for (const listener of listeners) listener(status);
};

const probe = async (): Promise<ServerStatus> => {
  clearTimeout(timer);
  // Any response counts, except a proxy's error for an unreachable server.
  const isUnreachable = await fetchJson('GET', '/meta', { signal: AbortSignal.timeout(answerTimeoutMs) })
    .then(({ status }) => isUnreachableStatus(status))
    .catch(() => true);
  setStatus(isUnreachable ? unreachable : running);
  if (isUnreachable) timer = window.setTimeout(checkServer, pollIntervalMs);
  return current;
};

const checkServer = (): Promise<ServerStatus> => {
  pending ??= probe().finally(() => {
    pending = undefined;
  });
  return pending;
};

/** The server that served this page. `status()` checks it again; call it after a failed request. */
export const browserServer: Platform['server'] = {
  status: checkServer,
  onStatus: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  retry: checkServer,
};

window.addEventListener('online', checkServer);
window.addEventListener('offline', checkServer);
