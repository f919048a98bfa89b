import { connect, createServer, type Socket } from 'node:net';
import { PassThrough, Transform } from 'node:stream';

export type TcpProxy = {
  /** The original address with the proxy's host and port. */
  url: string;
  /** Breaks all connections and rejects new ones until `open` is called. */
  close: () => void;
  /** Keeps all connections, old and new, but forwards nothing until `close` and `open` are called. */
  freeze: () => void;
  open: () => void;
  rejectedCount: () => number;
  stop: () => Promise<void>;
};

const createRewriter = (rewrite?: (answer: string) => string) =>
  rewrite
    ? new Transform({
        transform: (chunk: Buffer, _, done) => done(null, Buffer.from(rewrite(chunk.toString('latin1')), 'latin1')),
      })
    : new PassThrough();

/**
 * A TCP proxy between a server and its upstream that can cut connections, as a network outage does. `rewrite` changes
 * what the upstream answers.
 */
export const startTcpProxy = async (address: string, rewrite?: (answer: string) => string): Promise<TcpProxy> => {
  const url = new URL(address);
  const behind = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  let isOpen = true;
  let isFrozen = false;
  let rejectedCount = 0;
  const server = createServer((near) => {
    if (!isOpen) {
      rejectedCount += 1;
      near.destroy();
      return;
    }
    if (isFrozen) {
      sockets.add(near);
      return;
    }
    const far = connect(behind);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(createRewriter(rewrite)).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  url.hostname = '127.0.0.1';
  url.port = String(typeof own === 'object' && own ? own.port : 0);
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    close: () => {
      isOpen = false;
      isFrozen = false;
      breakAll();
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    open: () => {
      isOpen = true;
    },
    rejectedCount: () => rejectedCount,
    stop: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
