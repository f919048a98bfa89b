import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { makeTempDir } from './temp-dir.ts';

export type Cluster = {
  url: string;
  /** Kills the server like a power cut, and starts it again on the same data. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
};

const readyMessage = 'database system is ready to accept connections';
/** Speed over durability: these databases are not needed after a crash. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const idOf = (user: string) => {
  try {
    const read = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return null;
  }
};

/** An unprivileged user for processes of a test run that root started. */
export const findRunner = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const runner = idOf('postgres') ?? idOf('nobody');
  if (!runner) throw new Error('The tests run as root, and there is neither a user postgres nor nobody');
  return runner;
};

const untilReady = (server: ReturnType<typeof spawn>) =>
  new Promise<void>((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(readyMessage)) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
  });

type Certificate = { key: string; cert: string };

type Files = { folder: string; certificate: Certificate; runner: { uid: number; gid: number } | undefined };

const tlsSettings = ({ folder, certificate, runner }: Files): string[] =>
  ['ssl=on'].concat(
    Object.entries(certificate).map(([name, content]) => {
      const path = join(folder, `${name}.pem`);
      writeFileSync(path, content, { mode: 0o600 });
      if (runner) chownSync(path, runner.uid, runner.gid);
      return `ssl_${name}_file=${path}`;
    }),
  );

type ClusterOptions = {
  certificate?: Certificate;
  /** Whether committed data survives a crash. */
  isDurable?: boolean;
};

/** Starts a PostgreSQL server for this test run. Throws if no PostgreSQL is available. */
export const startCluster = async ({ certificate, isDurable = false }: ClusterOptions = {}): Promise<Cluster> => {
  const scratch = makeTempDir('postgres');
  const runner = findRunner();
  const data = join(scratch, 'data');
  const env = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };
  const bin = findPostgresBinaries(scratch);
  chmodSync(scratch, 0o755);
  if (runner) chownSync(scratch, runner.uid, runner.gid);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'tester', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...runner, env, stdio: 'pipe', cwd: scratch },
  );
  const port = await freePort();
  const settings = [
    ...(isDurable ? [] : careless),
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    'unix_socket_directories=',
    ...(certificate ? tlsSettings({ folder: scratch, certificate, runner }) : []),
  ];
  const startServer = async () => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...runner, env, stdio: ['ignore', 'ignore', 'pipe'], cwd: scratch },
    );
    await untilReady(server);
    return server;
  };
  let server = await startServer();
  const kill = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const startAgain = async (attemptsLeft = 50): Promise<void> => {
    try {
      server = await startServer();
    } catch (error) {
      // The processes of the connections end a moment after the main process.
      if (attemptsLeft === 0) throw error;
      await setTimeout(200);
      await startAgain(attemptsLeft - 1);
    }
  };
  return {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    crash: async () => {
      await kill('SIGKILL');
      await startAgain();
    },
    stop: async () => {
      await kill('SIGQUIT');
      rmSync(scratch, { recursive: true, force: true });
    },
  };
};
