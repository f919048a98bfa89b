import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource/define-resource.ts';
import { asUpload, fileOf, stagedFiles } from '../support/server-files.ts';
import { startTestServer, type TestServer } from '../support/server-kit.ts';

// As on a computer for which sharp has no binary.
vi.mock('sharp', () => {
  throw new Error('Could not load the "sharp" module');
});

let server: TestServer;
beforeAll(async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  server = await startTestServer('sqlite');
});
afterAll(() => server.stop());

const create = (image: string) => server.send('POST', '/v1/category/', { body: { name: 'Pens', image } });

it('stores images without their metadata, and warns once that they aren’t checked', async () => {
  const jpeg = fileOf('jpg');
  const comment = Buffer.from('\xff\xfe\0\x0eSecret text!', 'latin1');
  const named = asUpload('pen.jpg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]));
  for (const image of [named, asUpload('half.png', fileOf('png').subarray(0, 40))]) {
    const { status, body } = await create(image);
    const { image: stored, files } = body.data as AnyRecord;
    expect([status, files?.image?.name]).toEqual([200, image.split('@@')[0]]);
    const bytes = Buffer.from(await (await fetch(`${server.url}/uploads/${stored}`)).arrayBuffer());
    expect([bytes.length, bytes.includes('Secret text!')]).toEqual([files?.image?.size, false]);
  }
  expect(process.emitWarning).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Images are stored without being checked: /),
  );
});

it('still refuses what its first bytes show to be no image', async () => {
  const { status, body } = await create(asUpload('pen.jpg', fileOf('html')));
  expect([status, body.message]).toEqual([400, 'pen.jpg is a web page, not an image']);
  expect(stagedFiles(server.dataDir)).toEqual([]);
});
