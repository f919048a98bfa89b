import { product } from '#shared/resources/product.ts';
import type { LocalFile } from '../../platform/index.ts';
import { hasCapability } from '../../resource/capabilities.ts';
import { type ResourceClient, resourceClient, send } from '../../resource/client.ts';
import { localFilesOf } from '../../resource/form/form-values.ts';
import { sheetOf, toAttributeArr } from './variants/variant-sheet.ts';

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

/** The body with the variants as the API takes them, their new images stored ahead where the server can do that. */
const withVariants = async ({ attributeArr, ...body }: Body, options: Options = {}): Promise<Body> => {
  const sheet = sheetOf(attributeArr);
  const files = localFilesOf({ variants: sheet.variants });
  const canStore = files.length > 0 && (await hasCapability('productImage'));
  const names = canStore ? await storeImages(files, options) : new Map<string, string>();
  return { ...body, attributeArr: toAttributeArr(sheet, ({ id }) => names.get(id)) };
};

const client = resourceClient(product);

/** Products are sent with their variants. */
export const productClient: Client = {
  ...client,
  create: async (body, options) => client.create(await withVariants(body, options), options),
  update: async (id, body, options) => client.update(id, await withVariants(body, options), options),
};
