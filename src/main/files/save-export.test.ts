import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../server/local-http.testing.ts';
import { createSender } from '../server/session.ts';
import { folderSize } from './folder-size.testing.ts';
import { createExporter } from './save-export.ts';

const bytes = randomBytes(4 * 1024 * 1024);
const half = bytes.subarray(0, bytes.byteLength / 2);

let http: StubServer;
let folder: string;

const session = {
  load: async () => undefined,
  authorizationHeaders: () => ({ authorization: 'Bearer of-main' }),
};
const save = (...args: Parameters<ReturnType<typeof createExporter>>) =>
  createExporter(createSender({ server: http.server, session }))(...args);
const input = {
  requestId: 'e1',
  resource: 'faq',
  format: 'csv' as const,
  query: { query: 'a&b', sort: '-name' },
  fileName: 'FAQs.csv',
};
const to = (path: string) => ({ path, signal: new AbortController().signal, onProgress: () => {} });
const inFolder = async () => (await readdir(folder)).sort();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-export-'));
  http = await startStubServer((_message, response) => response.writeHead(200).end(bytes));
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

it('saves the response as the chosen file', async () => {
  const told: number[] = [];
  const path = join(folder, 'My FAQs.csv');
  const outcome = await save(input, {
    ...to(path),
    onProgress: ({ requestId, receivedBytes }) => {
      expect(requestId).toBe('e1');
      told.push(receivedBytes);
    },
  });
  expect(outcome).toEqual({ outcome: 'saved', fileName: 'My FAQs.csv' });
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(await inFolder()).toEqual(['My FAQs.csv']);
  expect(told[0]).toBe(0);
  expect(http.seen[0]?.url).toBe('/v1/faq/export?query=a%26b&sort=-name&format=csv');
  expect(http.seen[0]?.headers).toMatchObject({ authorization: 'Bearer of-main', 'x-backoffice-key': 'key' });
});

it('streams the response to disk', async () => {
  const path = join(folder, 'a.csv');
  const answering = new Promise<ServerResponse>((resolve) => {
    http.state.respond = (_message, response) => {
      response.writeHead(200).write(half);
      resolve(response);
    };
  });
  const outcome = save(input, to(path));
  const response = await answering;
  await expect.poll(() => folderSize(folder)).toBe(half.byteLength);
  expect(await inFolder()).not.toContain('a.csv');
  response.end(bytes.subarray(half.byteLength));
  expect(await outcome).toMatchObject({ outcome: 'saved' });
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

it('returns the server’s rejection without touching a file', async () => {
  const body = { success: false, message: 'Log in to continue' };
  http.state.respond = (_message, response) => response.writeHead(401).end(JSON.stringify(body));
  expect(await save(input, to(join(folder, 'a.csv')))).toEqual({
    outcome: 'rejected',
    status: 401,
    body,
  });
  expect(await inFolder()).toEqual([]);
});

it('replaces an existing file only when the export is complete', async () => {
  const path = join(folder, 'a.csv');
  await writeFile(path, 'of last week');
  http.state.respond = (_message, response) => {
    response.writeHead(200);
    response.write(half, () => response.destroy());
  };
  expect(await save(input, to(path))).toEqual({
    outcome: 'failed',
    message: 'The export was interrupted. No file was saved.',
  });
  expect(await readFile(path, 'utf8')).toBe('of last week');
  expect(await inFolder()).toEqual(['a.csv']);
  http.state.respond = (_message, response) => response.writeHead(200).end(bytes);
  expect(await save(input, to(path))).toMatchObject({ outcome: 'saved' });
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

it('leaves nothing behind when it is cancelled', async () => {
  const gone = new Promise<void>((resolve) => {
    http.state.respond = (_message, response) => {
      response.on('close', resolve);
      response.writeHead(200).write(half);
    };
  });
  const cancelled = new AbortController();
  const outcome = save(input, {
    path: join(folder, 'a.csv'),
    signal: cancelled.signal,
    onProgress: ({ receivedBytes }) => {
      if (receivedBytes > 0) cancelled.abort();
    },
  });
  expect(await outcome).toEqual({ outcome: 'cancelled' });
  await gone;
  expect(await inFolder()).toEqual([]);
});

it('reports why a file can’t be written', async () => {
  const outcome = await save(input, to(join(folder, 'gone', 'a.csv')));
  expect(outcome).toEqual({
    outcome: 'failed',
    message: 'The folder no longer exists. No file was saved.',
  });
});

it('reports an unreachable server', async () => {
  await http.close();
  const outcome = await save(input, to(join(folder, 'a.csv')));
  expect(outcome).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('Can’t reach the server'),
  });
  await http.listen();
});
