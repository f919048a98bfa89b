import type { FieldError } from '#shared/api.ts';
import type { VariantInput } from '#shared/product/variant.ts';
import type { FileInfo } from '#shared/resource-kit/define-resource.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { displayFileName } from '../../files/staging.ts';
import { validationError } from '../../lib/app-error.ts';
import { prepareFile } from '../../records/prepare-values.ts';
import type { StoredImage, StoredVariant } from './variant-rows.ts';

const imageField = { kind: 'image', label: 'Image' } as const;
const dataUrl = /^data:image\/([a-z0-9.+-]+)[;,]/i;

/** Adds a file name to a bare data URL, based on its media type. */
export const withFileName = (value: string): string => {
  if (!value.startsWith('data:')) return value;
  const type = dataUrl.exec(value.slice(0, 100))?.[1]?.toLowerCase() ?? 'unknown';
  return `image.${type}@@${value}`;
};

export const withNamedThumbnail = <Values extends { thumbnail?: unknown }>(values: Values): Values =>
  typeof values.thumbnail === 'string' ? { ...values, thumbnail: withFileName(values.thumbnail) } : values;

/** A variant ready to be stored; `_id` refers to an existing variant, if it was sent. */
export type PreparedVariant = Omit<StoredVariant, '_id' | 'gtin'> & {
  /** Without it, an existing variant keeps its GTIN. */
  gtin?: string | undefined;
  _id?: string | null | undefined;
  /** Attributes sent along with the values, to be checked against them. */
  attributeIds?: (string | null | undefined)[];
};

/** Results by image, so that images shared between products are processed once. */
const imageCache = new WeakMap<FileTransaction, Map<string, Awaited<ReturnType<typeof prepareFile>>>>();

const toStoredImage = (
  { value, file }: { value: string; file: FileInfo },
  { image, name, alt }: VariantInput['imagesArr'][number],
): StoredImage => {
  const inputName = name ? displayFileName(name) : null;
  // The file name of a bare data URL was generated, so it isn't stored.
  return {
    file: value,
    name: image.startsWith('data:') ? inputName : (file.name ?? inputName),
    size: file.size,
    alt: alt ?? undefined,
  };
};

/** Stores the new images of variants; an image that is used several times is processed once. */
export const prepareVariants = async (
  variants: readonly VariantInput[],
  files: FileTransaction,
): Promise<PreparedVariant[]> => {
  const cache = imageCache.get(files) ?? new Map();
  imageCache.set(files, cache);
  const errors: FieldError[] = [];
  const prepared: PreparedVariant[] = [];
  for (const [index, variant] of variants.entries()) {
    const images: StoredImage[] = [];
    for (const [at, input] of variant.imagesArr.entries()) {
      const value = withFileName(input.image);
      const result = cache.get(value) ?? (await prepareFile(imageField, { value }, files));
      cache.set(value, result);
      if ('value' in result) images.push(toStoredImage(result, input));
      else errors.push({ field: `attributeArr.${index}.imagesArr.${at}`, message: result.error });
    }
    const { _id, name, productName, sku, price, gtin, descriptionArr: features, attributeValueArr: values } = variant;
    const valueIds = values.map(({ attributeValueId }) => attributeValueId);
    const attributeIds = values.map(({ attributeId }) => attributeId);
    // Spread syntax is slow, and a product may have thousands of variants.
    prepared.push({ _id, name, productName, sku, price, gtin, images, features, valueIds, attributeIds });
  }
  if (errors.length > 0) throw validationError(errors);
  return prepared;
};
