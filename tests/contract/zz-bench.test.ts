import { it } from 'vitest';
import { startTestServer } from '../support/server-kit.ts';
import { createProduct, createValues, newImage } from '../support/server-products.ts';

it.each(['sqlite', 'postgres'] as const)('bench %s', async (kind) => {
  const server = await startTestServer(kind);
  const a = await createValues(
    server.send,
    'A',
    Array.from({ length: 100 }, (_, i) => `a${i}`),
  );
  const b = await createValues(
    server.send,
    'B',
    Array.from({ length: 100 }, (_, i) => `b${i}`),
  );
  const image = newImage();
  const first = await createProduct(server.send, {
    attributeArr: [{ name: 'x', sku: 'x', imagesArr: [image] }],
  });
  const stored = first.attributeArr[0]?.imagesArr;
  const attributeArr = a.flatMap((one) =>
    b.map((two) => ({
      name: `${one.attributeValueName}-${two.attributeValueName}`,
      productName: 'Some product',
      sku: `S-${one.attributeValueName}-${two.attributeValueName}`,
      price: 12.5,
      imagesArr: stored,
      descriptionArr: ['one', 'two'],
      attributeValueArr: [one, two],
    })),
  );
  let t = performance.now();
  const p = await createProduct(server.send, { attributeArr });
  console.log(
    kind,
    'create 10,000',
    Math.round(performance.now() - t),
    'ms',
    JSON.stringify(attributeArr).length,
  );
  t = performance.now();
  const r = await server.send('GET', `/v1/product/getById/${p._id}`);
  console.log(kind, 'read', Math.round(performance.now() - t), 'ms');
  t = performance.now();
  const u = await server.send('PATCH', `/v1/product/updateById/${p._id}`, { body: r.body.data });
  console.log(kind, 'update', u.status, Math.round(performance.now() - t), 'ms');
  t = performance.now();
  await server.send('PATCH', `/v1/product/updateById/${p._id}`, { body: { status: 'INACTIVE' } });
  console.log(kind, 'status', Math.round(performance.now() - t), 'ms');
  t = performance.now();
  await server.send('DELETE', `/v1/product/deleteById/${p._id}`);
  console.log(kind, 'delete', Math.round(performance.now() - t), 'ms');
  await server.stop();
});
