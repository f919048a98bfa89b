import * as z from 'zod/mini';
import type { AnyRecord, FileInfo } from '#shared/resource-kit/define-resource.ts';
import { toImgAlt } from '#shared/resource-kit/fields.ts';
import { uploadPath } from '#shared/urls.ts';
import { getFileInfo } from '../../resource-kit/kinds/file.tsx';

const variantsSchema = z.array(
  z.object({
    // Without the new ones of a waiting change.
    imagesArr: z.array(
      z.catch(
        z.nullable(
          z.object({
            image: z.string(),
            name: z.optional(z.string()),
            size: z.optional(z.number()),
            alt: z.optional(z.string()),
          }),
        ),
        null,
      ),
    ),
  }),
);

type ProductImage = { src: string; info: FileInfo | undefined; alt: string | undefined };

/** The product's image and those of its variants, each once. Some servers name the product's image in the variants. */
export const getProductImages = (record: AnyRecord): ProductImage[] => {
  const { imageUrl, thumbnail, thumbnailAlt, attributeArr } = record;
  const infos = new Map<string, FileInfo | undefined>();
  const alts = new Map<string, unknown>();
  const first = [imageUrl, thumbnail].find((image) => typeof image === 'string');
  if (first !== undefined) infos.set(first, first === thumbnail ? getFileInfo(record, 'thumbnail') : undefined);
  if (first !== undefined && first === thumbnail) alts.set(first, thumbnailAlt);
  const variants = variantsSchema.safeParse(attributeArr).data ?? [];
  for (const { image, name = null, size, alt } of variants
    .flatMap(({ imagesArr }) => imagesArr)
    .filter((stored) => stored !== null)) {
    infos.set(image, infos.get(image) ?? (size === undefined ? undefined : { name, size }));
    alts.set(image, alts.get(image) || alt);
  }
  return [...infos].map(([image, info]) => ({
    src: uploadPath(image, info?.name),
    info,
    alt: toImgAlt(alts.get(image)),
  }));
};

/** The product's image. A server that follows only the specification names it in the variants. */
export const getProductImage = (record: AnyRecord): ProductImage | null => getProductImages(record)[0] ?? null;

/** The number of variants; undefined if there are none. */
export const countVariants = ({ variantCount, attributeArr }: AnyRecord): number | undefined =>
  Number(Array.isArray(attributeArr) ? attributeArr.length : (variantCount ?? 0)) || undefined;
