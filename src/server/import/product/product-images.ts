import { filesColumn } from '../../database/schema.ts';
import type { Row } from '../../database/tables.ts';
import { inChunks } from '../../database/write-rows.ts';
import type { StoredImage } from '../../resources/product/variant-rows.ts';
import type { Downloads } from '../images/download-all.ts';
import type { ImportContext } from '../importer.ts';
import { isUrl } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { type ProductRow, splitImageNames, type WebImage } from './product-rows.ts';

type Rows = readonly ProductRow[];

type WithImages = Pick<ProductRow, 'row' | 'headers'> & { images?: StoredImage[] };

const toStoredImages = (downloads: Downloads, address: string): StoredImage[] => {
  const found = downloads.get(address);
  return found && 'filename' in found ? [{ file: found.filename, name: found.name, size: found.size }] : [];
};

export const getProductImages = (rows: Rows, downloads: Downloads): StoredImage[] =>
  rows
    .flatMap(({ images }) => images)
    .filter(({ isOfVariant }) => !isOfVariant)
    .map((image: WebImage, index) => ({
      image,
      position: Number.isNaN(image.position) ? index : (image.position ?? index),
    }))
    .sort((a, b) => a.position - b.position)
    .flatMap(({ image }) => toStoredImages(downloads, image.address));

/** The images of a variant's row: stored ones by name, then downloaded ones. */
export const getVariantImages = ({ cells, images }: ProductRow, downloads: Downloads): StoredImage[] => {
  if (images.length === 0 && !cells.has('variantImages')) return [];
  const named = splitImageNames(cells.get('variantImages')?.text ?? '').flatMap((name) =>
    isUrl(name) ? toStoredImages(downloads, name) : [{ file: name, name: null, size: null }],
  );
  const ownImages = images.flatMap(({ address, isOfVariant }) =>
    isOfVariant ? toStoredImages(downloads, address) : [],
  );
  const all = [...named, ...ownImages];
  return all.filter(({ file }, at) => all.findIndex((image) => image.file === file) === at);
};

export const thumbnailValues = (image: StoredImage | undefined): Row =>
  image ? { thumbnail: image.file, [filesColumn]: { thumbnail: { name: image.name } } } : {};

export type ImageContext = { report: ReportBuilder; downloads: Downloads; isDownloading: boolean };

/**
 * Adds a notice for each image that was not downloaded. A dry run downloads none, so it reports no failed downloads.
 */
export const addMissingImageNotices = (rows: Rows, { report, downloads, isDownloading }: ImageContext): void => {
  for (const { row, images } of rows) {
    for (const { address, title } of images) {
      const found = downloads.get(address);
      if (!isDownloading) report.notice(title, 'Images at web addresses, skipped unless downloaded');
      else if (found && 'error' in found) {
        report.notice(title, `Couldn’t download ${address.slice(0, 200)}: ${found.error}`, row);
      }
    }
  }
};

const resolveDraft = async (
  draft: WithImages,
  fileTransaction: ImportContext['fileTransaction'],
): Promise<ImportErrors> => {
  const images = draft.images ?? [];
  const stored = await Promise.all(images.map(({ file }) => fileTransaction.retain({ filename: file, kind: 'image' })));
  const column = draft.headers.get('variantImages') ?? '';
  const found: StoredImage[] = [];
  const errors: ImportErrors = [];
  for (const [index, image] of images.entries()) {
    const size = stored[index]?.size;
    if (size !== undefined) found.push({ ...image, size });
    else {
      const message = `Image “${image.file.slice(0, 100)}” isn’t on the server`;
      errors.push({ row: draft.row, value: image.file, column, message });
    }
  }
  if (draft.images) draft.images = found;
  return errors;
};

/** Adds the sizes of the images. Leaves out those that aren't on the server, and returns an error for each. */
export const resolveImages = async (
  drafts: readonly WithImages[],
  { fileTransaction }: ImportContext,
): Promise<ImportErrors> => {
  const errors: ImportErrors = [];
  // Looking up a file in a bucket takes milliseconds, so many are looked up at once.
  for (const chunk of inChunks(drafts.filter(({ images }) => images !== undefined))) {
    const found = await Promise.all(chunk.map((draft) => resolveDraft(draft, fileTransaction)));
    errors.push(...found.flat());
  }
  return errors;
};
