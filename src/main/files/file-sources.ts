import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';
import type { FileResult, FileSource, FileSources } from '#shared/ipc.ts';
import { fileTypeOf, maxSourceFiles, maxUploadBytes, validateFile } from '#shared/uploads.ts';
import { log } from '../log.ts';
import type { LocalFiles } from './local-files.ts';

/** An image on disk, or in a zip. */
type Found = FileSource & { file: string; entry: Entry | null };

const isImage = (name: string): boolean =>
  !name.startsWith('.') && fileTypeOf(extname(name).slice(1))?.kind === 'image';

/** The file after its folder, from which the app may learn the product. */
const toShownPath = (path: string): string => [basename(dirname(path)), basename(path)].join('/');

/** `folders` has those that were read, because links may lead in a circle. */
type Collection = { found: Found[]; skipped: number; folders: Set<string> };

const collectZip = async (path: string, into: Collection): Promise<void> => {
  const zip = await openPromise(path);
  const { mtimeMs } = await stat(path);
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (fileName.endsWith('/') || fileName.startsWith('__MACOSX/')) continue;
    if (!isImage(basename(fileName)) || into.found.length > maxSourceFiles) into.skipped += 1;
    else {
      const shown = fileName.includes('/') ? toShownPath(fileName) : fileName;
      const source = { id: randomUUID(), path: shown, size: uncompressedSize, modifiedAt: mtimeMs };
      into.found.push({ ...source, file: path, entry });
    }
  }
};

const collect = async (path: string, into: Collection, isInside = false): Promise<void> => {
  if (!isAbsolute(path)) return;
  const name = basename(path);
  const found = await stat(path);
  if (found.isDirectory()) {
    const folder = await realpath(path);
    if (into.folders.has(folder)) return;
    into.folders.add(folder);
    for (const child of (await readdir(path)).sort()) await collect(join(path, child), into, true);
  } else if (found.isFile() && extname(path).toLowerCase() === '.zip') await collectZip(path, into);
  else if (!found.isFile() || !isImage(name) || into.found.length > maxSourceFiles)
    into.skipped += name.startsWith('.') ? 0 : 1;
  else {
    const shown = isInside ? toShownPath(path) : name;
    const source = { id: randomUUID(), path: shown, size: found.size, modifiedAt: found.mtimeMs };
    into.found.push({ ...source, file: path, entry: null });
  }
};

/**
 * The images of dropped folders, files and zips. Their paths are kept, so that the upload goes on after a restart; a file is
 * read, or unpacked, only when its turn comes.
 */
export const createFileSources = (
  localFiles: LocalFiles,
  { storePath, temporaryFolder }: { storePath: string; temporaryFolder: string },
) => {
  const sources = new Map<string, Found>();

  const list = async (paths: readonly string[]): Promise<FileSources> => {
    const into: Collection = { found: [], skipped: 0, folders: new Set() };
    for (const path of paths) {
      await collect(path, into).catch((error: unknown) => {
        log.warn("Couldn't read a dropped file or folder", error);
        into.skipped += 1;
      });
    }
    for (const source of into.found) sources.set(source.id, source);
    return {
      files: into.found.map(({ file: _file, entry: _entry, ...source }) => source),
      skipped: into.skipped,
    };
  };

  const readPaths = async (): Promise<string[]> => {
    const stored: unknown = JSON.parse(await readFile(storePath, 'utf8').catch(() => '[]'));
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  };

  const unpack = async ({ file, path, size }: Found, entry: Entry): Promise<FileResult> => {
    const name = basename(path);
    if (size > maxUploadBytes) {
      return { error: validateFile({ name, size, detectedExtension: null, kind: 'image' }) ?? `Can’t use ${name}` };
    }
    const to = join(temporaryFolder, randomUUID());
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
    const zip = await openPromise(file, { autoClose: false });
    try {
      // yauzl rejects an entry that unpacks to more than its declared size.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
      const result = await localFiles.add({ path: to, kind: 'image', name, isTemporary: true });
      if ('error' in result) await rm(to, { force: true });
      return result;
    } catch (error) {
      log.warn("Couldn't unpack an image", error);
      await rm(to, { force: true });
      return { error: `Couldn’t unpack ${name}` };
    } finally {
      zip.close();
    }
  };

  return {
    collect: async (paths: readonly string[]): Promise<FileSources> => {
      const known = sources.size > 0 ? await readPaths() : [];
      await writeFile(storePath, JSON.stringify([...new Set([...known, ...paths])]), { mode: 0o600 });
      return list(paths);
    },
    /** Those of the last session. */
    restore: async (): Promise<FileSources> => list(await readPaths()),
    open: async (id: string): Promise<FileResult> => {
      const source = sources.get(id);
      if (!source) return { error: 'A file is no longer available. Choose it again.' };
      return source.entry ? unpack(source, source.entry) : localFiles.add({ path: source.file, kind: 'image' });
    },
    forget: async (): Promise<void> => {
      sources.clear();
      await rm(storePath, { force: true });
    },
  };
};

export type MainFileSources = ReturnType<typeof createFileSources>;
