import type { FieldError } from '#shared/api.ts';
import type { SentVariant } from '#shared/product/variant.ts';
import { invalid } from '../../failure.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { prepareFile } from '../../resource/prepare.ts';

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

/** A sent variant whose images are in the store. */
export type PreparedVariant = SentVariant & { images: string[] };

/** Images that were looked at already, for many products that share them. */
export type KnownImages = Map<string, Awaited<ReturnType<typeof prepareFile>>>;

/** Stores the new images of variants: what stands more than once is looked at once. */
export const prepareVariants = async (
  variants: readonly SentVariant[],
  files: FileTransaction,
  known: KnownImages = new Map(),
): Promise<PreparedVariant[]> => {
  const errors: FieldError[] = [];
  const prepared: PreparedVariant[] = [];
  for (const [index, variant] of variants.entries()) {
    const images: string[] = [];
    for (const [at, sent] of variant.imagesArr.entries()) {
      const result = known.get(sent) ?? (await prepareFile(imageField, withFileName(sent), files));
      known.set(sent, result);
      if ('value' in result) images.push(result.value);
      else errors.push({ field: `attributeArr.${index}.imagesArr.${at}`, message: result.problem });
    }
    prepared.push({ ...variant, images });
  }
  if (errors.length > 0) throw invalid(errors);
  return prepared;
};
