import { argument, runPrepared } from '../../database/prepared.ts';
import type { Database, ImageInfoTable } from '../../database/tables.ts';
import { insertRows } from '../../database/write-rows.ts';
import { type FileStorage, storedFileType } from '../file-storage.ts';
import { imageQueue, loadSource, maxBufferedPixels, priorities } from './check-image.ts';
import { loadSharp } from './load-sharp.ts';

/** Images that may wait. The others are described when they are read again. */
const maxWaiting = 500;

const hex = (channel: number | undefined): string =>
  Math.round(channel ?? 0)
    .toString(16)
    .padStart(2, '0');

/** Reads the dimensions and the average color of an image; null if that would take too much memory. */
const describe = async (path: string): Promise<Omit<ImageInfoTable, 'file'> | null> => {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const image = sharp(await loadSource(path), { limitInputPixels: maxBufferedPixels });
  const { autoOrient } = await image.metadata();
  const [red, green, blue] = await image
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColorspace('srgb')
    .raw()
    .toBuffer();
  return { ...autoOrient, color: `#${hex(red)}${hex(green)}${hex(blue)}` };
};

/**
 * Knows the dimensions and the average color of stored images. Each image is read once, in the background after it was first
 * asked for, because files never change.
 */
type FoundInfo = ImageInfoTable & { focalPoint: string | null };

export const createImageInfo = ({ database, storage }: { database: Database; storage: FileStorage }) => {
  const waiting = new Set<string>();
  /** Images that can't be described aren't read again. */
  const failed = new Set<string>();
  let isClosed = false;
  /** How many images were described by this server. */
  let count = 0;

  const add = async (file: string): Promise<void> => {
    try {
      const info = isClosed ? null : await storage.withLocalFile(file, describe);
      if (info === null) failed.add(file);
      else await insertRows(database, { table: 'imageInfo', rows: [{ file, ...info }], onConflict: 'skip' });
      count += 1;
    } catch {
      failed.add(file);
    } finally {
      waiting.delete(file);
    }
  };

  return {
    getCount: (): number => count,
    read: async (files: readonly string[]): Promise<Map<string, FoundInfo>> => {
      if (files.length === 0) return new Map();
      const build = () =>
        database
          .selectFrom('imageInfo')
          .leftJoin('assetFile', 'assetFile.file', 'imageInfo.file')
          .leftJoin('asset', 'asset._id', 'assetFile.assetId')
          .selectAll('imageInfo')
          .select('asset.focalPoint')
          .where('imageInfo.file', 'in', [argument]);
      const rows = await runPrepared(database, { key: 'image info', build, value: files });
      const found = new Map(rows.map((row) => [row.file, row]));
      for (const file of files) {
        const isNew = !found.has(file) && !waiting.has(file) && !failed.has(file);
        if (!isNew || isClosed || waiting.size >= maxWaiting || storedFileType(file)?.kind !== 'image') continue;
        waiting.add(file);
        void imageQueue.add(() => add(file), { priority: priorities.uploaded });
      }
      return found;
    },
    /** Waits for the current image. */
    close: async (): Promise<void> => {
      isClosed = true;
      if (waiting.size > 0) await imageQueue.onIdle();
    },
  };
};

export type ImageInfo = ReturnType<typeof createImageInfo>;
