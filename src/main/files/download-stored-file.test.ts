import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../server/local-http.testing.ts';
import { downloadStoredFile } from './file-streams.ts';
import { folderSize } from './folder-size.testing.ts';

const bytes = randomBytes(4 * 1024 * 1024);
const half = bytes.byteLength / 2;

let http: StubServer;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-stored-'));
  http = await startStubServer((_message, response) => response.writeHead(404).end('gone'));
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const fetchFile = (signal = new AbortController().signal) =>
  downloadStoredFile(http.server, { path: '/uploads/a.pdf', to: join(folder, 'Pens.pdf'), signal });

/** Makes the server send the first half and resolves with the response, which can send the rest. */
const giveHalf = () =>
  new Promise<ServerResponse>((resolve) => {
    http.state.respond = (_message, response) => {
      response.writeHead(200).write(bytes.subarray(0, half));
      resolve(response);
    };
  });

it('streams a stored file to disk', async () => {
  const answering = giveHalf();
  const fetching = fetchFile();
  const response = await answering;
  await expect.poll(() => folderSize(folder)).toBe(half);
  expect(await readdir(folder)).not.toContain('Pens.pdf');
  response.end(bytes.subarray(half));
  await fetching;
  expect(await readdir(folder)).toEqual(['Pens.pdf']);
  expect((await readFile(join(folder, 'Pens.pdf'))).equals(bytes)).toBe(true);
  expect(http.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/uploads/a.pdf', undefined]]);
});

it('leaves no file after a failed or cancelled download', async () => {
  await expect(fetchFile()).rejects.toThrow('404');
  const breaking = giveHalf().then((response) => response.destroy());
  await expect(fetchFile()).rejects.toThrow();
  await breaking;
  const controller = new AbortController();
  const givingUp = giveHalf().then(() => controller.abort());
  await expect(fetchFile(controller.signal)).rejects.toThrow();
  await givingUp;
  expect(await readdir(folder)).toEqual([]);
});
