import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { withoutGifMetadata } from './gif.ts';
import { withoutJpegMetadata } from './jpeg.ts';
import type { ByteSource, Part } from './parts.ts';
import { withoutPngMetadata } from './png.ts';
import { withoutWebpMetadata } from './webp.ts';

const removers: Record<string, (source: ByteSource) => Promise<Part[] | null>> = {
  gif: withoutGifMetadata,
  jpg: withoutJpegMetadata,
  png: withoutPngMetadata,
  webp: withoutWebpMetadata,
};

const chunkLength = 1024 * 1024;

const createByteSource = (handle: FileHandle, size: number): ByteSource => ({
  size,
  read: async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  },
});

async function* readParts(source: ByteSource, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      yield part;
      continue;
    }
    for (let at = part.start; at < part.end; at += chunkLength) {
      yield await source.read(at, Math.min(chunkLength, part.end - at));
    }
  }
}

type ImageCopy = { path: string; to: string; extension: string };

/**
 * Copies an image without its location, camera details, names and other metadata. Pixels, color profile and
 * orientation are unchanged. Returns null and writes no file if there is nothing to remove.
 */
export const removeMetadata = async ({
  path,
  to,
  extension,
}: ImageCopy): Promise<{ digest: string; size: number } | null> => {
  const remover = removers[extension];
  if (!remover) return null;
  const input = await open(path);
  try {
    const source = createByteSource(input, (await input.stat()).size);
    const parts = await remover(source);
    if (!parts) return null;
    const output = await open(to, 'wx');
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const bytes of readParts(source, parts)) {
        hash.update(bytes);
        size += bytes.length;
        await output.write(bytes);
      }
      await output.sync();
    } finally {
      await output.close();
    }
    return { digest: hash.digest('hex').slice(0, 32), size };
  } finally {
    await input.close();
  }
};

/** Removes the same metadata from an image in memory; null if there is nothing to remove. */
export const removeMetadataFrom = async (bytes: Buffer, extension: string): Promise<Buffer | null> => {
  const parts = await removers[extension]?.({
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  });
  if (!parts) return null;
  return Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : bytes.subarray(part.start, part.end))));
};
