import { type ApiServer, createStatus } from './api-server.ts';
import { ServerUnreachableError } from './upstream.ts';

/** A remote server. The pages watch whether it can be reached. */
export const createRemoteServer = (url: URL): ApiServer => ({
  id: url.href,
  name: url.host,
  url: url.href,
  target: async () => ({ url, headers: {} }),
  status: createStatus({ state: 'remote' }),
  retry: () => undefined,
  stop: async () => undefined,
});

type Misconfiguration = { message: string; path?: string; retry: () => void };

/** Placeholder for an invalid server address: the app opens and shows the problem. */
export const createMisconfiguredServer = ({ message, path, retry }: Misconfiguration): ApiServer => ({
  id: '',
  name: 'No server',
  url: null,
  target: async () => {
    throw new ServerUnreachableError(message);
  },
  status: createStatus({ state: 'failed', message, path }),
  retry,
  stop: async () => undefined,
});
