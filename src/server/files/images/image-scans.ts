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

/** One bit per pixel of 8 × 8: whether it is brighter than its right neighbor (dHash). */
const toHash = (grey: Uint8Array): string => {
  let bits = 0n;
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = bits * 2n + ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, '0');
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
  const toGrey = (from: typeof flat) => from.greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  if (!hasCodes) return { hash: toHash(await toGrey(flat)), codes: [] };
  const { data, info } = await flat
    .resize({ width: readableSize, height: readableSize, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [grey, codes] = await Promise.all([
    toGrey(sharp(data, { raw: { width, height, channels } }).removeAlpha()),
    readCodes({ data: new Uint8ClampedArray(data), width, height }),
  ]);
  return { hash: toHash(grey), codes };
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
      const row = { file, hash: scanned.hash, codes: JSON.stringify(scanned.codes) };
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

/** Files that are images of products, whose use is that of a product or of its variants. */
export const productUses = ['product', 'productVariant'];

/** Hashes the images of products that were saved since, so that similar ones are found. */
export const scanProductImages = async ({ database, storage }: Files, signal: AbortSignal): Promise<void> => {
  const rows = await database
    .selectFrom('fileUse')
    .select('file')
    .distinct()
    .where('resource', 'in', productUses)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('imageScan').select('imageScan.file').whereRef('imageScan.file', '=', 'fileUse.file'))),
    )
    .execute();
  const images = rows.map(({ file }) => file).filter((file) => storedFileType(file)?.kind === 'image');
  for (const file of images) {
    if (signal.aborted) return;
    try {
      const { hash } = await imageQueue.add(() => storage.withLocalFile(file, (path) => scan(path, false)), {
        priority: priorities.uploaded,
      });
      await insertRows(database, { table: 'imageScan', rows: [{ file, hash, codes: null }], onConflict: 'skip' });
    } catch (error) {
      if (isDecoderError(error)) continue;
      await insertRows(database, { table: 'imageScan', rows: [{ file, hash: '', codes: '[]' }], onConflict: 'skip' });
    }
  }
};

const toHalves = (hash: string): [number, number] => [
  Number.parseInt(hash.slice(0, 8), 16),
  Number.parseInt(hash.slice(8), 16),
];

const countBits = (value: number): number => {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Different bits among 64: an image that was cropped a little or saved again differs in a few. */
const maxDistance = 10;

/** Returns the images of products that show nearly the same as those, by the hash of each; the most similar first. */
export const findSimilarImages = async (
  database: Database,
  hashes: readonly string[],
): Promise<Map<string, string[]>> => {
  // A hash without any bit comes from a picture of one color.
  const wanted = [...new Set(hashes)].filter((hash) => /[1-9a-f]/.test(hash));
  if (wanted.length === 0) return new Map();
  const rows = await database
    .selectFrom('imageScan')
    .select(['file', 'hash'])
    .where('hash', '<>', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fileUse')
          .select('fileUse.file')
          .whereRef('fileUse.file', '=', 'imageScan.file')
          .where('resource', 'in', productUses),
      ),
    )
    .execute();
  const known = rows.map(({ file, hash }) => ({ file, halves: toHalves(hash) }));
  return new Map(
    wanted.map((hash) => {
      const [high, low] = toHalves(hash);
      const near = known.flatMap(({ file, halves }) => {
        const distance = countBits(halves[0] ^ high) + countBits(halves[1] ^ low);
        return distance <= maxDistance ? [{ file, distance }] : [];
      });
      near.sort((one, other) => one.distance - other.distance);
      return [hash, near.slice(0, 5).map(({ file }) => file)];
    }),
  );
};
