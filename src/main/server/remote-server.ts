import { log } from '../log.ts';
import { type ApiServer, createStatus } from './api-server.ts';
import { answerTimeout, requestUpstream, ServerUnreachableError, type UpstreamTarget } from './upstream.ts';

const retryInterval = 3000;

/** A remote server. After a failed request, it is polled until it responds. */
export const createRemoteServer = (url: URL): ApiServer => {
  const target: UpstreamTarget = { url, headers: {} };
  const status = createStatus({ state: 'remote' });
  let timer: NodeJS.Timeout | undefined;
  let pendingProbe: Promise<void> | undefined;

  const probe = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      const response = await requestUpstream({
        target,
        method: 'GET',
        path: '/v1/meta',
        headers: {},
        timeout: answerTimeout,
      });
      response.resume();
      if (status.get().state !== 'remote') status.set({ state: 'remote' });
    } catch (error) {
      const reason = error instanceof ServerUnreachableError ? error.message : 'Can’t reach the server';
      const message = `${reason}: ${url.host}`;
      if (status.get().message !== message) status.set({ state: 'unreachable', message });
      timer = setTimeout(poll, retryInterval);
    }
  };

  const poll = (): Promise<void> => {
    pendingProbe ??= probe().finally(() => {
      pendingProbe = undefined;
    });
    return pendingProbe;
  };

  return {
    id: url.href,
    name: url.host,
    url: url.href,
    target: async () => target,
    status,
    reportUnreachable: () => {
      if (pendingProbe || status.get().state === 'unreachable') return;
      log.warn("The server isn't responding");
      void poll();
    },
    settledStatus: async () => {
      await pendingProbe;
      return status.get();
    },
    retry: () => void poll(),
    stop: async () => clearTimeout(timer),
  };
};

type Misconfiguration = { message: string; path?: string; retry: () => void };

/** Placeholder for an invalid server address: the app opens and shows the problem. */
export const createMisconfiguredServer = ({ message, path, retry }: Misconfiguration): ApiServer => {
  const status = createStatus({ state: 'failed', message, path });
  return {
    id: '',
    name: 'No server',
    url: null,
    target: async () => {
      throw new ServerUnreachableError(message);
    },
    status,
    reportUnreachable: () => undefined,
    settledStatus: async () => status.get(),
    retry,
    stop: async () => undefined,
  };
};
