import { readFile } from 'node:fs/promises';
import PQueue from 'p-queue';

/**
 * Decoding an interlaced image needs all of its coefficients in memory, and rotating one all of its pixels: about 75 MB
 * at this size.
 */
export const maxBufferedPixels = 25_000_000;

/** Decodes one image at a time, outside the event loop, because WebAssembly never returns memory. */
export const imageQueue = new PQueue({ concurrency: 1 });

/** A check delays an upload, and a requested rendition a page. */
export const priorities = { check: 2, requested: 1, uploaded: 0 };

/** sharp can't open longer paths on Windows. */
const maxWindowsPathLength = 259;

export const loadSource = async (path: string): Promise<string | Buffer> =>
  process.platform === 'win32' && path.length > maxWindowsPathLength ? readFile(path) : path;
