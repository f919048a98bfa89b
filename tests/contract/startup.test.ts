import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { StartupError } from '../../src/server/lib/app-error.ts';
import { startServer } from '../../src/server/start.ts';
import { category } from '../../src/shared/resources/category.ts';
import { admin } from '../support/database-templates.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, worldReadableFiles } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { adminEnv, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, sendTo, signIn, startTestServer, testConfig } from '../support/test-server.ts';

const failureOf = async (changes: Parameters<typeof testConfig>[0]): Promise<StartupError> => {
  const outcome = await startServer(testConfig(changes)).catch((error: unknown) => error);
  if (outcome instanceof StartupError) return outcome;
  throw new Error(`The start did not fail as it should: ${outcome}`);
};

describe('a database file', () => {
  let prepared: string;
  let dataDir: string;
  let file: string;
  beforeAll(async () => {
    prepared = makeDataDir();
    const firstAdmin = { ...admin, hasSample: true };
    const server = await startServer(testConfig({ dataDir: prepared, firstAdmin }));
    await server.stop();
  });
  beforeEach(() => {
    dataDir = makeDataDir();
    file = join(dataDir, 'backoffice.db');
    cpSync(prepared, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  afterAll(() => rmSync(prepared, { recursive: true, force: true }));

  const overwrite = (position: number) => {
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, position);
  };

  it.each([
    ['is no database', () => writeFileSync(file, 'This is a shopping list. '.repeat(500))],
    ['is empty', () => writeFileSync(file, '')],
    ['is cut off', () => truncateSync(file, 4096 * 3)],
    ['is overwritten in its middle', () => overwrite(4096 * 4)],
    ['is overwritten at its start', () => overwrite(0)],
  ])('that %s is left unchanged and named', async (_what, damage) => {
    damage();
    const before = readFileSync(file);
    const failure = await failureOf({ dataDir });
    expect(failure.message).toContain('The database is damaged');
    expect(failure.path).toBe(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('of a newer version is left unchanged', async () => {
    await withDatabase({ dataDir, databaseUrl: undefined }, (database) =>
      database
        .insertInto('migration' as 'setting')
        .values({ name: '9999-from-the-future', timestamp: new Date().toISOString() } as never)
        .execute(),
    );
    expect((await failureOf({ dataDir })).message).toContain('newer version of the app (9999-from-the-future)');
  });
});

describe('a server', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = makeDataDir();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('does not start if its data folder is a file', async () => {
    const path = join(dataDir, 'occupied');
    writeFileSync(path, '');
    expect(await failureOf({ dataDir: path })).toMatchObject({
      message: expect.stringContaining("Can't use the data folder"),
      path,
    });
  });

  it('does not start if its uploads folder is a file', async () => {
    writeFileSync(join(dataDir, 'uploads'), '');
    expect((await failureOf({ dataDir })).path).toBe(join(dataDir, 'uploads'));
  });

  it('does not start if its port is taken', async () => {
    const first = await startServer(testConfig({ dataDir }));
    const other = makeDataDir();
    const port = Number(new URL(first.url).port);
    expect(await failureOf({ dataDir: other, port })).toMatchObject({ path: `127.0.0.1:${port}` });
    const metrics = { host: '127.0.0.1', port };
    expect(await failureOf({ dataDir: other, metrics })).toMatchObject({
      message: expect.stringContaining('--metrics-port'),
      path: `127.0.0.1:${port}`,
    });
    await first.stop();
    await (await startServer(testConfig({ dataDir: other, port }))).stop();
    rmSync(other, { recursive: true, force: true });
  });

  it.each([
    ['nothing answers', 'postgres://user:secret@127.0.0.1:1/none', 'no server is running at this address'],
    ['the database is missing', '', "the database doesn't exist"],
    ['the database of another computer has no TLS', 'postgres://tester@0.0.0.0/postgres', 'has no TLS'],
  ])('does not start if %s', async (_what, given, reason) => {
    const missing = new URL(inject('postgresUrl'));
    missing.pathname = '/not_there';
    // The cluster's own port.
    const databaseUrl = given.replace('0.0.0.0', `0.0.0.0:${missing.port}`) || missing.href;
    const failure = await failureOf({ dataDir, databaseUrl });
    expect(failure.message).toContain(reason);
    expect(failure.path).toMatch(/^postgres:\/\/[\d.]+:\d+\/\w+$/);
    expect(JSON.stringify([failure.message, failure.path])).not.toContain('secret');
  });

  it.each([
    [{ firstAdmin: { email: 'nobody', password: 'long enough', hasSample: false } }, /email/],
    [{ firstAdmin: { ...admin, password: 'short', hasSample: false } }, /at least 10 characters/],
    [{ firstAdmin: { ...admin, password: 'password123', hasSample: false } }, /too easy to guess/],
    [{ mail: { smtpUrl: 'mail.example.com', from: 'a@b.co' } }, /SMTP server must be a URL/],
    [{ mail: { smtpUrl: 'smtp://mail.example.com', from: '' } }, /sender of emails/],
    [{ tokenSecret: 'short' }, /at least 32 characters/],
    [{ webDir: '/nowhere' }, /hasn't been built yet/],
    [{ host: '0.0.0.0' }, /unencrypted.*--tls-cert.*--trust-proxy.*--insecure/],
    [{ tls: { cert: '/nowhere.pem', key: '/nowhere.pem' } }, /Can't read this file/],
  ])('does not start with invalid settings: %j', async (changes, message) => {
    expect((await failureOf({ dataDir, ...changes })).message).toMatch(message);
  });
});

describe.each(databaseKinds)('a server on %s', (kind) => {
  it('locks its data folder', async () => {
    const server = await startTestServer(kind);
    expect(await failureOf({ dataDir: server.dataDir, databaseUrl: server.databaseUrl })).toMatchObject({
      message: expect.stringContaining('Another server is already using this data folder'),
      path: server.dataDir,
    });
    await server.stop();
  });

  it('keeps confirmed writes', async () => {
    const server = await startTestServer(kind);
    const record = await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
    await server.restart();
    const { body } = await server.send('GET', `/v1/category/getById/${record._id}`);
    expect(body.data).toEqual(record);
    await server.stop();
  });
});

describe('the command', () => {
  let dataDir: string;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    dataDir = makeDataDir();
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const run = (args: string[], env: Record<string, string> = {}) => {
    const running = spawnServer(['--data', dataDir, ...args], {
      BACKOFFICE_LOG_LEVEL: 'info',
      ...adminEnv,
      ...env,
    });
    child = running.child;
    return running;
  };

  it('logs the ids of requests and users, and no personal data', async () => {
    const running = run(['--port', '0']);
    const { child: started, output } = running;
    const url = await readServerUrl(running);
    const send = sendTo(
      () => url,
      () => null,
    );
    const token = await signIn(send, admin);
    await send('POST', '/v1/user/login', { body: { email: 'eve@example.com', password: 'open sesame' } });
    const listed = await send('GET', '/v1/faq/?query=private+words', {
      token,
      headers: { 'x-request-id': 'chosen-by-the-client' },
    });
    await send('GET', '/health/ready');
    await send('POST', '/v1/faq/', { body: '{broken', token });
    expect(worldReadableFiles(dataDir)).toEqual([]);
    started.kill('SIGTERM');
    expect(await once(started, 'exit')).toEqual([0, null]);
    expect(output.stdout.trim().split('\n')).toHaveLength(1);
    expect(output.stderr).toContain('"route":"/v1/user/login"');
    const lines = output.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const { userId } = decodeJwt(token);
    expect(lines.filter(({ route }) => String(route).startsWith('/v1/faq'))).toEqual(
      [200, 400].map((status) => expect.objectContaining({ status, userId, reqId: expect.any(String) })),
    );
    const ids = lines.filter(({ route }) => route === '/v1/faq/').map(({ reqId }) => reqId);
    expect(ids[0]).toBe(listed.headers.get('x-request-id'));
    expect(output.stderr).not.toMatch(/health|chosen-by-the-client/);
    for (const secret of [
      'example.com',
      'Administrator',
      admin.password,
      'sesame',
      'private',
      token,
      '127.0.0.1"',
      'broken',
    ]) {
      expect(output.stderr).not.toContain(secret);
    }
  });

  it('prints the setup code if others can reach it', async () => {
    const running = run(['--port', '0', '--host', '0.0.0.0', '--insecure'], { BACKOFFICE_ADMIN_EMAIL: '' });
    await readServerUrl(running);
    await expect.poll(() => running.output.stderr).toMatch(/setup code (?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}$/m);
    running.child.kill('SIGTERM');
    await once(running.child, 'exit');
  });

  it.each<[string[], RegExp, Record<string, string>?]>([
    [['--port', 'many'], /--port must be a number from 0 to 65535/],
    [['--requests-per-minute', '0'], /--requests-per-minute must be a number from 1 to/],
    [['--metrics-port', 'many'], /--metrics-port must be a number from 0 to 65535/],
    [['--shutdown-delay', '31'], /--shutdown-delay must be a number from 0 to 30/],
    [['--public-url', 'office'], /--public-url must be a URL/],
    [['--nonsense'], /Usage/],
    [['--tls-cert', 'cert.pem'], /--tls-cert and --tls-key go together/],
    [['--trust-proxy', '0.0.0.0/0'], /--trust-proxy must be a list of addresses/],
    [['--trust-proxy', '10.0.0.5,proxy.example.com'], /--trust-proxy must be a list of addresses/],
    [['--port', '0', '--host', '0.0.0.0'], /^0\.0\.0\.0: Passwords would cross the network.*\n$/],
    [
      ['--port', '0', '--database-url', 'postgres://127.0.0.1:1/x'],
      /127\.0\.0\.1:1.*Can't use the PostgreSQL database/,
    ],
    [
      ['--port', '0'],
      /127\.0\.0\.1:1.*Can't use the PostgreSQL database/,
      { BACKOFFICE_DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' },
    ],
  ])('rejects %j with a reason', async (args, message, env) => {
    const { child: started, output } = run(args, env);
    expect(await once(started, 'close')).toEqual([1, null]);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(message);
    expect(output.stderr).not.toMatch(/^\s+at |secret/m);
  });

  it('reports a damaged database', async () => {
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, 'backoffice.db');
    writeFileSync(file, 'no database');
    const { child: started, output } = run(['--port', '0']);
    expect(await once(started, 'close')).toEqual([1, null]);
    expect(output.stderr).toContain(file);
    expect(statSync(file).size).toBe(11);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
