import { maxImagePixels } from '#shared/uploads.ts';
import { imageQueue, loadSource, maxBufferedPixels, priorities } from './image-queue.ts';
import { loadSharp } from './load-sharp.ts';

export type ImageProblem = 'damaged' | 'tooManyPixels';

/** Whether the decoder failed rather than the image. Errors of WebAssembly aren't plain `Error`s. */
const isDecoderError = (error: unknown): boolean => /^(?!Error:)|memory|worker|thread/i.test(String(error));

const check = async (path: string): Promise<ImageProblem | null> => {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const source = await loadSource(path);
  const header = await sharp(source, { limitInputPixels: false }).metadata();
  const { width, height, pageHeight = height, pages = 1, isProgressive } = header;
  const pixels = width * pageHeight;
  if (pixels > maxImagePixels) return 'tooManyPixels';
  if (isProgressive && pixels > maxBufferedPixels) return null;
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

/** Decodes an image to find damage. Returns null if the image is fine or can't be checked. */
export const checkImage = (path: string): Promise<ImageProblem | null> =>
  imageQueue.add(() => check(path).catch((error: unknown) => (isDecoderError(error) ? null : 'damaged')), {
    priority: priorities.check,
  });
