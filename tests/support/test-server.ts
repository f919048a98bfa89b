import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DownloadSettings } from '../../src/server/import/images/download-image.ts';
import type { ServerConfig } from '../../src/server/lib/config.ts';
import { startServer } from '../../src/server/start.ts';
import { admin } from './database-templates.ts';
import { createDatabase, type DatabaseKind, isPaired } from './databases.ts';
import { storedFiles } from './files.ts';
import { listBucket } from './list-bucket.ts';
import { expectMatchesOpenApi } from './openapi.ts';
import { createServerPair } from './pair/server-pair.ts';
import { makeFilesUrl } from './s3.ts';
import { makeTempDir } from './temp-dir.ts';

export type ApiResponse = { status: number; headers: Headers; body: ApiBody };
/** A response's JSON before validation. */
export type ApiBody = {
  success?: boolean;
  message?: string;
  token?: string;
  total?: number;
  errors?: { field: string; message: string }[];
  data?: unknown;
  [name: string]: unknown;
};

export type Send = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string | null; headers?: Record<string, string> },
) => Promise<ApiResponse>;

export type TestServer = {
  url: string;
  metricsUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  filesUrl: string | undefined;
  /** The session token of the first administrator. */
  token: string | null;
  /** Sends a request as the first administrator by default; a null token sends none. */
  send: Send;
  /** Names of the stored files. */
  listFiles: () => Promise<string[]>;
  signInAgain: () => Promise<void>;
  /** `meanwhile` runs while the server is stopped. */
  restart: (changes?: Partial<ServerConfig>, meanwhile?: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
};

export const sampleDir = resolve(import.meta.dirname, '../../resources/sample');

export const makeDataDir = (): string => makeTempDir('test');

export const testConfig = (changes: Partial<ServerConfig> & Pick<ServerConfig, 'dataDir'>): ServerConfig => ({
  host: '127.0.0.1',
  port: 0,
  sampleDir,
  logLevel: 'silent',
  ...changes,
});

const parseBody = (text: string): ApiBody => {
  try {
    return JSON.parse(text) as ApiBody;
  } catch {
    return { text };
  }
};

export const sendTo =
  (findUrl: () => string, findToken: () => string | null): Send =>
  async (method, path, { body, token = findToken(), headers = {} } = {}) => {
    const isText = typeof body === 'string';
    const response = await fetch(findUrl() + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const { status, headers: responseHeaders } = response;
    const received = { status, headers: responseHeaders, body: parseBody(await response.text()) };
    const type = responseHeaders.get('content-type')?.split(';')[0] ?? '';
    // Answers contain personal data, errors included.
    if (/^\/v1\b/i.test(path)) expect(responseHeaders.get('cache-control'), path).toBe('no-store');
    expectMatchesOpenApi({ method, path, status, type, body: received.body });
    return received;
  };

/** Signs in. A user whose password was set by an admin gets another one, as at the first login. */
export const signIn = async (send: Send, credentials: { email: string; password: string }): Promise<string> => {
  const logIn = async (values: object) => (await send('POST', '/v1/user/login', { body: values, token: null })).body;
  const first = await logIn(credentials);
  const body = first.mustChangePassword
    ? await logIn({ ...credentials, newPassword: `${credentials.password} of my own` })
    : first;
  if (!body.token) throw new Error(`Signing in failed: ${body.message}`);
  return body.token;
};

/** Settings of the pair: its servers share a PostgreSQL database and a bucket. */
const pairedChanges = (changes: Partial<ServerConfig>): Partial<ServerConfig> =>
  isPaired ? { filesUrl: makeFilesUrl(), ...changes } : changes;

/**
 * Starts the real server, as the command line does, with an administrator signed in and no records yet. In the project
 * `pair`, it starts two servers behind a proxy.
 */
export const startTestServer = async (
  kind: DatabaseKind,
  requestedChanges: Partial<ServerConfig> = {},
  downloads?: DownloadSettings,
): Promise<TestServer> => {
  const changes = pairedChanges(requestedChanges);
  const pair = isPaired ? createServerPair() : undefined;
  const start = pair?.start ?? startServer;
  const dataDir = changes.dataDir ?? makeDataDir();
  const preparedFor = 'dataDir' in changes || 'firstAdmin' in changes ? undefined : dataDir;
  const { databaseUrl, drop } = changes.databaseUrl
    ? { databaseUrl: changes.databaseUrl, drop: async () => {} }
    : await createDatabase(isPaired ? 'postgres' : kind, { preparedFor });
  const firstAdmin = { ...admin, hasSample: false };
  const config = testConfig({ dataDir, databaseUrl, firstAdmin, ...changes });
  let running = await start(config, downloads);
  let token: string | null = null;
  const send = sendTo(
    () => running.url,
    () => token,
  );
  if (config.firstAdmin) token = await signIn(send, admin);
  return {
    get url() {
      return running.url;
    },
    get metricsUrl() {
      return running.metricsUrl;
    },
    get token() {
      return token;
    },
    dataDir,
    databaseUrl,
    filesUrl: config.filesUrl,
    send,
    listFiles: async () => {
      if (config.filesUrl === undefined) return storedFiles(dataDir);
      return listBucket(config.filesUrl);
    },
    signInAgain: async () => {
      token = await signIn(send, admin);
    },
    restart: async (restartChanges = {}, meanwhile) => {
      await running.stop();
      await meanwhile?.();
      running = await start({ ...config, ...restartChanges }, downloads);
    },
    stop: async () => {
      await running.stop();
      await drop();
      pair?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** One server for all tests of a suite: it starts before the first test and stops after the last. */
export const setUpTestServer = (...options: Parameters<typeof startTestServer>): TestServer => {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer(...options);
  });
  afterAll(() => running?.stop());
  return new Proxy({} as TestServer, {
    get: (_target, name: keyof TestServer) => {
      if (!running) throw new Error('The server starts before the first test of its suite.');
      return running[name];
    },
  });
};
