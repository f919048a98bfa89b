import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import { type RenditionWidth, renditionWidths, uploadedWidths } from '#shared/renditions.ts';
import { maxImagePixels } from '#shared/uploads.ts';
import { type FileStorage, renditionsFolder, storedFileType } from '../file-storage.ts';
import { imageQueue, isDecoderError, loadSource, maxBufferedPixels, priorities } from './check-image.ts';
import { loadSharp } from './load-sharp.ts';

/**
 * Images that may wait for their turn. Beyond that, originals are served, and renditions of new images are made only on
 * request, so that after a large import no page has to wait for all of them.
 */
const maxWaiting = { requested: 200, uploaded: 20 };
const webp = { quality: 80 };
const previewWidth = Math.max(...renditionWidths) as RenditionWidth;

type Rendition = { filename: string; width: RenditionWidth };

export type Renditions = {
  /**
   * Opens a file's rendition by its name, after making it if `open` returns null; null if there is none. Those of PDFs
   * and videos are made from their preview.
   */
  open: <Opened>(rendition: Rendition, open: (name: string) => Promise<Opened | null>) => Promise<Opened | null>;
  /** Stores the image at `path` as the preview of a PDF or video, unless it has one. */
  addPreview: (preview: { filename: string; path: string }) => Promise<void>;
  /** Makes the renditions of a new image in the background. */
  make: (filename: string) => void;
  /** Waits for the current image. No others are made from here on. */
  close: () => Promise<void>;
};

const toName = ({ filename, width }: Rendition): string => `${renditionsFolder}${filename.slice(0, 32)}-${width}.webp`;

/** Names of all renditions that a file can have. */
export const renditionNames = (filename: string): string[] =>
  renditionWidths.map((width) => toName({ filename, width }));

/** Encodes a smaller version, upright and without metadata. Returns null if that would take too much memory. */
const encode = async (path: string, width: RenditionWidth): Promise<Buffer | null> => {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const image = sharp(await loadSource(path), { limitInputPixels: maxImagePixels, failOn: 'truncated' });
  const header = await image.metadata();
  // sharp shrinks a JPEG before rotating it.
  const isRotated = (header.orientation ?? 1) > 1 && header.format !== 'jpeg';
  const isBuffered = header.isProgressive || isRotated;
  if (isBuffered && header.width * header.height > maxBufferedPixels) return null;
  return image.autoOrient().resize({ width, withoutEnlargement: true }).webp(webp).toBuffer();
};

/** Makes smaller versions of stored images and stores them in a folder below the images. */
export const createRenditions = (storage: FileStorage): Renditions => {
  const pending = new Map<string, Promise<string | null>>();
  /** Images of which no rendition can be made; they aren't decoded again. */
  const failed = new Set<string>();
  let isClosed = false;
  const exists = async (name: string): Promise<boolean> => (await storage.stat(name)) !== null;

  /** The smallest larger rendition, which takes less time to decode, or the original if it's an image. */
  const findSource = async ({ filename, width }: Rendition): Promise<string | null> => {
    for (const larger of renditionWidths.filter((each) => each > width)) {
      const name = toName({ filename, width: larger });
      if (await exists(name)) return name;
    }
    return storedFileType(filename)?.kind === 'image' ? filename : null;
  };

  const write = async (name: string, bytes: Buffer): Promise<string | null> => {
    const path = join(storage.staging, `${v4()}.webp`);
    try {
      await writeFile(path, bytes, { flush: true });
      await storage.put({ name, path });
      return name;
    } catch {
      await rm(path, { force: true });
      return null;
    }
  };

  const create = async (rendition: Rendition): Promise<string | null> => {
    const { filename, width } = rendition;
    const name = toName(rendition);
    if (await exists(name)) return name;
    if (isClosed || failed.has(filename) || !(await exists(filename))) return null;
    const source = await findSource(rendition);
    if (source === null) return null;
    // Undefined if not the image is at fault, so that it is tried again.
    const bytes = await storage.withLocalFile(source, (path) =>
      encode(path, width).catch((error: unknown) => (isDecoderError(error) ? undefined : null)),
    );
    if (bytes === null) failed.add(filename);
    return bytes ? write(name, bytes) : null;
  };

  const enqueue = (rendition: Rendition, reason: 'requested' | 'uploaded'): Promise<string | null> => {
    const name = toName(rendition);
    const running = pending.get(name);
    if (running) return running;
    if (isClosed || imageQueue.size >= maxWaiting[reason]) return Promise.resolve(null);
    const created = imageQueue
      .add(() => create(rendition), { priority: priorities[reason] })
      .finally(() => pending.delete(name));
    pending.set(name, created);
    return created;
  };

  return {
    open: async (rendition, open) => {
      if (failed.has(rendition.filename)) return null;
      const existing = await open(toName(rendition));
      if (existing !== null) return existing;
      const created = await enqueue(rendition, 'requested');
      return created === null ? null : open(created);
    },
    addPreview: async ({ filename, path }) => {
      const name = toName({ filename, width: previewWidth });
      if (isClosed || (await exists(name))) return;
      const bytes = await imageQueue.add(() => encode(path, previewWidth).catch(() => null), {
        priority: priorities.requested,
      });
      if (bytes) await write(name, bytes);
    },
    make: (filename) => {
      if (storedFileType(filename)?.kind !== 'image') return;
      // The largest one first, because the smaller ones are made from it. One that fails is made on request.
      for (const width of uploadedWidths.toReversed()) enqueue({ filename, width }, 'uploaded').catch(() => undefined);
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(pending.values());
    },
  };
};
