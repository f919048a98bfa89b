import type { FileInfo } from '#shared/resource/define-resource.ts';
import { uploadPath } from '#shared/uploads.ts';
import type { VariantImage } from './variant-sheet.ts';

/** Where a picture of a variant is shown from, and its original name and size; `stored` has those of stored pictures. */
export const pictureOf = (
  image: VariantImage,
  stored: ReadonlyMap<string, FileInfo>,
): { src: string; info: FileInfo | undefined } => {
  if (typeof image !== 'string') return { src: image.previewUrl, info: image };
  const info = stored.get(image);
  return { src: uploadPath(image, info?.name), info };
};

/** What tells a picture of a variant from others. */
export const idOfImage = (image: VariantImage): string => (typeof image === 'string' ? image : image.id);
