import { readFile } from 'node:fs/promises';
import PQueue from 'p-queue';
import { maxImagePixels } from '#shared/uploads.ts';
import { loadSharp } from './load-sharp.ts';

/** Decoding an interlaced image needs all of its coefficients in memory: about 75 MB at this size. */
const maxInterlacedPixels = 25_000_000;

export type ImageProblem = 'damaged' | 'tooManyPixels';

/** Whether the decoder failed rather than the image. Errors of WebAssembly aren't plain `Error`s. */
const isDecoderError = (error: unknown): boolean => /^(?!Error:)|memory|worker|thread/i.test(String(error));

/** sharp can't open longer paths on Windows. */
const maxWindowsPathLength = 259;

const loadSource = async (path: string): Promise<string | Buffer> =>
  process.platform === 'win32' && path.length > maxWindowsPathLength ? readFile(path) : path;

const check = async (path: string): Promise<ImageProblem | null> => {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const source = await loadSource(path);
  const header = await sharp(source, { limitInputPixels: false }).metadata();
  const { width, height, pageHeight = height, pages = 1, isProgressive } = header;
  const pixels = width * pageHeight;
  if (pixels > maxImagePixels) return 'tooManyPixels';
  if (isProgressive && pixels > maxInterlacedPixels) return null;
  const canDecodeAllPages = pixels * pages <= maxImagePixels;
  // Only decoding finds damaged pixels. The tiny result is discarded.
  await sharp(source, {
    limitInputPixels: maxImagePixels,
    pages: canDecodeAllPages ? -1 : 1,
    failOn: 'truncated',
  })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
  return null;
};

const queue = new PQueue({ concurrency: 1 });

/**
 * Decodes an image to find damage. It runs outside the event loop, one image at a time to limit memory. Returns null if
 * the image is fine or can't be checked.
 */
export const checkImage = (path: string): Promise<ImageProblem | null> =>
  queue.add(() => check(path).catch((error: unknown) => (isDecoderError(error) ? null : 'damaged')));
