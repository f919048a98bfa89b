import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RenditionWidth, renditionWidths } from '#shared/renditions.ts';
import { maxImagePixels } from '#shared/uploads.ts';
import { storedFileType } from '../stored-file-type.ts';
import { imageQueue, loadSource, maxBufferedPixels, priorities } from './image-queue.ts';
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
  folder: string;
  /**
   * Returns the name of a file's rendition, which is made if it doesn't exist yet; null if there is none. Those of PDFs
   * and videos are made from their preview.
   */
  get: (rendition: Rendition) => Promise<string | null>;
  /** Stores the image at `path` as the preview of a PDF or video, unless it has one. */
  addPreview: (preview: { filename: string; path: string }) => Promise<void>;
  /** Makes the renditions of a new image in the background. */
  make: (filename: string) => void;
  /** Deletes the renditions of images that no longer exist. */
  sweep: () => Promise<void>;
  /** Waits for the current image. No others are made from here on. */
  close: () => Promise<void>;
};

const toName = ({ filename, width }: Rendition): string => `${filename.slice(0, 32)}-${width}.webp`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

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

const writeFlushed = async (path: string, bytes: Buffer): Promise<void> => {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes smaller versions of stored images and stores them in a folder below the images. */
export const createRenditions = async (originals: string): Promise<Renditions> => {
  const folder = join(originals, '.renditions');
  const pending = new Map<string, Promise<string | null>>();
  /** Images of which no rendition can be made; they aren't decoded again. */
  const failed = new Set<string>();
  let isClosed = false;
  await mkdir(folder, { recursive: true });

  /** The smallest larger rendition, which takes less time to decode, or the original if it's an image. */
  const findSource = async ({ filename, width }: Rendition): Promise<string | null> => {
    for (const larger of renditionWidths.filter((each) => each > width)) {
      const path = join(folder, toName({ filename, width: larger }));
      if (await exists(path)) return path;
    }
    return storedFileType(filename)?.kind === 'image' ? join(originals, filename) : null;
  };

  const write = async (name: string, bytes: Buffer): Promise<string | null> => {
    const tempPath = join(folder, `${name}.new`);
    try {
      await writeFlushed(tempPath, bytes);
      await rename(tempPath, join(folder, name));
      return name;
    } catch {
      await rm(tempPath, { force: true });
      return null;
    }
  };

  const create = async (rendition: Rendition): Promise<string | null> => {
    const { filename, width } = rendition;
    const name = toName(rendition);
    if (await exists(join(folder, name))) return name;
    if (isClosed || failed.has(filename) || !(await exists(join(originals, filename)))) return null;
    const source = await findSource(rendition);
    if (source === null) return null;
    const bytes = await encode(source, width).catch(() => null);
    if (bytes) return write(name, bytes);
    failed.add(filename);
    return null;
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
    folder,
    get: async (rendition) => {
      if (failed.has(rendition.filename)) return null;
      const name = toName(rendition);
      return (await exists(join(folder, name))) ? name : enqueue(rendition, 'requested');
    },
    addPreview: async ({ filename, path }) => {
      const name = toName({ filename, width: previewWidth });
      if (isClosed || (await exists(join(folder, name)))) return;
      const bytes = await imageQueue.add(() => encode(path, previewWidth).catch(() => null), {
        priority: priorities.requested,
      });
      if (bytes) await write(name, bytes);
    },
    make: (filename) => {
      if (storedFileType(filename)?.kind !== 'image') return;
      // The largest one first, because the smaller ones are made from it.
      for (const width of renditionWidths.toReversed()) void enqueue({ filename, width }, 'uploaded');
    },
    sweep: async () => {
      const hashes = new Set((await readdir(originals)).map((name) => name.slice(0, 32)));
      const orphans = (await readdir(folder)).filter((name) => !hashes.has(name.slice(0, 32)));
      for (const name of orphans) await rm(join(folder, name), { force: true });
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(pending.values());
    },
  };
};
