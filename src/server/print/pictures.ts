import type { OutputInfo } from 'sharp';
import { renditionWidths } from '#shared/renditions.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { imageQueue, loadSource, priorities } from '../files/images/check-image.ts';
import { loadSharp } from '../files/images/load-sharp.ts';
import { renditionNames } from '../files/images/renditions.ts';

/** A text as the source is stored once in a document, however often it is drawn. */
type Loaded = {
  source: Buffer | string;
  width: number;
  height: number;
  /** Colour around what it shows, if it is even; otherwise white. */
  background: string;
};

/** A picture to draw. `load` is null while a catalogue is only laid out, or if the file can't be read. */
export type Picture = { file: string; alt: string; load: Loaded | null };

/** Dots per inch of a print. With the lower number, 2,000 pictures stay below the limit of a file. */
export const resolutions = { fine: 300, usual: 200 };

const jpeg = { quality: 78, mozjpeg: false } as const;

const maxDifference = 12;

/** Returns the colour of the corners of raw pixels if they are alike. */
const findBackground = (pixels: Buffer, { width, height, channels }: OutputInfo): string => {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((at) => [
    ...pixels.subarray(at * channels, at * channels + 3),
  ]);
  const [first = [255, 255, 255]] = corners;
  const isEven = corners.every((corner) =>
    corner.every((value, index) => Math.abs(value - (first[index] ?? 0)) <= maxDifference),
  );
  return isEven ? `#${Buffer.from(first).toString('hex')}` : '#ffffff';
};

type Size = { width: number; height: number; isCut?: boolean; isRepeated?: boolean; resolution: number };

/** The smallest stored version with enough pixels, which takes less time to decode. */
const findSource = async (storage: FileStorage, file: string, width: number): Promise<string> => {
  const names = renditionNames(file);
  for (const [index, each] of renditionWidths.entries()) {
    const name = names[index] ?? '';
    if (each >= width && (await storage.stat(name))) return name;
  }
  return file;
};

/** Reads a picture in the size in which it is printed; `isCut` fills the box. Returns null if it can't be read. */
export const loadPicture = async (
  storage: FileStorage,
  file: string,
  { width, height, isCut = false, isRepeated = false, resolution }: Size,
): Promise<Loaded | null> => {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const pixelsPerPoint = resolution / 72;
  const pixels = { width: Math.round(width * pixelsPerPoint), height: Math.round(height * pixelsPerPoint) };
  // A wide picture that fills a high box needs more than the width of the box.
  const source = await findSource(storage, file, Math.max(pixels.width, pixels.height) * (isCut ? 2 : 1));
  return imageQueue.add(
    () =>
      storage
        .withLocalFile(source, async (path) => {
          const { data, info } = await sharp(await loadSource(path))
            .autoOrient()
            .resize({ ...pixels, fit: isCut ? 'cover' : 'inside', withoutEnlargement: !isCut })
            .flatten({ background: '#ffffff' })
            .toColorspace('srgb')
            .raw()
            .toBuffer({ resolveWithObject: true });
          const { width: drawnWidth, height: drawnHeight, channels } = info;
          const bytes = await sharp(data, { raw: { width: drawnWidth, height: drawnHeight, channels } })
            .jpeg(jpeg)
            .toBuffer();
          const source = isRepeated ? `data:image/jpeg;base64,${bytes.toString('base64')}` : bytes;
          return { source, width: drawnWidth, height: drawnHeight, background: findBackground(data, info) };
        })
        .catch(() => null),
    { priority: priorities.uploaded },
  );
};
