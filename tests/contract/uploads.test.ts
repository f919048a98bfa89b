import { createHash } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { maxUploadBytes } from '../../src/shared/uploads.ts';
import { anyDatabase, isPaired, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, makeFilesOld, stagedFiles, storedFiles } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, startTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const create = (values: object) => server.send('POST', '/v1/category/', { body: { name: 'Pens', ...values } });
  const change = (id: string, values: object) =>
    server.send('PATCH', `/v1/category/updateById/${id}`, { body: values });
  const fetchFile = (name: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/uploads/${name}`, { headers });
  const uses = (file: unknown) =>
    withDatabase(server, (database) =>
      database
        .selectFrom('fileUse')
        .select(['recordId', 'field'])
        .where('resource', '=', 'category')
        .where('file', '=', String(file))
        .orderBy('field')
        .execute(),
    );

  it('serves a stored file byte for byte', async () => {
    const bytes = makeFile('png');
    const { body } = await create({ image: asUpload('Pen.PNG', bytes, 'image/png') });
    const { image, _id } = body.data as AnyRecord;
    expect(image).toBe(`${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`);
    expect(await uses(image)).toEqual([{ recordId: _id, field: 'image' }]);
    const whole = await fetchFile(image);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*frame-ancestors 'none'; base-uri 'none'; sandbox$/,
      ),
      'cross-origin-resource-policy': 'cross-origin',
    });
    const part = await fetchFile(image, { range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 6))).toBe(true);
  });

  it('answers HEAD, conditional and range requests', async () => {
    const bytes = makeFile('png');
    const { image } = await createRecord(server.send, category, { image: asUpload('a.png', bytes) });
    const { length } = bytes;
    const head = await fetch(`${server.url}/uploads/${image}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
    const etag = head.headers.get('etag') ?? '';
    const request = async (headers: Record<string, string>) => {
      const response = await fetchFile(image, headers);
      const body = await response.bytes();
      return [response.status, response.headers.get('content-range'), response.ok ? body.length : 0];
    };
    expect(await request({ 'if-none-match': etag })).toEqual([304, null, 0]);
    expect(await request({ 'if-none-match': '"other"' })).toEqual([200, null, length]);
    expect(await request({ range: 'bytes=-3' })).toEqual([206, `bytes ${length - 3}-${length - 1}/${length}`, 3]);
    expect(await request({ range: 'bytes=4-' })).toEqual([206, `bytes 4-${length - 1}/${length}`, length - 4]);
    expect(await request({ range: 'bytes=0-0', 'if-range': etag })).toEqual([206, `bytes 0-0/${length}`, 1]);
    expect(await request({ range: 'bytes=0-0', 'if-range': '"other"' })).toEqual([200, null, length]);
    expect(await request({ range: `bytes=${length}-` })).toEqual([416, `bytes */${length}`, 0]);
    expect(await request({ range: 'bytes=3-2' })).toEqual([200, null, length]);
  });

  it.each(['png', 'jpg', 'gif', 'webp'])('accepts %s whatever type the client claims', async (type) => {
    const bytes = makeFile(type);
    const { status, body } = await create({ image: asUpload(`a.${type}`, bytes, 'text/html') });
    expect(status).toBe(200);
    const served = await fetchFile((body.data as AnyRecord).image);
    expect(served.headers.get('content-type')).toMatch(/^image\//);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('tracks which files a record uses', async () => {
    const record = await createRecord(server.send, category, {
      image: asUpload('a.png', makeFile('png')),
      banner: asUpload('b.png', makeFile('png')),
    });
    const kept = await change(record._id, { image: record.image, banner: null });
    expect(kept.body.data).toMatchObject({ image: record.image, banner: null });
    expect(await uses(record.banner)).toEqual([]);
    expect(await uses(record.image)).toEqual([{ recordId: record._id, field: 'image' }]);
    const replaced = await change(record._id, { image: asUpload('c.png', makeFile('png')) });
    expect((replaced.body.data as AnyRecord).image).not.toBe(record.image);
    expect(await uses(record.image)).toEqual([]);
  });

  it.skipIf(isPaired)('deletes the file of a failed save', async () => {
    const before = storedFiles(server.dataDir);
    const upload = () => asUpload('a.png', makeFile('png'));
    const record = await createRecord(server.send, category);
    const responses = [
      await create({ image: upload(), banner: asUpload('b.png', makeFile('svg')) }),
      await change(record._id, { image: upload(), version: 99 }),
      await change('nobody', { image: upload() }),
    ];
    expect(responses.map((response) => response.status)).toEqual([400, 409, 404]);
    expect(storedFiles(server.dataDir)).toEqual(before);
    expect(stagedFiles(server.dataDir)).toEqual([]);
  });

  it('keeps a file while any record uses it', async () => {
    const bytes = makeFile('png');
    const record = await createRecord(server.send, category);
    const upload = asUpload('a.png', bytes);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? create({ image: upload, banner: upload }) : change(record._id, { image: upload, version: 99 }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual([409, 200, 409, 200, 409, 200, 409, 200]);
    const saved = responses[1]?.body.data as AnyRecord | undefined;
    expect((await fetchFile(saved?.image)).status).toBe(200);
    expect((await uses(saved?.image)).length).toBe(8);
  });

  it.skipIf(isPaired)('sweeps only unused files at startup', async () => {
    const record = await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
    const stray = `${'0'.repeat(32)}.png`;
    const folder = join(server.dataDir, 'uploads');
    const leftOver = join(folder, '.staging', 'half-written');
    writeFileSync(leftOver, 'x');
    utimesSync(leftOver, new Date(0), new Date(0));
    writeFileSync(join(folder, 'note.txt'), 'not ours');
    const recent = `${'1'.repeat(32)}.png`;
    writeFileSync(join(folder, stray), 'x');
    makeFilesOld(server.dataDir);
    writeFileSync(join(folder, recent), 'x');
    await server.restart();
    await vi.waitUntil(() => !storedFiles(server.dataDir).includes(stray));
    expect(storedFiles(server.dataDir)).toEqual(expect.arrayContaining([record.image, recent, 'note.txt']));
    expect(stagedFiles(server.dataDir)).toEqual([]);
    expect(readFileSync(join(folder, String(record.image))).length).toBeGreaterThan(0);
  });
});

