import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkImage } from './check-image.ts';
import { type ImageType, smallestImage } from './smallest.testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checkAll = (bytes: Buffer) => {
  const path = join(folder, 'image');
  writeFileSync(path, bytes);
  return checkImage(path);
};
const check = async (bytes: Buffer) => (await checkAll(bytes)).problem;

const noise = () =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

const images: Record<ImageType, () => Promise<Buffer>> = {
  png: () => noise().png().toBuffer(),
  jpg: () => noise().jpeg().toBuffer(),
  gif: () => noise().gif().toBuffer(),
  webp: () => noise().webp().toBuffer(),
};

describe.each(['png', 'jpg', 'gif', 'webp'] as const)('a %s', (type) => {
  it('passes when complete, even with bytes after its end', async () => {
    expect(await check(await images[type]())).toBeNull();
    expect(await check(smallestImage(type, 'and more'))).toBeNull();
  });

  it('is damaged when truncated', async () => {
    const bytes = await images[type]();
    expect(await check(bytes.subarray(0, Math.floor(bytes.length / 2)))).toBe('damaged');
    expect(await check(bytes.subarray(0, 16))).toBe('damaged');
  });
});

it.each([
  ['as they are stored', 1, { width: 90, height: 60 }],
  ['upright', 6, { width: 60, height: 90 }],
])('has its dimensions %s', async (_how, orientation, dimensions) => {
  const bytes = await noise().withMetadata({ orientation }).jpeg().toBuffer();
  expect(await checkAll(bytes)).toEqual({ problem: null, dimensions });
});

it('is damaged when its pixels are overwritten', async () => {
  const bytes = await images.png();
  expect(await check(bytes.fill(0, Math.floor(bytes.length / 2), bytes.length - 12))).toBe('damaged');
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** An interlaced PNG without pixels. Above 25 megapixels, only its header is checked. */
const emptyPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 1 bit per pixel, interlaced.
  header.set([1, 0, 0, 0, 1], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(0))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

it('allows at most 100 megapixels, as declared in the header', async () => {
  expect(await check(emptyPng(10_000, 10_000))).toBeNull();
  expect(await check(emptyPng(10_000, 10_001))).toBe('tooManyPixels');
});

it('decodes interlaced images of up to 25 megapixels', async () => {
  expect(await check(emptyPng(5000, 5000))).toBe('damaged');
});

it.each([
  ['RuntimeError', 'unreachable'],
  ['RangeError', 'Array buffer allocation failed'],
  ['Error', 'out of memory'],
])('does not call an image damaged when the decoder fails with %s: %s', async (name, message) => {
  const failing = vi
    .spyOn(sharp.prototype, 'metadata')
    .mockRejectedValueOnce(Object.assign(new Error(message), { name }));
  expect(await check(await images.png())).toBeNull();
  failing.mockRestore();
});
