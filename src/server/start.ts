import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from './app.ts';
import { codeOf } from './database/explain.ts';
import type { DownloadSettings } from './import/images/download-image.ts';
import type { ServerConfig } from './lib/config.ts';
import { StartFailure } from './lib/failure.ts';

/** A server that listens. */
export type RunningServer = { url: string; stop: () => Promise<void> };

/** How long requests in flight may take to finish after a stop. */
const stopTimeout = 10_000;

const explainListen = (error: unknown, { host, port }: ServerConfig): unknown => {
  const code = codeOf(error);
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) return error;
  const message =
    code === 'EADDRINUSE'
      ? 'Another program is already using this address. Stop it, or choose another port with --port'
      : `The server can't listen on this address (${code})`;
  return new StartFailure({ message, path: `${host}:${port}`, cause: error });
};

const listen = async ({ app, close }: Server, config: ServerConfig): Promise<RunningServer> => {
  const closeUnused = watchUnused(app);
  try {
    const url = await app.listen({ host: config.host, port: config.port });
    const stop = async () => {
      const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeout);
      const closing = close();
      closeUnused();
      await closing.finally(() => clearTimeout(timer));
    };
    let stopping: Promise<void> | undefined;
    return {
      url,
      // Asked twice, it ends once: both wait until the database is closed.
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await close();
    throw explainListen(error, config);
  }
};

/** Browsers connect ahead of what they may ask: gives the function that closes the connections that asked nothing yet. */
const watchUnused = ({ server }: FastifyInstance): (() => void) => {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
};

/** Starts a server and listens. Throws a `StartFailure` where it cannot. Only tests change how images are downloaded. */
export const startServer = async (
  config: ServerConfig,
  downloads?: DownloadSettings,
): Promise<RunningServer> => listen(await createServer(config, downloads), config);
