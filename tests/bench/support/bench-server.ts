import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { startServer } from '../../../scripts/lib/server.ts';

export const admin = { email: 'bench@example.com', password: 'correct horse battery' };

export type BenchServer = {
  url: string;
  pid: number;
  dataDir: string;
  headers: Record<string, string>;
  close: () => Promise<void>;
};

const signIn = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return ((await response.json()) as { token: string }).token;
};

/** Starts the built server on a temporary folder with this many products. */
export const startBenchServer = async ({
  products = 0,
  args = [],
  env = {},
  fill,
}: {
  products?: number;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** Fills the data folder of a server that was started and stopped before. */
  fill?: (dataDir: string) => void;
} = {}): Promise<BenchServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  if (products > 0) {
    const seed = [inRoot('scripts/run.mjs'), 'seed'];
    const databaseUrl = env.BACKOFFICE_DATABASE_URL;
    const database = databaseUrl === undefined ? [] : ['--database-url', databaseUrl];
    execFileSync(process.execPath, [...seed, '--products', String(products), '--data', dataDir, ...database]);
  }
  const start = () =>
    startServer({
      args: ['--port', '0', '--data', dataDir, ...args],
      env: {
        ...env,
        BACKOFFICE_ADMIN_EMAIL: admin.email,
        BACKOFFICE_ADMIN_PASSWORD: admin.password,
        BACKOFFICE_LOG_LEVEL: 'error',
      },
    });
  if (fill) {
    const { process: first } = await start();
    const stopped = once(first, 'exit');
    first.kill();
    await stopped;
    fill(dataDir);
  }
  const server = await start();
  // Before anything can end the server: its exit is reported only once.
  const ended = once(server.process, 'exit');
  process.once('exit', () => server.process.kill());
  return {
    url: server.url,
    pid: server.process.pid ?? 0,
    dataDir,
    headers: { authorization: `Bearer ${await signIn(server.url)}` },
    close: async () => {
      server.process.kill();
      await ended;
      rmSync(dataDir, { recursive: true });
    },
  };
};
