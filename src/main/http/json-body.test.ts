import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FileUnavailableError } from '../files/local-files.ts';
import { encodeJsonBody, type FileSource } from './request-body.ts';

const sourceOf = (files: Record<string, { name: string; type: string; bytes: Buffer }>): FileSource => ({
  getUnchangedFile: async (id) => {
    const file = files[id];
    if (!file) throw new FileUnavailableError('A file is no longer available. Choose it again.');
    return { id, name: file.name, type: file.type, size: file.bytes.byteLength, previewUrl: '' };
  },
  readChunks: async function* (id, chunkBytes) {
    const bytes = files[id]?.bytes ?? Buffer.alloc(0);
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  },
});

const encode = async (body: Record<string, unknown>, source: FileSource) => {
  const { length, bytes } = await encodeJsonBody(body, source);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return {
    length,
    sent: Buffer.concat(chunks),
    largest: Math.max(...chunks.map((chunk) => chunk.byteLength)),
  };
};

const dataUrl = (name: string, type: string, bytes: Buffer) =>
  `${name}@@data:${type};base64,${bytes.toString('base64')}`;

describe('encodeJsonBody', () => {
  const big = randomBytes(1_000_001);
  const source = sourceOf({
    a: { name: 'a "quoted" ü 文.png', type: 'image/png', bytes: Buffer.from('12') },
    big: { name: 'big.mp4', type: 'video/mp4', bytes: big },
    block: { name: 'block.pdf', type: 'application/pdf', bytes: big.subarray(0, 3 * 64 * 1024) },
  });

  it.each([
    [{}, {}],
    [{ name: 'Pens ü 文 \u0000 "', n: 1, none: null, left: undefined, list: [1, [{}]] }, undefined],
    [{ image: { $localFile: 'a' } }, { image: dataUrl('a "quoted" ü 文.png', 'image/png', Buffer.from('12')) }],
    [{ image: { $bareLocalFile: 'a' } }, { image: `data:image/png;base64,${Buffer.from('12').toString('base64')}` }],
    [
      { name: 'x', gallery: [{ file: { $localFile: 'big' }, order: 1 }, { $localFile: 'block' }], end: 'y' },
      {
        name: 'x',
        gallery: [
          { file: dataUrl('big.mp4', 'video/mp4', big), order: 1 },
          dataUrl('block.pdf', 'application/pdf', big.subarray(0, 3 * 64 * 1024)),
        ],
        end: 'y',
      },
    ],
  ])('equals JSON.stringify and knows its length beforehand (%#)', async (body, whole) => {
    const { length, sent } = await encode(body, source);
    expect(sent.equals(Buffer.from(JSON.stringify(whole ?? body)))).toBe(true);
    expect(length).toBe(sent.byteLength);
  });

  it('reads files in chunks', async () => {
    const { largest } = await encode({ video: { $localFile: 'big' } }, source);
    expect(largest).toBeLessThanOrEqual(256 * 1024);
  });

  it('treats only an object with just the marker as a file', async () => {
    const body = { a: { $localFile: 1 }, b: { $localFile: 'a', more: 1 }, c: '{"$localFile":"a"}' };
    expect((await encode(body, source)).sent.toString()).toBe(JSON.stringify(body));
  });

  it('rejects an unknown file before sending', async () => {
    await expect(encodeJsonBody({ image: { $localFile: 'unknown' } }, source)).rejects.toThrow(FileUnavailableError);
  });
});
