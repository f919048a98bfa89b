import { readFile } from 'node:fs/promises';
import PQueue from 'p-queue';
import { maxImagePixels } from '#shared/uploads.ts';
import { loadSharp } from './load-sharp.ts';

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

export type ImageProblem = 'damaged' | 'tooManyPixels';

/** In pixels, upright. */
export type Dimensions = { width: number; height: number };

/** Both are null if the image can't be checked. */
type CheckedImage = { problem: ImageProblem | null; dimensions: Dimensions | null };

const unchecked: CheckedImage = { problem: null, dimensions: null };
const failed = (problem: ImageProblem): CheckedImage => ({ problem, dimensions: null });

/**
 * Whether the decoder or the disk failed rather than the image, which may be decoded later. Errors of WebAssembly aren't
 * plain `Error`s, and those of the system have a code.
 */
export const isDecoderError = (error: unknown): boolean =>
  /^(?!Error:)|memory|worker|thread/i.test(String(error)) || (error instanceof Error && 'code' in error);

const check = async (path: string): Promise<CheckedImage> => {
  const sharp = await loadSharp();
  if (!sharp) return unchecked;
  const source = await loadSource(path);
  const header = await sharp(source, { limitInputPixels: false }).metadata();
  const { width, height, pageHeight = height, pages = 1, isProgressive, orientation = 1 } = header;
  const pixels = width * pageHeight;
  if (pixels > maxImagePixels) return failed('tooManyPixels');
  const dimensions = orientation > 4 ? { width: pageHeight, height: width } : { width, height: pageHeight };
  if (isProgressive && pixels > maxBufferedPixels) return { problem: null, dimensions };
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
  return { problem: null, dimensions };
};

/** Decodes an image to find damage, and reads its dimensions. */
export const checkImage = (path: string): Promise<CheckedImage> =>
  imageQueue.add(() => check(path).catch((error: unknown) => (isDecoderError(error) ? unchecked : failed('damaged'))), {
    priority: priorities.check,
  });
