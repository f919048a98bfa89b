import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { asUpload, makeFile, stagedFiles, storedFiles } from '../support/files.ts';
import { setUpTestServer } from '../support/test-server.ts';

const server = setUpTestServer('sqlite');
const megabyte = 1024 * 1024;

const makeLargeFile = (bytes: number): Buffer => Buffer.concat([makeFile('png'), Buffer.alloc(bytes, 7)]);

/** Sends a JSON body piece by piece, so that it needn't exist as one string. */
const sendInPieces = async (path: string, pieces: () => Generator<string>) => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    body: Readable.toWeb(Readable.from(pieces())),
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: await response.json() };
};

it('rejects more text than fits in memory', async () => {
  const { status, body } = await sendInPieces('/v1/brandsPage/', function* () {
    yield '{"title":"';
    for (let sent = 0; sent < 70; sent += 1) yield 'x'.repeat(megabyte);
    yield '"}';
  });
  expect([status, body]).toEqual([413, { success: false, message: 'The request is too large' }]);
  expect((await server.send('GET', '/v1/brandsPage/')).status).toBe(200);
});

it('saves several large files of one request byte for byte', async () => {
  const [image, banner] = [makeLargeFile(3 * megabyte), makeLargeFile(2 * megabyte)];
  const body = { name: 'Pens', image: asUpload('Pen ü.png', image), banner: asUpload('Banner.png', banner) };
  const created = await server.send('POST', '/v1/category/', { body });
  const record = created.body.data as AnyRecord;
  expect(record.files).toMatchObject({ image: { name: 'Pen ü.png', size: image.length } });
  for (const [name, sent] of [
    [record.image, image],
    [record.banner, banner],
  ] as const) {
    const served = await fetch(`${server.url}/uploads/${name}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(sent)).toBe(true);
  }
  await vi.waitUntil(() => stagedFiles(server.dataDir).length === 0);
});

it('recognizes a repeated request by the content of its files', async () => {
  const headers = { 'idempotency-key': 'large' };
  const [sent, other] = [makeLargeFile(2 * megabyte), makeLargeFile(2 * megabyte)].map((bytes) => ({
    name: 'Pens',
    image: asUpload('a.png', bytes),
  }));
  const first = await server.send('POST', '/v1/category/', { body: sent, headers });
  const second = await server.send('POST', '/v1/category/', { body: sent, headers });
  expect(second.body).toEqual(first.body);
  expect((await server.send('POST', '/v1/category/', { body: other, headers })).status).toBe(422);
});

it('rejects a reference that stands for no file of the request', async () => {
  const image = `a.png@@data:image/png;base64,@received/${crypto.randomUUID()}/10/${'0'.repeat(32)}`;
  const { status, body } = await server.send('POST', '/v1/category/', { body: { name: 'Pens', image } });
  expect([status, body.message]).toEqual([400, 'a.png was damaged during upload. Try again.']);
});

it('keeps nothing of a file whose upload breaks off', async () => {
  const before = storedFiles(server.dataDir);
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const body = JSON.stringify({ name: 'Pens', image: asUpload('a.png', makeLargeFile(2 * megabyte)) });
  socket.write(
    `POST /v1/category/ HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
      `authorization: Bearer ${server.token}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -100)}`,
  );
  await vi.waitUntil(() => stagedFiles(server.dataDir).length > 0);
  socket.destroy();
  await vi.waitUntil(() => stagedFiles(server.dataDir).length === 0);
  expect(storedFiles(server.dataDir)).toEqual(before);
});
