import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { errorCode } from '../../database/database-errors.ts';
import { tlsOption } from '../../database/postgres-tls.ts';
import { StartupError } from '../../lib/app-error.ts';

type Tool = 'pg_dump' | 'pg_restore';

/** The driver checks certificates in these modes; the programs of PostgreSQL do so only in the strictest one. */
const verifyingModes = ['prefer', 'require', 'verify-ca', 'verify-full'];

/** Translates the options that the driver and the programs of PostgreSQL understand differently. */
const translateTls = (databaseUrl: string, query: URLSearchParams): void => {
  const mode = query.get('sslmode') ?? '';
  const isVerified =
    'ssl' in tlsOption(databaseUrl) || query.get('ssl') === 'true' || verifyingModes.includes(mode);
  query.delete('ssl');
  query.delete('uselibpqcompat');
  if (mode === 'no-verify') query.set('sslmode', 'require');
  if (!isVerified) return;
  query.set('sslmode', 'verify-full');
  if (!query.has('sslrootcert')) query.set('sslrootcert', 'system');
};

/** Returns the address for the programs of PostgreSQL, without the password, which everybody could see in the process list. */
const toToolAddress = (databaseUrl: string): { address: string; password: string | null } => {
  const url = new URL(databaseUrl);
  const password = url.password ? decodeURIComponent(url.password) : url.searchParams.get('password');
  translateTls(databaseUrl, url.searchParams);
  url.password = '';
  url.searchParams.delete('password');
  return { address: url.href, password };
};

const missing = (tool: Tool) =>
  `${tool} isn't installed on this computer. Install the client programs of PostgreSQL (postgresql-client), of the server's version or later`;

const describeFailure = (tool: Tool, stderr: string): string => {
  if (stderr.includes('server version mismatch'))
    return `${tool} is older than the PostgreSQL server. Install its client programs (postgresql-client) of the server's version or later`;
  const line = stderr.split('\n').find((each) => /error|fatal/i.test(each)) ?? stderr.trim();
  return `${tool} failed: ${line.replace(/^\w+: (error: )?/, '')}`;
};

export type RunningTool = { stdout: Readable; done: Promise<void>; stop: () => void };

/** Starts a program of PostgreSQL. `done` rejects with a `StartupError` if it fails. */
export const startTool = (tool: Tool, databaseUrl: string, args: readonly string[]): RunningTool => {
  const { address, password } = toToolAddress(databaseUrl);
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(tool, [...args, `--dbname=${address}`], {
    env: { ...process.env, LC_MESSAGES: 'C', ...(password !== null && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const run = async () => {
    const [code] = (await once(child, 'close').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw new StartupError(missing(tool), tool, { cause: error });
      throw error;
    })) as [number | null];
    if (code !== 0) throw new StartupError(describeFailure(tool, stderr), tool);
  };
  const done = run();
  // The caller first reads all output.
  done.catch(() => undefined);
  return { stdout: child.stdout, done, stop: () => child.kill() };
};
