import { product } from '#shared/resources/product.ts';
import type { LocalFile } from '../../platform/index.ts';
import { hasCapability } from '../../resource/capabilities.ts';
import { type ResourceClient, resourceClient, send } from '../../resource/client.ts';
import { localFilesOf } from '../../resource/form/form-values.ts';
import { sheetOf, toAttributeArr, type VariantSheet } from './variants/variant-sheet.ts';

type Client = ResourceClient<typeof product>;
type Body = Record<string, unknown>;
type Options = Parameters<Client['create']>[1];

/** Sends each file once, however many variants show it, and gives the names under which they are stored. */
const storeImages = async (files: readonly LocalFile[], { onProgress, signal }: NonNullable<Options>) => {
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

/** The payload of section 7: variants without ids, new images as bare data URLs. */
const specifiedBody = (body: Body, sheet: VariantSheet): Body => ({
  ...Object.fromEntries(
    Object.entries(body).filter(([name]) => !unsentNames.some((unsent) => unsent === name)),
  ),
  attributeArr: toAttributeArr(sheet, (file) => ({ image: { ...file, isBare: true } })).map(
    ({ _id, ...variant }) => variant,
  ),
});

/** The body with the variants as the API takes them, their new images stored ahead where the server can do that. */
const withVariants = async ({ attributeArr, ...body }: Body, options: Options = {}): Promise<Body> => {
  const sheet = sheetOf(attributeArr);
  if (!(await hasCapability('productImage'))) return specifiedBody(body, sheet);
  const names = await storeImages(localFilesOf({ variants: sheet.variants }), options);
  const isNamed = await hasCapability('fileNames');
  const toSent = (file: LocalFile) => {
    const image = names.get(file.id);
    return image === undefined ? { image: file } : { image, ...(isNamed && { name: file.name }) };
  };
  return { ...body, attributeArr: toAttributeArr(sheet, toSent) };
};

const client = resourceClient(product);

/** Products are sent with their variants. */
export const productClient: Client = {
  ...client,
  create: async (body, options) => client.create(await withVariants(body, options), options),
  update: async (id, body, options) => client.update(id, await withVariants(body, options), options),
};
