import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { DownloadSettings } from '../../../src/server/import/images/download-image.ts';
import type { ServerConfig } from '../../../src/server/lib/config.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { makeTempDir } from '../temp-dir.ts';
import { startRoundRobin } from './round-robin.ts';
import type { Command, Reply } from './second-server.ts';

const script = fileURLToPath(new URL('./second-server.ts', import.meta.url));
let child: ChildProcess | undefined;
let commandCount = 0;

/**
 * Returns the time of the tests, or 0 if it isn't faked. It moves on a millisecond each time, because ids of two servers
 * have the order of their times only.
 */
const readFakeTime = (): number => {
  if (!vi.isFakeTimers()) return 0;
  vi.setSystemTime(Date.now() + 1);
  return Date.now();
};

/** The process of all second servers of this worker, so that their code is loaded only once. */
const startChild = (): ChildProcess => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'backoffice-test-compiled') };
  const started = fork(script, { execArgv: [], env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  started.unref();
  started.channel?.unref();
  started.setMaxListeners(0);
  started.once('exit', () => {
    child = undefined;
  });
  return started;
};

const ask = (request: Pick<Command, 'id' | 'config'>): Promise<Reply> =>
  new Promise((resolve, reject) => {
    child ??= startChild();
    const answering = child;
    commandCount += 1;
    const key = commandCount;
    const onExit = () => reject(new Error('The process of the second server has ended.'));
    const onMessage = (reply: Reply) => {
      if (reply.key !== key) return;
      answering.off('message', onMessage);
      answering.off('exit', onExit);
      if (reply.error) reject(new Error(reply.error));
      else resolve(reply);
    };
    answering.on('message', onMessage);
    answering.once('exit', onExit);
    answering.send({ ...request, key, fakeTime: readFakeTime() } satisfies Command);
  });

type ServerPair = {
  start: (config: ServerConfig, downloads?: DownloadSettings) => Promise<RunningServer>;
  remove: () => void;
};

/**
 * Two servers with the same settings and separate data folders, behind a proxy that alternates between them. The second
 * is in a process of its own, so that they share nothing but the database and the bucket.
 */
export const createServerPair = (): ServerPair => {
  const dataDir = makeTempDir('second');
  const id = randomUUID();
  return {
    start: async (config, downloads) => {
      const first = await startServer(config, downloads);
      const second = await ask({ id, config: { ...config, dataDir, metrics: undefined } });
      const urls = [first.url, second.url ?? ''];
      const getHeaders = () => ({ 'x-test-time': String(readFakeTime()) });
      const proxy = await startRoundRobin(() => urls, getHeaders);
      return {
        ...first,
        url: proxy.url,
        stop: async () => {
          await Promise.all([first.stop(), ask({ id })]);
          await proxy.stop();
        },
      };
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};
