import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload } from '../support/files.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { hasNoBucket, makeFilesUrl, s3Credentials } from '../support/s3.ts';
import { setUpTestServer, startTestServer, type TestServer } from '../support/test-server.ts';

const left = { rotation: 0, x: 0, y: 0, width: 50, height: 100 } as const;

const picture = async (background: string) =>
  asUpload(
    'pens.png',
    await sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );

const readWidth = async ({ url }: Pick<TestServer, 'url'>, path: string): Promise<number | undefined> => {
  const response = await fetch(`${url}/uploads/${path}`);
  return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
};

describe.skipIf(hasNoBucket)('the library with files in a bucket', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  });
  afterAll(() => vi.unstubAllEnvs());

  describe.each(databaseKinds)('on %s', (kind) => {
    const server = setUpTestServer(kind, { filesUrl: makeFilesUrl() });
    const findAsset = async (file: unknown): Promise<AnyRecord> => {
      const found = (await listRecords(server.send, 'asset', 'pageSize=100')).data.find((each) => each.file === file);
      if (!found) throw new Error(`${file} is not in the library`);
      return found;
    };

    it('gets the files of an earlier version, and deletes and restores them', async () => {
      const { image } = await createRecord(server.send, category, { image: await picture('#c0392f') });
      await withDatabase(server, async (database) => {
        await database.deleteFrom('asset').execute();
        await database.deleteFrom('assetFile').execute();
        await database.deleteFrom('fileUse').where('resource', '=', 'asset').execute();
      });
      await server.restart();
      await expect.poll(() => findAsset(image)).toMatchObject({ type: 'image', useCount: 1 });
      const { body } = await server.send('POST', '/v1/asset/', { body: { file: await picture('#27ae60') } });
      const { _id, file } = body.data as AnyRecord;
      const deleted = await server.send('DELETE', `/v1/asset/deleteById/${_id}`);
      expect((await server.send('POST', `/v1/history/${deleted.body.historyId}/revert`)).status).toBe(200);
      expect(await readWidth(server, String(file))).toBe(40);
    });

    it('crops an image into a new file beside its original, and downloads both', async () => {
      const { _id, image } = await createRecord(server.send, category, { image: await picture('#2980b9') });
      const { _id: assetId } = await findAsset(image);
      expect((await server.send('POST', `/v1/asset/editById/${assetId}`, { body: { crop: left } })).status).toBe(200);
      const { body } = await server.send('GET', `/v1/category/getById/${_id}`);
      const { image: cropped } = body.data as AnyRecord;
      expect(await server.listFiles()).toEqual(expect.arrayContaining([image, cropped]));
      expect(await readWidth(server, String(cropped))).toBe(20);
      expect(await readWidth(server, String(image))).toBe(40);
      const zip = await fetch(`${server.url}/v1/asset/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ids: [assetId] }),
      });
      const expected = Buffer.from(await (await fetch(`${server.url}/uploads/${cropped}`)).arrayBuffer());
      expect(Buffer.from(await zip.arrayBuffer()).includes(expected)).toBe(true);
    });
  });

  it('shows an image that one server has cropped on another one at once', async () => {
    const filesUrl = makeFilesUrl();
    const one = await startTestServer('postgres', { filesUrl });
    const { databaseUrl } = one;
    const two = await startTestServer('postgres', { filesUrl, databaseUrl, firstAdmin: undefined });
    try {
      const send: TestServer['send'] = (method, path, options) =>
        two.send(method, path, { token: one.token, ...options });
      const { _id } = await createRecord(one.send, category, { image: await picture('#8e44ad') });
      const [asset] = (await listRecords(send, 'asset', '')).data;
      const { status } = await one.send('POST', `/v1/asset/editById/${asset?._id}`, {
        body: { crop: left, focalPoint: { x: 10, y: 90 } },
      });
      expect(status).toBe(200);
      const { image } = (await send('GET', `/v1/category/getById/${_id}`)).body.data as AnyRecord;
      expect(await readWidth(two, `${image}?w=80`)).toBe(20);
      expect((await send('GET', '/v1/asset/focalPoints')).body.data).toEqual({
        [String(image).slice(0, 12)]: '10% 90%',
      });
    } finally {
      await two.stop();
      await one.stop();
    }
  });
});
