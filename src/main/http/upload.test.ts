import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failureHeader, uploadHeader } from '#shared/ipc.ts';
import { FileUnavailableError } from '../files/local-files.ts';
import { readBody, type StubServer, startStubServer } from '../server/local-http.testing.ts';
import { createSender } from '../server/session.ts';
import { createProxy } from './proxy.ts';
import { createUploadEncoder, type FileSource } from './request-body.ts';

const megabyte = 1024 * 1024;
const bytes = randomBytes(8 * megabyte);

let http: StubServer;
let openFiles: number;
let brokenAfter: number;

const localFiles = {
  getUnchangedFile: async (id: string) => {
    if (id !== 'film') throw new FileUnavailableError('A file is no longer available. Choose it again.');
    return { id, name: 'film.mp4', type: 'video/mp4', size: bytes.byteLength, previewUrl: '' };
  },
  readChunks: async function* (_id: string, chunkBytes: number) {
    openFiles += 1;
    try {
      for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
        if (at >= brokenAfter) throw new FileUnavailableError('film.mp4 was changed');
        yield bytes.subarray(at, at + chunkBytes);
      }
    } finally {
      openFiles -= 1;
    }
  },
};
const session = {
  load: async () => undefined,
  authorizationHeaders: () => ({ authorization: 'Bearer of-main' }),
};
type Upload = {
  path: string;
  body: object;
  encoding?: 'json' | 'form';
  headers?: Record<string, string>;
  uploadId?: string;
};
type Options = { signal?: AbortSignal; onProgress?: Parameters<typeof createUploadEncoder>[1] };

