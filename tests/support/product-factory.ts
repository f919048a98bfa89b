import type { Variant } from '../../src/shared/product/variant.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { asUpload, makeFile } from './files.ts';
import { createRecord } from './record-factory.ts';
import type { Send, TestServer } from './test-server.ts';

export type Product = AnyRecord & {
  attributeArr: Variant[];
  imageUrl: string | null;
  variantCount: number;
  imageCount: number;
};

/** A variant's attribute value in the format of the specification. */
export type SentValue = {
  attributeValueId: string;
  attributeId: string;
  attributeValueName: string;
  attributeName: string;
};

/** Creates an attribute with values and returns them in the format of variants. */
export const createValues = async (send: Send, name: string, values: string[]): Promise<SentValue[]> => {
  const { _id: attributeId } = await createRecord(send, attribute, { name });
  const made: SentValue[] = [];
  for (const valueName of values) {
    const { _id } = await createRecord(send, attributeValue, { name: valueName, attributeId });
    made.push({ attributeValueId: _id, attributeId, attributeValueName: valueName, attributeName: name });
  }
  return made;
};

let count = 0;
const unique = () => {
  count += 1;
  return count;
};

/** A unique image as `filename@@dataURL`. */
export const buildImage = (): string => asUpload('photo.png', makeFile('png'), 'image/png');

/** A valid variant with the given changes. */
export const buildVariant = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `Variant ${unique()}`,
  sku: `V-${process.pid}-${unique()}`,
  price: 9.99,
  imagesArr: [{ image: buildImage(), order: 0 }],
  ...changes,
});

export const createProduct = async (send: Send, body: Record<string, unknown>): Promise<Product> => {
  const response = await send('POST', '/v1/product/', { body: { name: `Product ${unique()}`, ...body } });
  if (response.status !== 200) throw new Error(`no product: ${response.status} ${response.body.message}`);
  return response.body.data as Product;
};

export const getProduct = async (send: Send, id: string): Promise<Product> =>
  (await send('GET', `/v1/product/getById/${id}`)).body.data as Product;

/** Client calls for products. */
export const createProductClient = (server: TestServer) => ({
  post: (body: unknown) => server.send('POST', '/v1/product/', { body }),
  patch: (id: string, body: unknown) => server.send('PATCH', `/v1/product/updateById/${id}`, { body }),
  create: (body: Record<string, unknown>) => createProduct(server.send, body),
  get: (id: string) => getProduct(server.send, id),
  /** Whole products, with their variants, newest first. */
  find: async (query: string): Promise<Product[]> => {
    const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}&pageSize=500`);
    return Promise.all((body.data as Product[]).map(({ _id }) => getProduct(server.send, _id)));
  },
});
