import assert from 'node:assert/strict';
import { asField, png } from '../../e2e/support/files.ts';
import type { BenchServer } from './bench-server.ts';
import { attributesFor } from './variants.ts';

export const callerOf =
  ({ url, headers }: BenchServer) =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const read = (await response.json()) as Body;
    assert.ok(response.ok, JSON.stringify(read).slice(0, 500));
    return read;
  };

export type Call = ReturnType<typeof callerOf>;

type Saved = { data: { _id: string } };

const createVariants = async (call: Call, count: number) => {
  const values = await Promise.all(
    attributesFor(count).map(async ({ name, attributeValueArr }) => {
      const attributeName = `${name} of ${count}`;
      const attributeId = (await call<Saved>('POST', '/attribute/', { name: attributeName })).data._id;
      const made = [];
      for (const value of attributeValueArr) {
        const { data } = await call<Saved>('POST', '/attributeValue/', { name: value.name, attributeId });
        made.push({ attributeId, attributeName, attributeValueId: data._id, attributeValueName: value.name });
      }
      return made;
    }),
  );
  const [first = [], second = []] = values;
  const image = (
    await call<{ data: { image: string } }>('POST', '/product/image', {
      image: asField('a.png', png([30, 90, 200])),
    })
  ).data.image;
  return first.flatMap((one) =>
    second.map((other) => ({
      name: `${one.attributeValueName}-${other.attributeValueName}`,
      productName: 'Pen',
      sku: `${count} ${one.attributeValueName} ${other.attributeValueName}`,
      price: 9.9,
      imagesArr: [{ image, order: 0 }],
      descriptionArr: ['Writes smoothly'],
      attributeValueArr: [one, other],
    })),
  );
};

export const createProduct = async (call: Call, count: number) => {
  const attributeArr = await createVariants(call, count);
  const { data } = await call<Saved>('POST', '/product/', { name: `Pen of ${count}`, attributeArr });
  return { count, id: data._id, attributeArr };
};
