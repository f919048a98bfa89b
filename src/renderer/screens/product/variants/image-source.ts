import { uploadPath } from '#shared/uploads.ts';
import type { VariantImage } from './variant-sheet.ts';

/** Where a picture of a variant is shown from. */
export const sourceOf = (image: VariantImage): string =>
  typeof image === 'string' ? uploadPath(image) : image.previewUrl;

/** What tells a picture of a variant from others. */
export const idOfImage = (image: VariantImage): string => (typeof image === 'string' ? image : image.id);
