import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileResult } from '#shared/ipc.ts';
import { maxUploadBytes } from '#shared/uploads.ts';
import { createLocalFilePreviews, createLocalFiles, FileUnavailableError, type LocalFiles } from './local-files.ts';

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  return { ...real, open: vi.fn(real.open) };
});

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000009077 53de'.replaceAll(' ', ''), 'hex'),
  Buffer.from('0000000c49444154789c63f8cfc000000301010018dd8db00000000049454e44ae426082', 'hex'),
]);

let folder: string;
let files: LocalFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-files-'));
  files = createLocalFiles(join(folder, 'pasted'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, bytes: Buffer | string) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

const fileOf = (result: FileResult) => {
  if ('error' in result) throw new Error(result.error);
  return result.file;
};

const longAgo = new Date(0);

/** Adds a 4 MB file. `fillWith` overwrites its bytes and leaves the size and modification time unchanged. */
const addLongFile = async () => {
  const path = await write('long.png', Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]));
  await utimes(path, longAgo, longAgo);
  const { id, size } = fileOf(await files.add({ path, kind: 'image' }));
  const fillWith = async (byte: number) => {
    await writeFile(path, Buffer.alloc(size, byte), { flag: 'r+' });
    await utimes(path, longAgo, longAgo);
  };
  return { id, fillWith };
};

const readAll = async (id: string) => {
  const blocks: Buffer[] = [];
  for await (const block of files.readChunks(id, 30)) blocks.push(block);
  return Buffer.concat(blocks);
};

describe('a picked file', () => {
  it('has an absolute path that is not a device', async () => {
    const path = await write('pen.png', png);
    for (const other of [relative(process.cwd(), path), `//.${path}`, `\\\\.\\${path}`, `${path}\0.png`]) {
      expect(await files.add({ path: other, kind: 'image', name: 'a.png' }), other).toEqual({
        error: 'a.png can’t be read',
      });
    }
  });

  it('is rejected without blocking if it is a device or pipe', {
    skip: process.platform === 'win32',
  }, async () => {
    const pipe = join(folder, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    for (const path of ['/dev/zero', pipe]) {
      expect(await files.add({ path, kind: 'image', name: 'a.png' })).toEqual({
        error: 'a.png isn’t a file',
      });
    }
  });

  it('is described without its path', async () => {
    const result = await files.add({ path: await write('pen.png', png), kind: 'image' });
    expect(result).toEqual({
      file: {
        id: expect.any(String),
        name: 'pen.png',
        size: png.byteLength,
        type: 'image/png',
        previewUrl: expect.stringMatching(/^app:\/\/backoffice\/local-files\/[\w-]+$/),
      },
    });
    expect(JSON.stringify(result)).not.toContain(folder);
    expect(await readAll(fileOf(result).id)).toEqual(png);
  });

  it.each([
    ['fake.png', '<script>alert(1)</script>', 'image', /is a web page, not an image/],
    ['pen.jpg', '%PDF-1.7', 'image', /is a PDF, not an image/],
    ['page.html', '<html>', 'image', /isn’t a supported image/],
    ['photo.heic', 'ftyp', 'image', /HEIC images aren’t supported/],
    ['empty.png', '', 'image', /empty/],
    ['pen.png', png, 'pdf', /isn’t a PDF/],
  ] as const)('is rejected with a reason: %s', async (name, bytes, kind, error) => {
    expect(await files.add({ path: await write(name, bytes), kind })).toEqual({
      error: expect.stringMatching(error),
    });
  });

  it('is rejected if it is too large, a folder or missing', async () => {
    const big = await write('big.png', png);
    await truncate(big, maxUploadBytes + 1);
    expect(await files.add({ path: big, kind: 'image' })).toEqual({
      error: expect.stringContaining('50 MB'),
    });
    expect(await files.add({ path: folder, kind: 'image', name: 'many' })).toEqual({
      error: 'many is a folder. Choose a file.',
    });
    expect(await files.add({ path: join(folder, 'none.png'), kind: 'image' })).toEqual({
      error: 'none.png no longer exists',
    });
    expect(await files.add({ path: join(folder, 'x'.repeat(300)), kind: 'image' })).toEqual({
      error: expect.stringContaining('too long'),
    });
  });

  it('is rejected if the account may not open it', async () => {
    const path = await write('pen.png', png);
    vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error('denied'), { code: 'EACCES' }));
    expect(await files.add({ path, kind: 'image' })).toEqual({
      error: 'pen.png can’t be opened: you don’t have permission',
    });
  });

  it('is rejected if it changed before it is sent', async () => {
    const path = await write('pen.png', png);
    const { id } = fileOf(await files.add({ path, kind: 'image' }));
    await utimes(path, new Date(0), new Date(0));
    await expect(files.getUnchangedFile(id)).rejects.toThrow(FileUnavailableError);
    await expect(readAll(id)).rejects.toThrow(FileUnavailableError);
    await rm(path);
    await expect(readAll(id)).rejects.toThrow('pen.png was changed, moved or deleted. Choose it again.');
  });

  it('is rejected if its size changes while it is sent', async () => {
    const path = await write('pen.png', png);
    const { id } = fileOf(await files.add({ path, kind: 'image' }));
    const blocks = files.readChunks(id, 30);
    await blocks.next();
    await truncate(path, 35);
    await expect(blocks.next()).rejects.toThrow(FileUnavailableError);
  });

  it('is rejected if its bytes change while it is sent', async () => {
    const path = await write('pen.png', png);
    const { id } = fileOf(await files.add({ path, kind: 'image' }));
    await expect(async () => {
      for await (const _block of files.readChunks(id, 30)) {
        await writeFile(path, Buffer.alloc(png.byteLength));
        await utimes(path, new Date(1), new Date(1));
      }
    }).rejects.toThrow(FileUnavailableError);
  });

  it('is streamed while it is sent', async () => {
    const { id, fillWith } = await addLongFile();
    const blocks = files.readChunks(id, 64 * 1024);
    const first = await blocks.next();
    await fillWith(7);
    const rest: Buffer[] = [];
    for await (const block of blocks) rest.push(block);
    expect(first.value?.subarray(0, png.byteLength)).toEqual(png);
    expect(Buffer.concat(rest).every((byte) => byte === 7)).toBe(true);
  });

  it('is unknown after it was released', async () => {
    const { id } = fileOf(await files.add({ path: await write('pen.png', png), kind: 'image' }));
    await files.release(id);
    await expect(files.getUnchangedFile(id)).rejects.toThrow(FileUnavailableError);
    await expect(readAll(id)).rejects.toThrow(FileUnavailableError);
  });
});

