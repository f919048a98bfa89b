import type { Sharp } from 'sharp';
import { maxImagePixels } from '#shared/uploads.ts';
import type { Database } from '../../database/tables.ts';
import { insertRows } from '../../database/write-rows.ts';
import { createWorkerThread } from '../../lib/worker-thread.ts';
import { type FileStorage, storedFileType } from '../file-storage.ts';
import type { Pixels } from './barcode-worker.ts';
import { imageQueue, isDecoderError, loadSource, maxBufferedPixels, priorities } from './check-image.ts';
import { loadSharp } from './load-sharp.ts';

/** The hash is empty if the image can't be compared. */
export type ImageScan = { hash: string; codes: string[] };

/** In pixels: a barcode of a tenth of the width can still be read. */
const readableSize = 1600;

const readCodes = createWorkerThread<Pixels, string[]>(
  new URL(import.meta.url.endsWith('.ts') ? './barcode-worker.ts' : '../barcode-worker.js', import.meta.url),
);

/** Brightness of 255 that compression changes. */
const noise = 2;

/** Pixels of which the parts of an image are averages: a decoder’s own reduction depends on the size of the image. */
const reduced = { width: 72, height: 64 };

/** The average colors of the parts of a reduced image, row by row. */
const average = (pixels: Uint8Array, columns: number, rows: number): [number, number, number][] =>
  Array.from({ length: columns * rows }, (_, part) => {
    const { width, height } = reduced;
    const [left, right] = [0, 1].map((step) => Math.floor((((part % columns) + step) * width) / columns));
    const [top, bottom] = [0, 1].map((step) => Math.floor(((Math.floor(part / columns) + step) * height) / rows));
    const sums: [number, number, number] = [0, 0, 0];
    let count = 0;
    for (let y = top ?? 0; y < (bottom ?? 0); y += 1)
      for (let x = left ?? 0; x < (right ?? 0); x += 1) {
        for (const channel of [0, 1, 2] as const) sums[channel] += pixels[(y * width + x) * 3 + channel] ?? 0;
        count += 1;
      }
    const [red, green, blue] = sums;
    return [red / count, green / count, blue / count];
  });

/**
 * Describes an image in hexadecimal digits: one bit per pixel of 8 × 8, which says whether it is brighter than its right
 * neighbor (dHash), then the color of each of 3 × 3 parts.
 */
const toHash = async (image: Sharp): Promise<string> => {
  const pixels = await image
    .resize({ ...reduced, fit: 'fill' })
    .raw()
    .toBuffer();
  const grey = average(pixels, 9, 8).map(([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue);
  const colors = Buffer.from(average(pixels, 3, 3).flat().map(Math.round));
  let bits = 0n;
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = bits * 2n + ((grey[at] ?? 0) > (grey[at + 1] ?? 0) + noise ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, '0') + colors.toString('hex');
};

const scan = async (path: string, hasCodes: boolean): Promise<ImageScan> => {
  const sharp = await loadSharp();
  const source = await loadSource(path);
  const image = sharp?.(source, { limitInputPixels: maxImagePixels });
  const header = await image?.metadata();
  const isTooLarge =
    header && (header.isProgressive || header.format !== 'jpeg') && header.width * header.height > maxBufferedPixels;
  if (!sharp || !image || isTooLarge) return { hash: '', codes: [] };
  const flat = image.autoOrient().flatten({ background: '#ffffff' }).toColorspace('srgb');
  if (!hasCodes) return { hash: await toHash(flat), codes: [] };
  const { data, info } = await flat
    .resize({ width: readableSize, height: readableSize, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [hash, codes] = await Promise.all([
    toHash(sharp(data, { raw: { width, height, channels } }).removeAlpha()),
    readCodes({ data: new Uint8ClampedArray(data), width, height }),
  ]);
  return { hash, codes };
};

type Files = { database: Database; storage: FileStorage };

const readScans = async (database: Database, files: readonly string[]) => {
  const rows = await database.selectFrom('imageScan').selectAll().where('file', 'in', files).execute();
  return new Map(rows.map((row) => [row.file, row]));
};

/** Returns what images show and the barcodes in them. Each image is decoded once, because files never change. */
export const scanImages = async (
  { database, storage }: Files,
  files: readonly string[],
): Promise<Map<string, ImageScan>> => {
  const found = new Map<string, ImageScan>();
  const images = [...new Set(files)].filter((file) => storedFileType(file)?.kind === 'image');
  if (images.length === 0) return found;
  const stored = await readScans(database, images);
  for (const file of images) {
    const { hash, codes } = stored.get(file) ?? {};
    if (hash !== undefined && codes) {
      found.set(file, { hash, codes: JSON.parse(codes) as string[] });
      continue;
    }
    try {
      const scanned = await imageQueue.add(() => storage.withLocalFile(file, (path) => scan(path, true)), {
        priority: priorities.requested,
      });
      found.set(file, scanned);
      const row = { file, hash: scanned.hash, codes: JSON.stringify(scanned.codes), isCompared: 0 };
      await database
        .insertInto('imageScan')
        .values(row)
        .onConflict((conflict) => conflict.column('file').doUpdateSet({ hash: row.hash, codes: row.codes }))
        .execute();
    } catch {
      // It is matched by its name only, and scanned again the next time.
      found.set(file, { hash: '', codes: [] });
    }
  }
  return found;
};

/** Hashes the images of the library that were added since, so that similar ones are found. */
export const scanLibrary = async ({ database, storage }: Files, signal: AbortSignal): Promise<void> => {
  const rows = await database
    .selectFrom('assetFile')
    .select('file')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('imageScan').select('imageScan.file').whereRef('imageScan.file', '=', 'assetFile.file'))),
    )
    .execute();
  const images = rows.map(({ file }) => file).filter((file) => storedFileType(file)?.kind === 'image');
  const store = (row: { file: string; hash: string; codes: string | null }) =>
    insertRows(database, { table: 'imageScan', rows: [{ ...row, isCompared: 0 }], onConflict: 'skip' });
  for (const file of images) {
    if (signal.aborted) return;
    try {
      const { hash } = await imageQueue.add(() => storage.withLocalFile(file, (path) => scan(path, false)), {
        priority: priorities.uploaded,
      });
      await store({ file, hash, codes: null });
    } catch (error) {
      if (!isDecoderError(error)) await store({ file, hash: '', codes: '[]' });
    }
  }
};
