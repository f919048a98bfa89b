import { z } from 'zod';
import { product } from '#shared/resources/product.ts';
import type { LocalFile } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { hasCapability } from '../../resource-kit/capabilities.ts';
import { send } from '../../resource-kit/client.ts';
import type { Body, SendOptions } from '../../resource-kit/declared-screens.ts';
import { toAttributeArr, toVariantSheet, type VariantSheet } from './sheet/variant-sheet.ts';

const imageNamesSchema = z.record(z.string(), z.string().nullable());
type ImageNames = z.infer<typeof imageNamesSchema>;

/** Uploads each file once, even if several variants use it, and returns the stored names by file id. */
const storeImages = async (files: readonly LocalFile[], { onProgress, signal }: SendOptions) => {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const names = new Map<string, string>();
  let sentBytes = 0;
  for (const file of files) {
    const { data } = await send<{ data: { image: string } }>({
      method: 'POST',
      path: `/${product.name}/image`,
      body: { image: file },
      onProgress: (fraction) => onProgress?.((sentBytes + fraction * file.size) / total),
      signal,
    });
    names.set(file.id, data.image);
    sentBytes += file.size;
  }
  return names;
};

/** Product fields that section 3 lists but the payload of section 7 omits. */
export const unspecifiedFields: readonly (keyof typeof product.fields)[] = ['materialType', 'price', 'isBestSeller'];

const pickSpecifiedValues = (values: Body): Body =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !unspecifiedFields.some((unsent) => unsent === name)));

/** The variants as in section 7: without ids, and new images as bare data URLs. */
const toSpecifiedVariants = (sheet: VariantSheet) =>
  toAttributeArr(sheet, (file) => ({ image: { ...file, isBare: true } })).map(({ _id, ...variant }) => variant);

const uploadImages = async (sheet: VariantSheet, options: SendOptions) => {
  const names = await storeImages(collectLocalFiles({ sheet }), options);
  const canSendNames = await hasCapability('fileNames');
  return toAttributeArr(sheet, (file) => {
    const image = names.get(file.id);
    return image === undefined ? { image: file } : { image, ...(canSendNames && { name: file.name }) };
  });
};

/** Adds the original names of images that another product stored. */
const nameImages = (variants: Record<string, unknown>[], names: ImageNames): Record<string, unknown>[] =>
  variants.map(({ imagesArr, ...variant }) => ({
    ...variant,
    imagesArr: (imagesArr as { image: unknown }[]).map((image) => {
      const name = typeof image.image === 'string' ? names[image.image] : undefined;
      return name ? { name, ...image } : image;
    }),
  }));

/** Builds the request body. Without `attributeArr`, the server leaves the variants unchanged. */
export const productBody = async (values: Body, options: SendOptions): Promise<Body> => {
  const { attributeArr, imageNames, ...productValues } = values;
  const canStoreImages = await hasCapability('productImage');
  const body = canStoreImages ? productValues : pickSpecifiedValues(productValues);
  if (attributeArr === undefined) return body;
  const sheet = toVariantSheet(attributeArr);
  if (!canStoreImages) return { ...body, attributeArr: toSpecifiedVariants(sheet) };
  const variants = await uploadImages(sheet, options);
  const names = imageNamesSchema.safeParse(imageNames).data;
  return { ...body, attributeArr: names ? nameImages(variants, names) : variants };
};
