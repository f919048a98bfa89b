import * as z from 'zod/mini';
import type { AnyRecord, FileInfo } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/urls.ts';
import { getFileInfo } from '../../resource-kit/kinds/file.tsx';

const variantsSchema = z.array(
  z.object({
    imagesArr: z.array(z.object({ image: z.string(), name: z.optional(z.string()), size: z.optional(z.number()) })),
  }),
);

const getVariantImages = ({ attributeArr }: Readonly<Record<string, unknown>>) =>
  (variantsSchema.safeParse(attributeArr).data ?? []).flatMap(({ imagesArr }) => imagesArr);

/** Original names and sizes of a product's images by stored name; empty if the server doesn't return them. */
export const getImageInfos = (record: Readonly<Record<string, unknown>>): Map<string, FileInfo> => {
  const infos = new Map<string, FileInfo>();
  for (const { image, name = null, size } of getVariantImages(record)) {
    if (size !== undefined) infos.set(image, { name, size });
  }
  const thumbnail = getFileInfo(record, 'thumbnail');
  if (thumbnail) infos.set(String(record.thumbnail), thumbnail);
  return infos;
};

type ProductImage = { src: string; info: FileInfo | undefined };

const getFirstImage = (record: AnyRecord): string | null => {
  const { imageUrl, thumbnail } = record;
  if (typeof imageUrl === 'string') return imageUrl;
  if (typeof thumbnail === 'string') return thumbnail;
  return getVariantImages(record)[0]?.image ?? null;
};

/** The product's image. A server that follows only the specification names it in the variants. */
export const getProductImage = (record: AnyRecord): ProductImage | null => getProductImages(record)[0] ?? null;

/** The product's image and those of its variants, each once. */
export const getProductImages = (record: AnyRecord): ProductImage[] => {
  const first = getFirstImage(record);
  const infos = getImageInfos(record);
  const images = new Set([...(first === null ? [] : [first]), ...getVariantImages(record).map(({ image }) => image)]);
  return [...images].map((image) => ({
    src: uploadPath(image, infos.get(image)?.name),
    info: infos.get(image),
  }));
};

/** The number of variants; undefined if there are none. */
export const countVariants = ({ variantCount, attributeArr }: AnyRecord): number | undefined =>
  Number(variantCount ?? (Array.isArray(attributeArr) ? attributeArr.length : 0)) || undefined;
