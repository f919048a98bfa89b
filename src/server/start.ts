import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from './app.ts';
import type { DownloadSettings } from './import/images/download-image.ts';
import type { ServerConfig } from './lib/config.ts';
import { toListenError } from './listen-error.ts';

export type RunningServer = {
  url: string;
  metricsUrl: string | undefined;
  /** Needed for creating the first admin account, if others can reach the server. */
  setupCode: string | undefined;
  stop: () => Promise<void>;
};

/** Milliseconds that requests in flight get to finish after a stop. */
const stopTimeout = 10_000;
const idleCheckInterval = 50;

const listen = async (
  { app, metricsUrl, setupCode, beginShutdown, close }: Server,
  { host, port }: ServerConfig,
): Promise<RunningServer> => {
  const closeUnused = trackUnusedConnections(app);
  try {
    const url = await app.listen({ host, port });
    const stop = async () => {
      await beginShutdown();
      const timeout = setTimeout(() => app.server.closeAllConnections(), stopTimeout);
      const closing = close();
      closeUnused();
      // Clients keep connections whose responses began before the stop, so these become idle only later.
      const idleCheck = setInterval(() => app.server.closeIdleConnections(), idleCheckInterval);
      await closing.finally(() => {
        clearTimeout(timeout);
        clearInterval(idleCheck);
      });
    };
    let stopping: Promise<void> | undefined;
    return {
      url,
      metricsUrl,
      setupCode,
      // Idempotent: a second call waits for the first.
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await close();
    throw toListenError(error, { host, port, option: '--port' });
  }
};

/** Returns a function that closes connections without any request so far: browsers open some in advance. */
const trackUnusedConnections = ({ server }: FastifyInstance): (() => void) => {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
};

/** Starts a server and listens. Throws a `StartupError` if it can't. Only tests pass `downloads`. */
export const startServer = async (config: ServerConfig, downloads?: DownloadSettings): Promise<RunningServer> =>
  listen(await createServer(config, downloads), config);