it.skipIf(isPaired)('sweeps no upload that belongs to another database', async () => {
  const server = await startTestServer('postgres');
  const { image } = await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
  makeFilesOld(server.dataDir);
  await server.restart({ databaseUrl: undefined });
  // A stopping server waits for its sweep.
  await server.restart({ databaseUrl: undefined });
  expect(storedFiles(server.dataDir)).toEqual([image]);
  await server.stop();
});

it.skipIf(isPaired)('sweeps no upload whose record is still being committed', async () => {
  const server = await startTestServer('postgres');
  await createRecord(server.send, category);
  const file = `${'ab'.repeat(16)}.png`;
  writeFileSync(join(server.dataDir, 'uploads', file), 'x');
  makeFilesOld(server.dataDir);
  const statement = `insert into "fileUse" (file, resource, "recordId", field) values ('${file}', 'category', 'x', 'image')`;
  await withBlockedStatements({ databaseUrl: server.databaseUrl, statement, waiting: 1 }, () => server.restart());
  await server.restart();
  expect(storedFiles(server.dataDir)).toEqual([file]);
  await server.stop();
});

// This doesn't depend on the database.
it('accepts a PDF without an extension, and none that is cut off or a web page', async () => {
  const server = await startTestServer('sqlite');
  const send = (name: string, bytes: Buffer) =>
    server.send('POST', '/v1/catalogue/', { body: { pdf: asUpload(name, bytes) } });
  expect((await send('catalogue', makeFile('pdf'))).body.data).toMatchObject({ name: 'catalogue' });
  const cutOff = await send('spring.pdf', makeFile('pdf').subarray(0, 30));
  expect([cutOff.status, cutOff.body.errors]).toEqual([
    400,
    [{ field: 'pdf', message: 'spring.pdf is incomplete. Export or download it again.' }],
  ]);
  const page = await send('spring.pdf', Buffer.from('<html><body>%PDF-1.4 is mentioned here</body></html>'));
  expect([page.status, page.body.message]).toEqual([400, 'spring.pdf is a web page, not a PDF']);
  await server.stop();
});

it('accepts files of up to 50 MB', async () => {
  const server = await startTestServer('sqlite');
  const bytes = Buffer.alloc(maxUploadBytes + 1);
  makeFile('png').copy(bytes);
  const largest = bytes.subarray(0, maxUploadBytes);
  const create = (image: string) => server.send('POST', '/v1/category/', { body: { name: 'Pens', image } });
  const tooLarge = await create(asUpload('large.png', bytes));
  expect([tooLarge.status, tooLarge.body.errors]).toEqual([
    400,
    [{ field: 'image', message: 'large.png is larger than 50 MB' }],
  ]);
  const { status, body } = await create(asUpload('just.png', largest));
  expect(status).toBe(200);
  const served = await fetch(`${server.url}/uploads/${(body.data as AnyRecord).image}`);
  expect(Buffer.from(await served.arrayBuffer()).equals(largest)).toBe(true);
  await server.stop();
});
