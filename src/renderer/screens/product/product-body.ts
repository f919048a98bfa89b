import { product } from '#shared/resources/product.ts';
import type { LocalFile } from '../../platform/index.ts';
import { hasCapability } from '../../resource/capabilities.ts';
import { send } from '../../resource/client.ts';
import { localFilesOf } from '../../resource/form/form-values.ts';
import type { Body, SendOptions } from '../../resource/prepare-body.ts';
import { sheetOf, toAttributeArr, type VariantSheet } from './sheet/variant-sheet.ts';

/** Sends each file once, however many variants show it, and gives the names under which they are stored. */
const storeImages = async (files: readonly LocalFile[], { onProgress, signal }: SendOptions) => {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const names = new Map<string, string>();
  let sent = 0;
  for (const file of files) {
    const { data } = await send<{ data: { image: string } }>({
      method: 'POST',
      path: `/${product.name}/image`,
      body: { image: file },
      onProgress: (fraction) => onProgress?.((sent + fraction * file.size) / total),
      signal,
    });
    names.set(file.id, data.image);
    sent += file.size;
  }
  return names;
};

/** Fields that section 3 sees on a product but section 7 leaves out of its payload. */
export const unsentNames: readonly (keyof typeof product.fields)[] = [
  'materialType',
  'price',
  'isBestSeller',
];

/** Removes what section 7 leaves out of its payload. */
const specifiedValues = (values: Body): Body =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !unsentNames.some((unsent) => unsent === name)),
  );

/** The variants of section 7: without ids, new images as bare data URLs. */
const specifiedVariants = (sheet: VariantSheet) =>
  toAttributeArr(sheet, (file) => ({ image: { ...file, isBare: true } })).map(
    ({ _id, ...variant }) => variant,
  );

const withStoredImages = async (sheet: VariantSheet, options: SendOptions) => {
  const names = await storeImages(localFilesOf({ variants: sheet.variants }), options);
  const isNamed = await hasCapability('fileNames');
  return toAttributeArr(sheet, (file) => {
    const image = names.get(file.id);
    return image === undefined ? { image: file } : { image, ...(isNamed && { name: file.name }) };
  });
};

/** The values as the API takes them; variants that the values do not name stay as they are. */
export const productBody = async (values: Body, options: SendOptions): Promise<Body> => {
  const { attributeArr, ...own } = values;
  const canStoreImages = await hasCapability('productImage');
  const body = canStoreImages ? own : specifiedValues(own);
  if (attributeArr === undefined) return body;
  const sheet = sheetOf(attributeArr);
  return {
    ...body,
    attributeArr: canStoreImages ? await withStoredImages(sheet, options) : specifiedVariants(sheet),
  };
};