describe('a file without a path', () => {
  it('is stored in a private folder until it is released', async () => {
    const name = '../../escape.png';
    const { id } = fileOf(await files.addBytes({ kind: 'image', name, bytes: png }));
    expect(await readdir(folder)).toEqual(['pasted']);
    expect((await stat(join(folder, 'pasted'))).mode & 0o777).toBe(0o700);
    expect(await readAll(id)).toEqual(png);
    await files.release(id);
    expect(await readdir(join(folder, 'pasted'))).toEqual([]);
  });

  it('leaves nothing behind when it is rejected', async () => {
    const bytes = Buffer.from('nothing of a picture');
    expect(await files.addBytes({ kind: 'image', name: 'pen.png', bytes })).toHaveProperty('error');
    expect(await readdir(join(folder, 'pasted'))).toEqual([]);
  });
});

describe('a preview', () => {
  const ask = (id: string, range?: string) =>
    createLocalFilePreviews(files)(
      new Request(`http://backoffice/local-files/${id}`, { headers: range ? { range } : {} }),
    );

  it.each([
    [undefined, 200, 0, 69],
    ['bytes=0-9', 206, 0, 10],
    ['bytes=60-', 206, 60, 69],
    ['bytes=-5', 206, 64, 69],
    ['bytes=5-1000', 206, 5, 69],
    ['lines=1-2', 200, 0, 69],
  ])('answers the range %s with status %i', async (range, status, start, end) => {
    const { id } = fileOf(await files.add({ path: await write('pen.png', png), kind: 'image' }));
    const response = await ask(id, range);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png.subarray(start, end));
  });

  it.each([undefined, 'bytes=0-'])('is streamed (range %s)', async (range) => {
    const { id, fillWith } = await addLongFile();
    const reader = (await ask(id, range)).body?.getReader();
    const first = await reader?.read();
    await fillWith(7);
    let last: Uint8Array | undefined;
    for (let part = first; part && !part.done; part = await reader?.read()) last = part.value;
    expect(Buffer.from(first?.value ?? []).subarray(0, png.byteLength)).toEqual(png);
    expect(last?.at(-1)).toBe(7);
  });

  it('returns 416 for a range outside the file', async () => {
    const { id } = fileOf(await files.add({ path: await write('pen.png', png), kind: 'image' }));
    expect((await ask(id, 'bytes=1000-')).status).toBe(416);
  });

  it('returns 404 for an unknown file', async () => {
    expect((await ask('../../../etc/passwd')).status).toBe(404);
  });
});
