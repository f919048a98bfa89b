import { type DragEvent, useEffect, useState } from 'react';
import { z } from 'zod';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { extensionsOf } from '#shared/uploads.ts';
import { type LocalFile, platform } from '../../../platform/index.ts';
import { notifyMetadataRemoval } from '../../../resource-kit/kinds/file-input.tsx';
import { readWebFiles, trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError, showInfo } from '../../../ui/toasts.tsx';
import type { ImageSource } from './bulk-edits.ts';
import type { Variants } from './use-variants.ts';
import { variantImageMimeType } from './variant-columns.tsx';
import {
  addImages,
  type EditableVariant,
  findVariants,
  getImageId,
  getVariantKey,
  getVariantTitle,
  moveImage,
  type VariantImage,
} from './variant-sheet.ts';

const readEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const getFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const byName = (first: FileSystemEntry, second: FileSystemEntry) =>
  first.name.localeCompare(second.name, undefined, { numeric: true });

const isImage = ({ name }: FileSystemEntry) =>
  extensionsOf('image').some((extension) => name.toLowerCase().endsWith(`.${extension}`));

type DroppedFile = { file: File; folders: readonly string[] };

/** The images in a folder; other files are skipped. */
const readImages = async (entry: FileSystemEntry, folders: readonly string[] = []): Promise<DroppedFile[]> => {
  if (isFile(entry)) return isImage(entry) ? [{ file: await getFile(entry), folders }] : [];
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // `readEntries` returns at most 100 entries per call, and none at the end.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader)) {
    entries.push(...batch);
  }
  const files: DroppedFile[] = [];
  for (const child of entries.sort(byName)) files.push(...(await readImages(child, [...folders, entry.name])));
  return files;
};

/** Dropped files, and images in dropped folders by name. Must be called synchronously in the drop handler. */
const readDroppedFiles = async (data: DataTransfer): Promise<DroppedFile[]> => {
  const { items, files } = data;
  const droppedFiles = [...files, ...readWebFiles(data, showError)].map((file) => ({ file, folders: [] }));
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Only the original File has a path on disk; one from an entry has none.
  if (!entries.some(isDirectory)) return droppedFiles;
  const result: DroppedFile[] = [];
  for (const entry of entries) {
    const originalFile = entry.isFile ? droppedFiles.find(({ file }) => file.name === entry.name) : undefined;
    result.push(...(originalFile ? [originalFile] : await readImages(entry)));
  }
  return result;
};

const readBytes = async ({ previewUrl }: LocalFile): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(previewUrl)).arrayBuffer());

const areBytesEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

type Results = Awaited<ReturnType<typeof platform.files.pick>>;

/** Local images of a form. A file with the same bytes as an earlier one is not added again. */
const createLocalImages = () => {
  const files: LocalFile[] = [];
  const sources = new Map<string, ImageSource[]>();

  const findDuplicate = async (file: LocalFile): Promise<LocalFile | undefined> => {
    const candidates = files.filter(({ size, type }) => size === file.size && type === file.type);
    const bytes = candidates.length > 0 ? await readBytes(file) : new Uint8Array();
    for (const candidate of candidates) if (areBytesEqual(bytes, await readBytes(candidate))) return candidate;
    return undefined;
  };

  const addUnique = async (results: Results, dropped: readonly DroppedFile[]): Promise<VariantImage[]> => {
    const images: LocalFile[] = [];
    for (const [index, result] of results.entries()) {
      if ('error' in result) {
        showError(result.error);
        continue;
      }
      const duplicate = await findDuplicate(result.file);
      if (duplicate) platform.files.release(result.file);
      else files.push(result.file);
      const image = duplicate ?? result.file;
      const source = { name: result.file.name, folders: dropped[index]?.folders ?? [] };
      sources.set(image.id, [...(sources.get(image.id) ?? []), source]);
      images.push(image);
    }
    if (images[0]) void notifyMetadataRemoval(images[0]);
    return images.map((image) => ({ image, name: image.name, size: image.size }));
  };

  /** A form that is saved meanwhile waits, and isn't sent if a file is rejected. */
  const addResults = async (pending: Promise<Results>, dropped: Promise<DroppedFile[]>): Promise<VariantImage[]> => {
    const results = trackPendingFiles(pending, (read) => read.every((result) => 'file' in result));
    return trackPendingFiles(addUnique(await results, await dropped), () => true);
  };

  return {
    pick: () => addResults(platform.files.pick({ kind: 'image', isMultiple: true }), Promise.resolve([])),
    drop: (event: Pick<DragEvent, 'dataTransfer'>) => {
      const dropped = readDroppedFiles(event.dataTransfer);
      const add = async () => platform.files.add({ kind: 'image', files: (await dropped).map(({ file }) => file) });
      return addResults(add(), dropped);
    },
    /** Returns the files and folders that an image was added from; equal files are one image. */
    getSources: (image: VariantImage): readonly ImageSource[] => sources.get(getImageId(image)) ?? [],
    releaseAll: () => {
      for (const file of files.splice(0)) platform.files.release(file);
    },
  };
};

export type LocalImages = Omit<ReturnType<typeof createLocalImages>, 'releaseAll'>;

export const useLocalImages = (): LocalImages => {
  const [images] = useState(createLocalImages);
  useEffect(() => images.releaseAll, [images]);
  return images;
};

const draggedImageSchema = z.object({ key: z.string(), image: z.string() });

/** Moves a dragged image to the variant. Adds dropped files to it, and to all selected variants if it is selected. */
export const handleVariantDrop = async (
  event: DragEvent,
  {
    variant,
    selectedKeys,
    images,
    change,
  }: { variant: EditableVariant; selectedKeys: readonly string[]; images: LocalImages } & Pick<Variants, 'change'>,
): Promise<void> => {
  const key = getVariantKey(variant);
  const dragged = event.dataTransfer.getData(variantImageMimeType);
  if (dragged !== '') {
    const { key: from, image: id } = draggedImageSchema.parse(JSON.parse(dragged));
    change(`Move image to ${getVariantTitle(variant)}`, (sheet) => {
      const image = findVariants(sheet, [from])[0]?.imagesArr.find((child) => getImageId(child) === id);
      return image === undefined ? sheet : moveImage(sheet, { from, to: key, image });
    });
    return;
  }
  const keys = selectedKeys.includes(key) ? selectedKeys : [key];
  const added = await images.drop(event);
  if (added.length === 0) return;
  const target = keys.length > 1 ? formatCount(keys.length, 'variant') : getVariantTitle(variant);
  change(`Add images to ${target}`, (sheet) => addImages(sheet, keys, added));
  if (keys.length > 1) showInfo(`Images added to ${target}`);
};
