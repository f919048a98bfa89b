import { z } from 'zod';
import type { AnyRecord } from '#shared/resource/define-resource.ts';

const variantsWithImages = z.array(z.object({ imagesArr: z.array(z.object({ image: z.string() })) }));

/** The stored file that shows a product; a server that keeps to the specification alone names it in the variants. */
export const imageOfProduct = ({ imageUrl, thumbnail, attributeArr }: AnyRecord): string | null => {
  if (typeof imageUrl === 'string') return imageUrl;
  if (typeof thumbnail === 'string') return thumbnail;
  const variants = variantsWithImages.safeParse(attributeArr).data ?? [];
  return variants.find(({ imagesArr }) => imagesArr.length > 0)?.imagesArr[0]?.image ?? null;
};
