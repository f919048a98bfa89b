import type { OutputInfo, Sharp } from 'sharp';
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
  /** Colour of its edges, if they have the same one; otherwise white. */
  background: string;
};

/** A picture to draw. `load` is null while a catalogue is only laid out, or if the file can't be read. */
export type Picture = { file: string; alt: string; focalPoint?: string | undefined; load: Loaded | null };

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

type Size = {
  width: number;
  height: number;
  isCut?: boolean;
  isRepeated?: boolean;
  resolution: number;
  focalPoint?: string | undefined;
};

/** In bytes. A JPEG up to here is decoded in less time than its WebP versions. */
const maxQuickJpeg = 500_000;

/** The stored version with enough pixels that takes the least time to decode. */
const findSource = async (storage: FileStorage, file: string, width: number): Promise<string> => {
  if (file.endsWith('.jpg') && ((await storage.stat(file))?.size ?? 0) <= maxQuickJpeg) return file;
  const names = renditionNames(file);
  for (const [index, each] of renditionWidths.entries()) {
    const name = names[index] ?? '';
    if (each >= width && (await storage.stat(name))) return name;
  }
  return file;
};

/** Cuts a picture to a box, so that its focal point is as near to the middle as its edges allow. */
const cutTo = async (image: Sharp, box: { width: number; height: number }, focalPoint = '50% 50%'): Promise<Sharp> => {
  const { data, info } = await image
    .resize({ ...box, fit: 'outside' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const [x = 50, y = 50] = focalPoint.split(' ').map(Number.parseFloat);
  const place = (percent: number, whole: number, part: number) =>
    Math.round(Math.max(0, Math.min(whole - part, (percent / 100) * whole - part / 2)));
  const [width, height] = [Math.min(box.width, info.width), Math.min(box.height, info.height)];
  const sharp = await loadSharp();
  return (sharp?.(data) ?? image).extract({
    left: place(x, info.width, width),
    top: place(y, info.height, height),
    width,
    height,
  });
};

/** Reads a picture in the size in which it is printed; `isCut` fills the box. Returns null if it can't be read. */
export const loadPicture = async (
  storage: FileStorage,
  file: string,
  { width, height, isCut = false, isRepeated = false, resolution, focalPoint }: Size,
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
          const whole = sharp(await loadSource(path)).autoOrient();
          const sized = isCut
            ? await cutTo(whole, pixels, focalPoint)
            : whole.resize({ ...pixels, fit: 'inside', withoutEnlargement: true });
          const { data, info } = await sized
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
