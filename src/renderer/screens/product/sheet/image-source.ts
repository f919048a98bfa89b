import type { FileInfo } from '#shared/resource/define-resource.ts';
import { uploadPath } from '#shared/uploads.ts';
import type { VariantImage } from './variant-sheet.ts';

/** The URL, original name and size of a variant's image; `stored` has the names and sizes of stored images. */
export const getVariantImage = (
  image: VariantImage,
  storedInfos: ReadonlyMap<string, FileInfo>,
): { src: string; info: FileInfo | undefined } => {
  if (typeof image !== 'string') return { src: image.previewUrl, info: image };
  const info = storedInfos.get(image);
  return { src: uploadPath(image, info?.name), info };
};

export const getImageId = (image: VariantImage): string => (typeof image === 'string' ? image : image.id);
