import * as z from 'zod/mini';
import type { AnyRecord, FileInfo } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/urls.ts';
import { getFileInfo } from '../../resource-kit/kinds/file.tsx';

const variantsSchema = z.array(
  z.object({
    imagesArr: z.array(z.object({ image: z.string(), name: z.optional(z.string()), size: z.optional(z.number()) })),
  }),
);

type ProductImage = { src: string; info: FileInfo | undefined };

/** The product's image and those of its variants, each once. Some servers name the product's image in the variants. */
export const getProductImages = (record: AnyRecord): ProductImage[] => {
  const { imageUrl, thumbnail, attributeArr } = record;
  const infos = new Map<string, FileInfo | undefined>();
  const first = [imageUrl, thumbnail].find((image) => typeof image === 'string');
  if (first !== undefined) infos.set(first, first === thumbnail ? getFileInfo(record, 'thumbnail') : undefined);
  const variants = variantsSchema.safeParse(attributeArr).data ?? [];
  for (const { image, name = null, size } of variants.flatMap(({ imagesArr }) => imagesArr)) {
    infos.set(image, infos.get(image) ?? (size === undefined ? undefined : { name, size }));
  }
  return [...infos].map(([image, info]) => ({ src: uploadPath(image, info?.name), info }));
};

/** The product's image. A server that follows only the specification names it in the variants. */
export const getProductImage = (record: AnyRecord): ProductImage | null => getProductImages(record)[0] ?? null;

/** The number of variants; undefined if there are none. */
export const countVariants = ({ variantCount, attributeArr }: AnyRecord): number | undefined =>
  Number(variantCount ?? (Array.isArray(attributeArr) ? attributeArr.length : 0)) || undefined;
