import type { FieldError } from '#shared/api.ts';
import type { SentVariant } from '#shared/product/variant.ts';
import type { FileInfo } from '#shared/resource/define-resource.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { shownName } from '../../files/shown-name.ts';
import { invalid } from '../../lib/failure.ts';
import { prepareFile } from '../../records/prepare.ts';
import type { StoredImage, StoredVariant } from './variants.ts';

const imageField = { kind: 'image', label: 'Image' } as const;
const dataUrl = /^data:image\/([a-z0-9.+-]+)[;,]/i;

/** A bare data URL has no name: it gets one that fits what it says it is. */
export const withFileName = (value: string): string => {
  if (!value.startsWith('data:')) return value;
  const type = dataUrl.exec(value.slice(0, 100))?.[1]?.toLowerCase() ?? 'unknown';
  return `image.${type}@@${value}`;
};

/** A product's thumbnail may be a bare data URL as well. */
export const withNamedThumbnail = <Values extends { thumbnail?: unknown }>(values: Values): Values =>
  typeof values.thumbnail === 'string' ? { ...values, thumbnail: withFileName(values.thumbnail) } : values;

/** A variant as it is to be stored; its `_id` is that of an existing one, if it was sent. */
export type PreparedVariant = Omit<StoredVariant, '_id'> & {
  _id?: string | null | undefined;
  /** The attributes that were sent with the values. */
  attributeIds?: (string | null | undefined)[];
};

/** Images that were looked at already, for products that share them. */
const knownImages = new WeakMap<FileTransaction, Map<string, Awaited<ReturnType<typeof prepareFile>>>>();

const toStoredImage = (
  { value, file }: { value: string; file: FileInfo },
  { image, name }: SentVariant['imagesArr'][number],
): StoredImage => {
  const sentName = name ? shownName(name) : null;
  // The name of a bare data URL was made up here.
  return {
    file: value,
    name: image.startsWith('data:') ? sentName : (file.name ?? sentName),
    size: file.size,
  };
};

/** Stores the new images of variants: what stands more than once is looked at once. */
export const prepareVariants = async (
  variants: readonly SentVariant[],
  files: FileTransaction,
): Promise<PreparedVariant[]> => {
  const known = knownImages.get(files) ?? new Map();
  knownImages.set(files, known);
  const errors: FieldError[] = [];
  const prepared: PreparedVariant[] = [];
  for (const [index, variant] of variants.entries()) {
    const images: StoredImage[] = [];
    for (const [at, sent] of variant.imagesArr.entries()) {
      const value = withFileName(sent.image);
      const result = known.get(value) ?? (await prepareFile(imageField, { value }, files));
      known.set(value, result);
      if ('value' in result) images.push(toStoredImage(result, sent));
      else errors.push({ field: `attributeArr.${index}.imagesArr.${at}`, message: result.problem });
    }
    const { imagesArr: _sent, descriptionArr: features, attributeValueArr: values, ...plain } = variant;
    const valueIds = values.map(({ attributeValueId }) => attributeValueId);
    prepared.push({
      ...plain,
      images,
      features,
      valueIds,
      attributeIds: values.map((value) => value.attributeId),
    });
  }
  if (errors.length > 0) throw invalid(errors);
  return prepared;
};