const sendWith =
  (files: FileSource = localFiles) =>
  async ({ path, body, encoding, headers, uploadId = 'r1' }: Upload, { signal, onProgress }: Options = {}) => {
    const proxy = createProxy({
      send: createSender({ server: http.server, session }),
      getSignal: () => signal,
      encodeUpload: createUploadEncoder(files, onProgress ?? (() => undefined)),
    });
    const contentType = encoding === 'form' ? 'multipart/form-data' : 'application/json';
    const response = await proxy(
      new Request(`app://backoffice${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': contentType, [uploadHeader]: uploadId },
      }),
    );
    return { status: response.status, failure: response.headers.get(failureHeader), body: await response.json() };
  };
const send = sendWith();

const videoPath = { name: 'Pens', video: { $localFile: 'film' } };
const request = { path: '/v1/video/', body: videoPath };

beforeEach(async () => {
  openFiles = 0;
  brokenAfter = Number.POSITIVE_INFINITY;
  http = await startStubServer(async (message, response) => {
    // A canceled request sends an incomplete body.
    const body = await readBody(message).catch(() => null);
    if (body === null) return;
    const { name, video } = JSON.parse(body.toString());
    const isWhole = video === `film.mp4@@data:video/mp4;base64,${bytes.toString('base64')}`;
    response.writeHead(201).end(JSON.stringify({ name, isWhole }));
  });
});
afterEach(() => http.close());

it('sends the body with its files', async () => {
  const progress: number[] = [];
  const response = await send(
    { ...request, headers: { 'idempotency-key': 'key-1' } },
    {
      onProgress: (told) => {
        expect(told.requestId).toBe('r1');
        progress.push(told.sentBytes / told.totalBytes);
      },
    },
  );
  expect(response).toEqual({ status: 201, failure: null, body: { name: 'Pens', isWhole: true } });
  expect(http.seen[0]?.headers).toMatchObject({
    authorization: 'Bearer of-main',
    'idempotency-key': 'key-1',
    'content-type': 'application/json',
  });
  expect(Number(http.seen[0]?.headers['content-length'])).toBeGreaterThan(bytes.byteLength);
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  await expect.poll(() => openFiles).toBe(0);
});

it('sends multipart/form-data where requested', async () => {
  http.state.respond = async (message, response) => {
    const body = await readBody(message);
    const headers = { 'content-type': String(message.headers['content-type']) };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = form.get('excel') as File;
    response.writeHead(202).end(JSON.stringify({ sheet: form.get('sheet'), size: file.size }));
  };
  const response = await send({
    ...request,
    path: '/v1/product/upload-csv?dryRun=true&async=true',
    encoding: 'form',
    body: { sheet: 'Pens & more', excel: { $localFile: 'film' } },
  });
  expect(response).toMatchObject({ status: 202, body: { sheet: 'Pens & more', size: bytes.byteLength } });
  expect(http.seen[0]?.url).toBe('/v1/product/upload-csv?dryRun=true&async=true');
});

it.each(['json', 'form'] as const)('reads a file with backpressure (%s)', async (encoding) => {
  const length = 64 * megabyte;
  const block = Buffer.alloc(megabyte);
  const state = { read: 0, taken: 0, ahead: 0 };
  const long = {
    getUnchangedFile: async (id: string) => ({ ...(await localFiles.getUnchangedFile(id)), size: length }),
    readChunks: async function* (_id: string, chunkBytes: number) {
      for (; state.read < length; state.read += chunkBytes) {
        state.ahead = Math.max(state.ahead, state.read - state.taken);
        yield block.subarray(0, Math.min(chunkBytes, length - state.read));
      }
    },
  };
  http.state.respond = (message, response) => {
    message.on('data', (chunk: Buffer) => {
      state.taken += chunk.byteLength;
      message.pause();
      setImmediate(() => message.resume());
    });
    message.on('end', () => response.end('{}'));
  };
  const body = { video: { $localFile: 'film' } };
  expect(await sendWith(long)({ ...request, encoding, body })).toMatchObject({
    status: 200,
  });
  expect(state.taken).toBeGreaterThan(length);
  // The operating system buffers some megabytes on both sides.
  expect(state.ahead).toBeLessThan(length / 2);
});

it('passes on a response that arrives before the end of the upload', async () => {
  http.state.respond = (message, response) => {
    message.once('data', () => {
      message.pause();
      response.writeHead(413, { 'content-type': 'application/json' }).end('{"success":false}');
    });
  };
  const response = await send(request);
  expect(response).toEqual({ status: 413, failure: null, body: { success: false } });
  await expect.poll(() => openFiles).toBe(0);
});

it('releases everything when the request is cancelled', async () => {
  const arrived = new Promise((resolve) => {
    http.state.respond = (message) => {
      message.once('data', resolve);
    };
  });
  const cancelled = new AbortController();
  const response = send(request, { signal: cancelled.signal });
  await arrived;
  const [message] = http.seen;
  if (!message) throw new Error('Nothing arrived');
  const closed = new Promise((resolve) => message.socket.once('close', resolve));
  cancelled.abort();
  expect(await response).toMatchObject({ status: 499 });
  await closed;
  await expect.poll(() => openFiles).toBe(0);
});

it('aborts if the file changes during the upload', async () => {
  brokenAfter = 4 * megabyte;
  const broken = new Promise<string>((resolve) => {
    http.state.respond = (message) =>
      readBody(message).then(
        () => resolve('whole'),
        () => resolve('broken'),
      );
  });
  const response = await send(request);
  expect(response).toMatchObject({ failure: 'file', body: { message: 'film.mp4 was changed' } });
  expect(await broken).toBe('broken');
});

it('sends no unknown file', async () => {
  const unknown = { ...request, body: { video: { $localFile: 'gone' } } };
  expect(await send(unknown)).toMatchObject({ failure: 'file' });
  expect(http.seen).toEqual([]);
});

it('reports an unreachable server', async () => {
  await http.close();
  const response = await send(request);
  expect(response).toMatchObject({ failure: 'server', body: { message: 'Can’t reach the server' } });
  await http.listen();
});

it('can send the same file again after a broken connection', async () => {
  const { respond: response } = http.state;
  http.state.respond = (message) => {
    message.once('data', () => message.socket.destroy());
  };
  expect(await send(request)).toMatchObject({ failure: 'server' });
  await expect.poll(() => openFiles).toBe(0);
  http.state.respond = response;
  expect(await send(request)).toMatchObject({ status: 201, body: { isWhole: true } });
});

it('cancels one of several simultaneous forms', async () => {
  const cancelled = new AbortController();
  const ids = ['r1', 'r2', 'r3', 'r4'];
  const responses = ids.map((uploadId) => {
    const isThird = uploadId === 'r3';
    return send(
      { ...request, uploadId },
      isThird ? { signal: cancelled.signal, onProgress: () => cancelled.abort() } : {},
    );
  });
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201, 499, 201]);
});
