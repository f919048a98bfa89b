import { z } from 'zod';
import type { AnyRecord, FileInfo } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/uploads.ts';
import { getFileInfo } from '../../resource-kit/stored-file.ts';

const imageSchema = z.object({
  image: z.string(),
  name: z.string().optional(),
  size: z.number().optional(),
});
const variantImagesSchema = z.array(z.object({ imagesArr: z.array(imageSchema) }));

/** Original names and sizes of a product's images by stored name; empty if the server doesn't return them. */
export const getImageInfos = (record: Readonly<Record<string, unknown>>): Map<string, FileInfo> => {
  const variants = variantImagesSchema.safeParse(record.attributeArr).data ?? [];
  const infos = new Map<string, FileInfo>();
  for (const { image, name = null, size } of variants.flatMap(({ imagesArr }) => imagesArr)) {
    if (size !== undefined) infos.set(image, { name, size });
  }
  const thumbnail = getFileInfo(record, 'thumbnail');
  if (thumbnail) infos.set(String(record.thumbnail), thumbnail);
  return infos;
};

const getStoredImage = ({ imageUrl, thumbnail, attributeArr }: AnyRecord): string | null => {
  if (typeof imageUrl === 'string') return imageUrl;
  if (typeof thumbnail === 'string') return thumbnail;
  const variants = variantImagesSchema.safeParse(attributeArr).data ?? [];
  return variants.find(({ imagesArr }) => imagesArr.length > 0)?.imagesArr[0]?.image ?? null;
};

/** The product's image. A server that follows only the specification names it in the variants. */
export const getProductImage = (record: AnyRecord): { src: string; info: FileInfo | undefined } | null => {
  const image = getStoredImage(record);
  if (image === null) return null;
  const info = getImageInfos(record).get(image);
  return { src: uploadPath(image, info?.name), info };
};
