import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { archiveDataFolder } from '../../src/server/backup/pack.ts';
import { restoreDataFolder } from '../../src/server/backup/restore.ts';
import { createBackup } from '../../src/server/database/copy-database.ts';
import { startServer } from '../../src/server/start.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { catalogue } from '../../src/shared/resources/catalogue.ts';
import { category } from '../../src/shared/resources/category.ts';
import { copyStorage } from '../support/copy-storage.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { listBucket } from '../support/list-bucket.ts';
import { createRecord } from '../support/record-factory.ts';
import { hasNoBucket, makeFilesUrl, s3Credentials, s3Endpoint } from '../support/s3.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { makeDataDir, setUpTestServer, startTestServer, type TestServer, testConfig } from '../support/test-server.ts';

const immutable = 'public, max-age=31536000, immutable';
const hour = 60 * 60 * 1000;

const upload = async ({ send }: Pick<TestServer, 'send'>, bytes: Buffer): Promise<string> =>
  String((await createRecord(send, category, { image: asUpload('a.png', bytes) })).image);
const fetchFile = async (server: { url: string }, path: string, options: RequestInit = {}) => {
  const response = await fetch(`${server.url}/uploads/${path}`, { redirect: 'manual', ...options });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};

describe.skipIf(hasNoBucket)('with files in a bucket', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  });
  afterAll(() => vi.unstubAllEnvs());
  afterEach(() => vi.useRealTimers());

  describe.each(databaseKinds)('on %s', (kind) => {
    const filesUrl = makeFilesUrl();
    const server = setUpTestServer(kind, { filesUrl });
    const listNames = () => listBucket(filesUrl);

    it('serves an upload byte for byte, whole and in parts', async () => {
      const bytes = makeFile('png');
      const { length } = bytes;
      const name = await upload(server, bytes);
      const whole = await fetchFile(server, `${name}?name=Pen.png`);
      expect(whole.bytes.equals(bytes)).toBe(true);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(length),
        'cache-control': immutable,
        'accept-ranges': 'bytes',
        'content-disposition': expect.stringContaining("filename*=UTF-8''Pen.png"),
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      const request = async (headers: Record<string, string>, method = 'GET') => {
        const part = await fetchFile(server, name, { headers, method });
        return [part.status, part.headers.get('content-range'), part.status < 300 ? part.bytes.length : 0];
      };
      const etag = whole.headers.get('etag') ?? '';
      expect(await request({ range: 'bytes=2-5' })).toEqual([206, `bytes 2-5/${length}`, 4]);
      expect(await request({ range: 'bytes=-3' })).toEqual([206, `bytes ${length - 3}-${length - 1}/${length}`, 3]);
      expect(await request({ range: `bytes=${length}-` })).toEqual([416, `bytes */${length}`, 0]);
      expect(await request({ 'if-none-match': etag })).toEqual([304, null, 0]);
      expect(await request({}, 'HEAD')).toEqual([200, null, 0]);
      expect((await fetchFile(server, `${'0'.repeat(32)}.png`)).status).toBe(404);
      expect(readdirSync(server.dataDir)).not.toContain('uploads');
    });

    it('stores files that need several requests', async () => {
      const bytes = Buffer.concat([makeFile('png'), randomBytes(20 * 1024 * 1024)]);
      const name = await upload(server, bytes);
      expect((await fetchFile(server, name)).bytes.equals(bytes)).toBe(true);
    });

    it('makes renditions', async () => {
      const photo = sharp({ create: { width: 500, height: 300, channels: 3, background: '#36c' } });
      const name = await upload(server, await photo.png().toBuffer());
      const { headers, bytes } = await fetchFile(server, `${name}?w=80`);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/webp', immutable]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 80 });
    });

    it('stores the preview of a PDF', async () => {
      const { pdf } = await createRecord(server.send, catalogue, { pdf: asUpload('a.pdf', makeFile('pdf')) });
      expect((await fetchFile(server, `${pdf}?w=80`)).status).toBe(204);
      const image = asUpload('preview.png', makeFile('png'));
      expect((await server.send('POST', '/v1/file/preview', { body: { file: pdf, image } })).status).toBe(200);
      expect((await fetchFile(server, `${pdf}?w=80`)).headers.get('content-type')).toBe('image/webp');
    });

    it('sweeps only files that have been unused for a day', async () => {
      const kept = await upload(server, makeFile('png'));
      const failed = await server.send('POST', '/v1/category/', {
        body: {
          name: 'Pens',
          image: asUpload('a.png', makeFile('png')),
          banner: asUpload('b', makeFile('svg')),
        },
      });
      expect(failed.status).toBe(400);
      const before = await listNames();
      // The clock of this server is wrong; the bucket's counts.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * hour });
      await server.restart();
      // A stopping server waits for its sweep.
      await server.restart();
      expect(await listNames()).toEqual(before);
      vi.useRealTimers();
      const year = new Date().getFullYear();
      const old = await startTcpProxy(s3Endpoint, (answer) =>
        answer.replaceAll(`<LastModified>${year}`, `<LastModified>${year - 1}`),
      );
      await server.restart({ filesUrl: filesUrl.replace(encodeURIComponent(s3Endpoint), encodeURIComponent(old.url)) });
      await expect.poll(listNames).toHaveLength(before.length - 1);
      expect(await listNames()).toContain(kept);
      await server.restart({ filesUrl });
      await old.stop();
    });
  });

  describe('behind a connection that can break', () => {
    const proxied: { proxy?: Awaited<ReturnType<typeof startTcpProxy>>; server?: TestServer } = {};
    beforeAll(async () => {
      proxied.proxy = await startTcpProxy(s3Endpoint);
      const filesUrl = makeFilesUrl({ endpoint: proxied.proxy.url, checksums: 'when-required' });
      proxied.server = await startTestServer('sqlite', { filesUrl });
    });
    afterAll(async () => {
      await proxied.server?.stop();
      await proxied.proxy?.stop();
    });

    it('responds 503 during an outage and recovers', async () => {
      const { proxy, server } = proxied;
      if (!proxy || !server) throw new Error('not started');
      const name = await upload(server, makeFile('png'));
      proxy.close();
      const image = asUpload('a.png', makeFile('png'));
      const responses = await Promise.all([
        server.send('GET', '/health/ready'),
        server.send('POST', '/v1/category/', { body: { name: 'Pens', image } }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([503, 503]);
      expect(responses[0]?.body.failed).toEqual(['files']);
      expect((await fetchFile(server, name)).status).toBe(503);
      proxy.open();
      expect((await server.send('GET', '/health/ready')).status).toBe(200);
      expect((await fetchFile(server, name)).status).toBe(200);
    });
  });

  it('shares files between servers, whose sweeps leave the uploads of others', async () => {
    const filesUrl = makeFilesUrl();
    const first = await startTestServer('postgres', { filesUrl });
    const { databaseUrl } = first;
    const dataDir = makeDataDir();
    const start = () => startServer(testConfig({ dataDir, databaseUrl, filesUrl }));
    const second = await start();
    const bytes = makeFile('png');
    const names = await Promise.all(Array.from({ length: 5 }, () => upload(first, bytes)));
    expect(new Set(names).size).toBe(1);
    expect((await fetchFile(second, String(names[0]))).bytes.equals(bytes)).toBe(true);
    // Uploaded before the form is saved.
    const { body } = await first.send('POST', '/v1/product/image', {
      body: { image: asUpload('b.png', makeFile('png')) },
    });
    const { image } = body.data as AnyRecord;
    await second.stop();
    await (await start()).stop();
    expect((await fetchFile(first, String(image))).status).toBe(200);
    await first.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('uses a bucket only after the files were copied there', async () => {
    const server = await startTestServer('sqlite');
    const name = await upload(server, makeFile('png'));
    const filesUrl = makeFilesUrl();
    const { dataDir } = server;
    await server.restart({}, async () => {
      const config = testConfig({ dataDir, filesUrl });
      await expect(startServer(config)).rejects.toThrow('The files of this database are in the data folder');
      await copyStorage({ dataDir }, { dataDir, filesUrl });
    });
    await server.restart({ filesUrl }, async () => {
      rmSync(join(dataDir, 'uploads', name));
    });
    expect((await fetchFile(server, name)).status).toBe(200);
    await server.restart({ filesUrl }, async () => {
      await expect(startServer(testConfig({ dataDir }))).rejects.toThrow(/are in s3:.* with --files-url/);
    });
    await server.stop();
  });

  it('backs up and restores the database only, and says so', async () => {
    const filesUrl = makeFilesUrl();
    const server = await startTestServer('sqlite', { filesUrl });
    const { dataDir } = server;
    const name = await upload(server, makeFile('png'));
    const to = join(dataDir, 'backup.zip');
    const backingUp = archiveDataFolder({ dataDir, to, tempDir: `${to}.part` });
    await expect(backingUp).rejects.toThrow(/The files are in s3:.*, which this backup can't contain/);
    const from = await createBackup({ dataDir, reason: 'daily' });
    const buckets: string[] = [];
    await server.restart({}, async () => {
      await expect(restoreDataFolder({ dataDir, from })).rejects.toThrow('which only a server can use');
      await restoreDataFolder({ dataDir, from, onBucket: (bucket) => buckets.push(bucket) });
    });
    expect(buckets).toEqual([expect.stringMatching(/^s3:/)]);
    expect((await fetchFile(server, name)).status).toBe(200);
    rmSync(`${dataDir}.before-restore`, { recursive: true });
    await server.stop();
  });

  it('redirects other websites to the bucket, but not the app', async () => {
    const server = await startTestServer('sqlite', { filesUrl: makeFilesUrl({ redirect: 'true' }) });
    const bytes = makeFile('png');
    const name = await upload(server, bytes);
    const redirected = await fetchFile(server, `${name}?name=Pen.png`);
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([302, 'private, max-age=1800']);
    const followed = await fetch(redirected.headers.get('location') ?? '', {
      headers: { range: 'bytes=0-3' },
    });
    expect(Buffer.from(await followed.arrayBuffer()).equals(bytes.subarray(0, 4))).toBe(true);
    expect(Object.fromEntries(followed.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': immutable,
      'content-disposition': expect.stringContaining('Pen.png'),
    });
    const direct = [
      await fetchFile(server, name, { headers: { 'sec-fetch-site': 'same-origin' } }),
      await fetchFile(server, name, { headers: { authorization: `Bearer ${server.token}` } }),
      await fetchFile(server, name, { method: 'HEAD' }),
    ];
    expect(direct.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fetchFile(server, `${'0'.repeat(32)}.png`)).status).toBe(404);
    await server.stop();
  });

  it.each([
    ['the bucket doesn’t exist', () => makeFilesUrl({ bucket: 'missing-bucket' }), "bucket doesn't exist"],
    ['nothing listens', () => makeFilesUrl({ endpoint: 'http://127.0.0.1:1' }), 'no service is running'],
    ['an option is unknown', () => makeFilesUrl({ colour: 'blue' }), 'wrong option: colour'],
    ['it contains a password', () => 's3://key:secret@test/', 'AWS_ACCESS_KEY_ID'],
  ])('does not start if %s', async (_what, makeUrl, message) => {
    const dataDir = makeDataDir();
    const config = testConfig({ dataDir, filesUrl: makeUrl() });
    const error: unknown = await startServer(config).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StartupError', message: expect.stringContaining(message) });
    expect(String((error as { path: string }).path)).not.toContain('secret');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('does not start with a wrong secret', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    const dataDir = makeDataDir();
    const starting = startServer(testConfig({ dataDir, filesUrl: makeFilesUrl() }));
    await expect(starting).rejects.toThrow('the secret access key is wrong');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3Credentials.AWS_SECRET_ACCESS_KEY);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
