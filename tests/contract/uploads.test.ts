import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { maxUploadBytes } from '../../src/shared/uploads.ts';
import { databaseKinds, holdingUp, inDatabase } from '../support/server-databases.ts';
import { asUpload, fileOf, stagedFiles, storedFiles } from '../support/server-files.ts';
import { startTestServer, type TestServer } from '../support/server-kit.ts';
import { createRecord } from '../support/server-records.ts';

const hostileNames = [
  '../../../etc/passwd.png',
  '..\\..\\windows\\system32\\x.png',
  '/etc/cron.d/x.png',
  'C:\\x.png',
  '\\\\server\\share\\x.png',
  '....//....//x.png',
  '%2e%2e%2fx.png',
  '..%c0%afx.png',
  '.png',
  '..png',
  '~/x.png',
  '-rf.png',
  'CON.png',
  'nul.png',
  'a:b.png',
  'x.png:stream.png',
  'x .png',
  'x\n.png',
  'x\u202egnp.png',
  '"x".png',
  "'; drop table category;--.png",
  '<img src=x onerror=alert(1)>.png',
  '$(reboot).png',
  '`reboot`.png',
  '|x.png',
  '@@x.png',
  'x@@y.png',
  `${'x'.repeat(300)}.png`,
  '😀.png',
  ' .png',
];

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(() => server.stop());

  const create = (values: object) =>
    server.send('POST', '/v1/category/', { body: { name: 'Pens', ...values } });
  const change = (id: string, values: object) =>
    server.send('PATCH', `/v1/category/updateById/${id}`, { body: values });
  const fetchFile = (name: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/uploads/${name}`, { headers });
  const uses = (file: unknown) =>
    inDatabase(server, (database) =>
      database
        .selectFrom('fileUse')
        .select(['recordId', 'field'])
        .where('resource', '=', 'category')
        .where('file', '=', String(file))
        .orderBy('field')
        .execute(),
    );

  it('stores a file under a name of its own and serves it byte for byte, for good and in ranges', async () => {
    const bytes = fileOf('png');
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
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
    });
    const part = await fetchFile(image, { range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 6))).toBe(true);
  });

  it.each(['png', 'jpg', 'gif', 'webp'])('takes %s, whatever type the sender claims', async (type) => {
    const bytes = fileOf(type);
    const { status, body } = await create({ image: asUpload(`a.${type}`, bytes, 'text/html') });
    expect(status).toBe(200);
    const served = await fetchFile((body.data as AnyRecord).image);
    expect(served.headers.get('content-type')).toMatch(/^image\//);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('keeps, clears and replaces a file', async () => {
    const record = await createRecord(server.send, category, {
      image: asUpload('a.png', fileOf('png')),
      banner: asUpload('b.png', fileOf('png')),
    });
    const kept = await change(record._id, { image: record.image, banner: null });
    expect(kept.body.data).toMatchObject({ image: record.image, banner: null });
    expect(await uses(record.banner)).toEqual([]);
    expect(await uses(record.image)).toEqual([{ recordId: record._id, field: 'image' }]);
    const replaced = await change(record._id, { image: asUpload('c.png', fileOf('png')) });
    expect((replaced.body.data as AnyRecord).image).not.toBe(record.image);
    expect(await uses(record.image)).toEqual([]);
  });

  it.each([
    ['SVG', 'x.svg', 'svg'],
    ['SVG under the name of a PNG', 'x.png', 'svg'],
    ['HTML', 'x.html', 'html'],
    ['HTML under the name of a JPEG', 'x.jpg', 'html'],
    ['a PNG under the name of a JPEG', 'x.jpg', 'png'],
    ['a PNG under the name of a GIF', 'x.gif', 'png'],
    ['a PNG under the name of an SVG', 'x.svg', 'png'],
    ['a PDF in an image field', 'x.pdf', 'pdf'],
    ['a PDF under the name of a PNG', 'x.png', 'pdf'],
    ['a video in an image field', 'x.mp4', 'mp4'],
    ['a file without an extension', 'x', 'png'],
    ['a file of no known type', 'x.png', 'nothing'],
  ])('refuses %s, at its field, and keeps nothing', async (_what, name, type) => {
    const before = storedFiles(server.dataDir);
    const { status, body } = await create({ image: asUpload(name, fileOf(type)) });
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, ['image']]);
    expect(body.message).toContain(name);
    expect(storedFiles(server.dataDir)).toEqual(before);
    expect(stagedFiles(server.dataDir)).toEqual([]);
  });

  it.each([
    ['an empty file', 'x.png@@data:image/png;base64,'],
    ['content that is not base64', 'x.png@@data:image/png;base64,iVBO*&^%'],
    ['no base64 at all', 'x.png@@data:image/png,hello'],
    ['a data URL without a name', 'data:image/png;base64,iVBORw0KGgo='],
    ['a name of no stored file', '0123456789abcdef0123456789abcdef.png'],
    ['a path', '../backoffice.db'],
    ['an address', 'https://example.com/x.png'],
    ['a number', 5],
    ['an object', { path: '/etc/passwd' }],
  ])('refuses %s', async (_what, image) => {
    const { status, body } = await create({ image });
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, ['image']]);
  });

  it('refuses a file over 50 MB and takes one of 50 MB', async () => {
    const bytes = Buffer.alloc(maxUploadBytes + 1);
    fileOf('png').copy(bytes);
    const tooLarge = await create({ image: asUpload('large.png', bytes) });
    expect([tooLarge.status, tooLarge.body.errors]).toEqual([
      400,
      [{ field: 'image', message: 'large.png is larger than 50 MB, which is the limit' }],
    ]);
    const { status, body } = await create({ image: asUpload('just.png', bytes.subarray(0, maxUploadBytes)) });
    expect(status).toBe(200);
    const served = await fetchFile((body.data as AnyRecord).image);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes.subarray(0, maxUploadBytes))).toBe(true);
  });

  it('writes nothing outside its folder, whatever a file is called', async () => {
    const outside = () => readdirSync(server.dataDir).filter((name) => !name.startsWith('backoffice.db'));
    const before = outside();
    for (const name of hostileNames) {
      const { status, body } = await create({ image: asUpload(name, fileOf('png')) });
      expect([name, [200, 400].includes(status)]).toEqual([name, true]);
      if (status === 200) expect((body.data as AnyRecord).image).toMatch(/^[0-9a-f]{32}\.png$/);
    }
    expect(outside()).toEqual(before);
    for (const name of storedFiles(server.dataDir)) expect(name).toMatch(/^[0-9a-f]{32}\.\w{3,4}$/);
  });

  it('serves nothing but stored files', async () => {
    for (const name of [
      ...[
        '..%2fbackoffice.db',
        '..%2f..%2fetc%2fpasswd',
        '%2e%2e/backoffice.db',
        '.database',
        '.staging',
        '',
      ],
      ...['0123456789abcdef0123456789abcdef.png', '0123456789abcdef0123456789abcdef.svg', 'x'.repeat(2000)],
    ]) {
      const { status, body } = await server.send('GET', `/uploads/${name}`);
      expect([name, [400, 404].includes(status), body.success]).toEqual([name, true, false]);
    }
  });

  it('keeps no file of a save that fails', async () => {
    const before = storedFiles(server.dataDir);
    const upload = () => asUpload('a.png', fileOf('png'));
    const record = await createRecord(server.send, category);
    const answers = [
      await create({ image: upload(), banner: asUpload('b.png', fileOf('svg')) }),
      await change(record._id, { image: upload(), version: 99 }),
      await change('nobody', { image: upload() }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([400, 409, 404]);
    expect(storedFiles(server.dataDir)).toEqual(before);
    expect(stagedFiles(server.dataDir)).toEqual([]);
  });

  it('keeps a file for all who use it, also when one of their saves fails', async () => {
    const bytes = fileOf('png');
    const record = await createRecord(server.send, category);
    const upload = asUpload('a.png', bytes);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2
          ? create({ image: upload, banner: upload })
          : change(record._id, { image: upload, version: 99 }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([409, 200, 409, 200, 409, 200, 409, 200]);
    const saved = answers[1]?.body.data as AnyRecord | undefined;
    expect((await fetchFile(saved?.image)).status).toBe(200);
    expect((await uses(saved?.image)).length).toBe(8);
  });

  it('sweeps at start what nothing uses, and nothing else', async () => {
    const record = await createRecord(server.send, category, { image: asUpload('a.png', fileOf('png')) });
    const stray = `${'0'.repeat(32)}.png`;
    const folder = join(server.dataDir, 'uploads');
    writeFileSync(join(folder, '.staging', 'half-written'), 'x');
    writeFileSync(join(folder, 'note.txt'), 'not ours');
    writeFileSync(join(folder, stray), 'x');
    utimesSync(join(folder, String(record.image)), new Date(0), new Date(0));
    await server.restart();
    const stored = storedFiles(server.dataDir);
    expect(stored).toContain(record.image);
    expect(stored).toContain('note.txt');
    expect(stored).not.toContain(stray);
    expect(stagedFiles(server.dataDir)).toEqual([]);
    expect(readFileSync(join(folder, String(record.image))).length).toBeGreaterThan(0);
  });
});

it('sweeps no upload that belongs to another database', async () => {
  const server = await startTestServer('postgres');
  const { image } = await createRecord(server.send, category, { image: asUpload('a.png', fileOf('png')) });
  await server.restart({ databaseUrl: undefined });
  expect(storedFiles(server.dataDir)).toEqual([image]);
  await server.stop();
});

it('sweeps no upload whose record is still being committed when the server starts', async () => {
  const server = await startTestServer('postgres');
  await createRecord(server.send, category);
  const file = `${'ab'.repeat(16)}.png`;
  writeFileSync(join(server.dataDir, 'uploads', file), 'x');
  const statement = `insert into "fileUse" (file, resource, "recordId", field) values ('${file}', 'category', 'x', 'image')`;
  await holdingUp({ databaseUrl: server.databaseUrl, statement, waiting: 1 }, () => server.restart());
  expect(storedFiles(server.dataDir)).toEqual([file]);
  await server.stop();
});
