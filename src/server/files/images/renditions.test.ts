import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFolderStorage } from '../folder-storage.ts';
import { createRenditions } from './renditions.ts';

const decoder = vi.hoisted(() => ({ toBuffer: async (): Promise<Buffer> => Buffer.from('') }));
vi.mock('./load-sharp.ts', () => {
  const image = {
    metadata: async () => ({ width: 10, height: 10 }),
    autoOrient: () => image,
    resize: () => image,
    webp: () => image,
    toBuffer: () => decoder.toBuffer(),
  };
  return { loadSharp: async () => () => image };
});

const filename = `${'0'.repeat(32)}.png`;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-renditions-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Requests a rendition twice: the first time, the decoder fails. */
const openAfterFailure = async (error: Error): Promise<string | null> => {
  const storage = await openFolderStorage({ dataDir, serverId: 'server' });
  writeFileSync(join(dataDir, 'uploads', filename), 'an image');
  const renditions = createRenditions(storage);
  const open = async (name: string) => ((await storage.stat(name)) ? name : null);
  decoder.toBuffer = async () => {
    throw error;
  };
  expect(await renditions.open({ filename, width: 80 }, open)).toBeNull();
  decoder.toBuffer = async () => Buffer.from('a smaller image');
  return renditions.open({ filename, width: 80 }, open);
};

it.each([
  ['memory runs out', new RangeError('WebAssembly.Memory(): could not allocate memory')],
  ['libvips can’t allocate', new Error('vips_malloc: out of memory')],
  ['the disk fails', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })],
])('makes a rendition after %s', async (_name, error) => {
  expect(await openAfterFailure(error)).not.toBeNull();
});

it('decodes a damaged image only once', async () => {
  expect(await openAfterFailure(new Error('VipsJpeg: premature end of JPEG image'))).toBeNull();
});
