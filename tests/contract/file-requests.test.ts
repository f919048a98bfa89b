import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startFakeBucket } from '../support/fake-bucket.ts';
import { buildImage, buildVariant, createProductClient } from '../support/product-factory.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const hour = 60 * 60 * 1000;

const started: { bucket?: Awaited<ReturnType<typeof startFakeBucket>>; server?: TestServer } = {};
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.useFakeTimers({ toFake: ['Date'] });
  started.bucket = await startFakeBucket();
  started.server = await startTestServer('sqlite', { filesUrl: started.bucket.filesUrl });
});
afterAll(async () => {
  await started.server?.stop();
  await started.bucket?.stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Creates a product with 20 images, and waits until they are so old that they might be swept during a save. */
const prepare = async () => {
  const { bucket, server } = started;
  if (!bucket || !server) throw new Error('not started');
  const client = createProductClient(server);
  const imagesArr = Array.from({ length: 20 }, (_, order) => ({ image: buildImage(), order }));
  const product = await client.create({
    thumbnail: buildImage(),
    attributeArr: [buildVariant({ imagesArr })],
  });
  vi.setSystemTime(Date.now() + 13 * hour);
  // Ends the renditions that are made in the background.
  await server.restart();
  bucket.heads.length = 0;
  return { ...client, product, heads: bucket.heads };
};

it('asks the bucket for none of the files that a record has', async () => {
  const { product, patch, heads } = await prepare();
  const { thumbnail } = product;
  const attributeArr = product.attributeArr.map((variant) => ({ ...variant, price: 50 }));
  const { status, body } = await patch(product._id, { thumbnail, attributeArr });
  expect([status, body.data]).toEqual([200, expect.objectContaining({ attributeArr })]);
  expect(heads).toEqual([]);
});

it('asks the bucket once for each file of another record', async () => {
  const { product, create, heads } = await prepare();
  await create({ attributeArr: product.attributeArr.map(({ imagesArr }) => buildVariant({ imagesArr })) });
  expect(heads).toHaveLength(20);
});
