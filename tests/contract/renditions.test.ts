import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { asUpload, makeFile, makeFilesOld } from '../support/files.ts';
import { setUpTestServer } from '../support/test-server.ts';

// Renditions don't depend on the database.
const server = setUpTestServer('sqlite');

const immutable = 'public, max-age=31536000, immutable';

const photo = ({ width, height, pageHeight }: { width: number; height: number; pageHeight?: number }) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#36c',
      ...(pageHeight && { pageHeight }),
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const large = { width: 1500, height: 1000 };

const store = async (name: string, bytes: Buffer): Promise<string> => {
  const body = { name: 'Pens', image: asUpload(name, bytes) };
  const saved = await server.send('POST', '/v1/category/', { body });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return String((saved.body.data as AnyRecord).image);
};
const fetchStored = async (name: string, query = '') => {
  const response = await fetch(`${server.url}/uploads/${name}${query}`);
  return {
    ...response,
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const putFile = (name: string, bytes: Buffer) => writeFileSync(join(server.dataDir, 'uploads', name), bytes);
const renditionsOf = (name: string) =>
  readdirSync(join(server.dataDir, 'uploads', '.renditions')).filter((each) => each.startsWith(name.slice(0, 32)));

it('serves an image as WebP in three widths, and the original unchanged', async () => {
  const original = await photo(large).jpeg({ quality: 95 }).toBuffer();
  const name = await store('Pen.jpg', original);
  for (const width of [80, 320, 1280]) {
    const { status, headers, bytes } = await fetchStored(name, `?w=${width}&name=Pen.jpg`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[200, 'image/webp', immutable],
    ]);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Pen.jpg.webp");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const { format, width: actual, height } = await sharp(bytes).metadata();
    expect([format, actual, height]).toEqual(['webp', width, Math.round((width * 2) / 3)]);
    expect(bytes.length).toBeLessThan(original.length / 2);
  }
  expect((await fetchStored(name)).bytes.equals(original)).toBe(true);
});

it('makes all renditions of a new image without a request', async () => {
  const name = await store('Pen.jpg', await photo({ width: 200, height: 100 }).jpeg().toBuffer());
  await vi.waitUntil(() => renditionsOf(name).filter((each) => each.endsWith('.webp')).length === 3);
});

it('makes renditions of images that were stored without', async () => {
  const name = `${'1'.repeat(32)}.png`;
  putFile(name, await photo(large).png().toBuffer());
  const responses = await Promise.all(Array.from({ length: 5 }, () => fetchStored(name, '?w=80')));
  expect(responses.map(({ headers }) => headers.get('content-type'))).toEqual(Array(5).fill('image/webp'));
  expect(renditionsOf(name)).toEqual([`${'1'.repeat(32)}-80.webp`]);
});

it.each([
  [
    'a rotated photo upright',
    () => photo({ width: 90, height: 60 }).withMetadata({ orientation: 6 }).jpeg(),
    { width: 60, height: 90 },
  ],
  ['a small image in its own size', () => photo({ width: 30, height: 20 }).png(), { width: 30, height: 20 }],
  [
    'the first frame of an animation',
    () => photo({ width: 30, height: 40, pageHeight: 20 }).gif(),
    { width: 30, height: 20 },
  ],
  [
    'CMYK colors as sRGB',
    () => photo({ width: 90, height: 60 }).toColourspace('cmyk').jpeg(),
    { width: 80, space: 'srgb' },
  ],
])('renders %s', async (_what, make, expected) => {
  const name = await store('a.jpg', await make().toBuffer());
  const metadata = await sharp((await fetchStored(name, '?w=80')).bytes).metadata();
  expect(metadata).toMatchObject({ format: 'webp', ...expected });
  expect([metadata.orientation, metadata.pages]).toEqual([undefined, undefined]);
});

it('rejects other widths', async () => {
  const name = await store('a.png', makeFile('png'));
  for (const width of ['0', '81', '1e9', 'wide', '']) {
    expect([width, (await fetchStored(name, `?w=${width}`)).status]).toEqual([width, 400]);
  }
});

it('serves the original of a damaged image, to be revalidated', async () => {
  const name = `${'2'.repeat(32)}.png`;
  const original = makeFile('png').subarray(0, 40);
  putFile(name, original);
  const { status, headers, bytes } = await fetchStored(name, '?w=80');
  expect([status, bytes.equals(original)]).toEqual([200, true]);
  expect(headers.get('cache-control')).toBe('public, max-age=0');
  expect((await fetchStored(`${'3'.repeat(32)}.png`, '?w=80')).status).toBe(404);
});

const sendPreview = async (file: string, image: Buffer) =>
  server.send('POST', '/v1/file/preview', { body: { file, image: asUpload('preview.webp', image) } });

it.each(['5.pdf', '7.mp4'])('stores the preview of %s once', async (file) => {
  const [digit = '', extension = ''] = file.split('.');
  const name = `${digit.repeat(32)}.${extension}`;
  putFile(name, makeFile(extension));
  const missing = await fetchStored(name, '?w=320');
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([204, 'no-cache']);

  for (const width of [640, 500]) {
    const image = await photo({ width, height: 900 }).webp().toBuffer();
    expect((await sendPreview(name, image)).status).toBe(200);
  }
  for (const [asked, width] of [
    [80, 80],
    [320, 320],
    [1280, 640],
  ]) {
    const { headers, bytes } = await fetchStored(name, `?w=${asked}`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/webp', immutable]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
  }
  expect((await fetchStored(name)).headers.get('content-type')).not.toBe('image/webp');
});

it('rejects a preview that is no image, or of no PDF or video', async () => {
  const image = await store('a.png', makeFile('png'));
  const pdf = `${'6'.repeat(32)}.pdf`;
  expect((await sendPreview(pdf, makeFile('png'))).status).toBe(404);
  putFile(pdf, makeFile('pdf'));
  const responses = [
    await sendPreview(pdf, makeFile('html')),
    await sendPreview(image, makeFile('png')),
    await sendPreview('../backoffice.db', makeFile('png')),
  ];
  expect(responses.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
    [400, 'image'],
    [400, 'file'],
    [400, 'file'],
  ]);
  expect((await fetchStored(pdf, '?w=80')).status).toBe(204);
});

it('sweeps renditions along with their image', async () => {
  const kept = await store('a.png', await photo({ width: 9, height: 9 }).png().toBuffer());
  const stray = `${'4'.repeat(32)}.png`;
  putFile(stray, await photo({ width: 9, height: 9 }).png().toBuffer());
  for (const name of [kept, stray]) await fetchStored(name, '?w=80');
  expect(renditionsOf(stray)).toHaveLength(1);
  makeFilesOld(server.dataDir);
  await server.restart();
  await vi.waitUntil(() => renditionsOf(stray).length === 0);
  expect(renditionsOf(kept)).not.toEqual([]);
});
