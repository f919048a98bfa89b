import { renditionWidths } from '#shared/renditions.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { imageQueue, loadSource, priorities } from '../files/images/check-image.ts';
import { loadSharp } from '../files/images/load-sharp.ts';
import { renditionNames } from '../files/images/renditions.ts';

/** A text as the source is stored once in a document, however often it is drawn. */
type Loaded = { source: Buffer | string; width: number; height: number };

/** A picture to draw. `load` is null while a catalogue is only laid out, or if the file can't be read. */
export type Picture = { file: string; alt: string; load: Loaded | null };

/** Dots per inch of a print. With the lower number, 2,000 pictures stay below the limit of a file. */
export const resolutions = { fine: 300, usual: 200 };

const jpeg = { quality: 78, mozjpeg: false } as const;

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
            .jpeg(jpeg)
            .toBuffer({ resolveWithObject: true });
          const source = isRepeated ? `data:image/jpeg;base64,${data.toString('base64')}` : data;
          return { source, width: info.width, height: info.height };
        })
        .catch(() => null),
    { priority: priorities.uploaded },
  );
};
