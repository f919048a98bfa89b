import { z } from 'zod';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { extensionsOf } from '#shared/uploads.ts';
import { readWebFiles, trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError, showInfo } from '../../../ui/toasts.tsx';
import { variantImageMimeType } from '../grid/variant-columns.tsx';
import type { LocalImages } from '../sheet/local-images.ts';
import type { Variants } from '../sheet/use-variants.ts';
import { addImages, getImageId, getVariantKey, moveImage, type VariantSheet } from '../sheet/variant-sheet.ts';

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

/** The images in a folder; other files are skipped. */
const readImages = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) return isImage(entry) ? [await getFile(entry)] : [];
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // `readEntries` returns at most 100 entries per call, and none at the end.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader)) {
    entries.push(...batch);
  }
  const files: File[] = [];
  for (const child of entries.sort(byName)) files.push(...(await readImages(child)));
  return files;
};

/** Dropped files, and images in dropped folders by name. Must be called synchronously in the drop handler. */
const readDroppedFiles = async (data: DataTransfer): Promise<File[]> => {
  const { items, files } = data;
  const droppedFiles = [...files, ...readWebFiles(data, showError)];
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Only the original File has a path on disk; one from an entry has none.
  if (!entries.some(isDirectory)) return droppedFiles;
  const result: File[] = [];
  for (const entry of entries) {
    const originalFile = entry.isFile ? droppedFiles.find(({ name }) => name === entry.name) : undefined;
    result.push(...(originalFile ? [originalFile] : await readImages(entry)));
  }
  return result;
};

const draggedImageSchema = z.object({ key: z.string(), image: z.string() });

const readDraggedImage = (data: DataTransfer, { variants }: VariantSheet) => {
  const text = data.getData(variantImageMimeType);
  if (text === '') return null;
  const { key: from, image: id } = draggedImageSchema.parse(JSON.parse(text));
  const variant = variants.find((other) => getVariantKey(other) === from);
  const image = variant?.imagesArr.find((child) => getImageId(child) === id);
  return image === undefined ? null : { from, image };
};

/** Moves a dragged image to the variant. Adds dropped files to it, and to all selected variants if it is selected. */
export const handleVariantDrop = async (
  data: DataTransfer,
  {
    index,
    selected,
    sheet,
    images,
    change,
  }: { index: number; selected: readonly number[]; sheet: VariantSheet; images: LocalImages } & Pick<
    Variants,
    'change'
  >,
): Promise<void> => {
  const variant = sheet.variants[index];
  if (!variant) return;
  const key = getVariantKey(variant);
  const targets = selected.includes(index) ? selected : [index];
  // Reading the images takes time, in which the variants can move.
  const keys = targets.flatMap((target) => sheet.variants[target] ?? []).map(getVariantKey);
  const dragged = readDraggedImage(data, sheet);
  if (dragged) {
    change(`Move image to ${variant.name}`, (current) => moveImage(current, { ...dragged, to: key }));
    return;
  }
  const added = await images.add(await trackPendingFiles(readDroppedFiles(data), () => true));
  if (added.length === 0) return;
  change(`Add images to ${keys.length > 1 ? formatCount(keys.length, 'variant') : variant.name}`, (current) =>
    addImages(current, keys, added),
  );
  if (keys.length > 1) showInfo(`Images added to ${formatCount(keys.length, 'variant')}`);
};
