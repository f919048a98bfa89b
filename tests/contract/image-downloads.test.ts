import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DownloadSettings, publicDownloads } from '../../src/server/import/images/download-image.ts';
import type { ImportReport } from '../../src/shared/import.ts';
import { makeFile, storedFiles } from '../support/files.ts';
import { csv, uploadSpreadsheet } from '../support/import-client.ts';
import { getProduct } from '../support/product-factory.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

// Downloads don't depend on the database.
let server: TestServer;
let origin: (host: string) => string;

const publicAddress = '93.184.216.34';
const hosts: Record<string, string[]> = {
  'shop.example': [publicAddress],
  'both.example': ['10.0.0.5', publicAddress],
  'loopback.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'office.example': ['10.0.0.5'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
};

const limits = { ...publicDownloads.limits, bytes: 1024 * 1024 };
const downloads: DownloadSettings = {
  lookup: (hostname, callback) => {
    const addresses = hosts[hostname] ?? [];
    if (addresses.length === 0) return callback(new Error('ENOTFOUND'), []);
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
  },
  toReachable: (found) => (found.address === publicAddress ? { address: '127.0.0.1', family: 4 } : found),
  limits,
};

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } });
const tooMuch = Buffer.alloc(limits.bytes + 1);

const pictures: Record<string, Buffer> = {};
const routes: Record<string, RequestListener> = {
  '/moved': (_request, response) => response.writeHead(302, { location: '/pen.png' }).end(),
  '/to-private': (_request, response) => response.writeHead(302, { location: `${origin('127.0.0.1')}/pen.png` }).end(),
  '/to-private-name': (_request, response) =>
    response.writeHead(302, { location: `${origin('loopback.example')}/pen.png` }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/page.jpg': (_request, response) => response.end(makeFile('html')),
  '/large.png': (_request, response) => response.writeHead(200, { 'content-length': tooMuch.length }).end(tooMuch),
  '/large-unsaid.png': (_request, response) => {
    response.write(tooMuch);
    response.end();
  },
  '/silent.png': () => {},
  '/stalled.png': (_request, response) => {
    response.write(pictures['/pen.png']?.subarray(0, 20));
  },
};
let asked: string[] = [];
const web = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(`${request.headers.host?.replace(/:\d+$/, '')}${path}`);
  const route = routes[path];
  const image = pictures[path];
  if (route) route(request, response);
  else if (image) response.end(image);
  else response.writeHead(404).end('Not here');
});

beforeAll(async () => {
  server = await startTestServer('sqlite', {}, downloads);
  await new Promise<void>((resolve) => {
    web.listen(0, '127.0.0.1', resolve);
  });
  const { port } = web.address() as AddressInfo;
  origin = (host) => `http://${host}:${port}`;
  const jpeg = await picture()
    .withMetadata()
    .withExif({ IFD0: { Make: 'Secret camera' } })
    .jpeg()
    .toBuffer();
  Object.assign(pictures, {
    '/pen.png': await picture().png().toBuffer(),
    '/F%C3%BCller%20blau.JPG?v=3': jpeg,
    '/render?id=7': jpeg,
    '/logo@2x.webp': await picture().webp().toBuffer(),
    '/moving.gif': await picture().gif().toBuffer(),
    '/half.png': (await picture().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2000),
  });
});
beforeEach(() => {
  asked = [];
  downloads.limits = limits;
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await server.stop();
});

const titles = ['Name', 'Attribute: Size', 'Variant SKU', 'Variant Price', 'Thumbnail', 'Variant Images'];
let round = 0;

const importProduct = async ({ thumbnail = '', images = [] }: { thumbnail?: string; images?: string[] }) => {
  round += 1;
  const name = `Pen ${round}`;
  const content = csv(titles, [name, 'S', `PEN-${round}`, '1', thumbnail, images.join('; ')]);
  const fields = { downloadImages: 'true' };
  const { status, body } = await uploadSpreadsheet(server, '/v1/product/upload-csv', { content, fields });
  expect([status, body.report?.isWritten, body.report?.failed]).toEqual([200, true, 0]);
  const found = await server.send('GET', `/v1/product/?query=${encodeURIComponent(name)}`);
  const [first] = found.body.data as { _id: string }[];
  return { report: body.report, product: await getProduct(server.send, first?._id ?? '') };
};

const imagesOf = ({ attributeArr }: Awaited<ReturnType<typeof getProduct>>) =>
  attributeArr.flatMap(({ imagesArr }) => imagesArr);
const noticesOf = (report: ImportReport | undefined) => report?.notices.map(({ message, cells }) => [message, cells]);
const failed = (address: string, reason: string) => [`Couldn’t download ${address}: ${reason}`, ['F2']];
const fetchStored = async (name: string) =>
  Buffer.from(await (await fetch(`${server.url}/uploads/${name}`)).arrayBuffer());

it('stores images in all formats under their original names', async () => {
  const shop = origin('shop.example');
  const paths = [
    ...['/F%C3%BCller%20blau.JPG?v=3', '/logo@2x.webp', '/moving.gif', '/moved'],
    `${origin('both.example')}/render?id=7`,
  ].map((path) => (path.startsWith('/') ? shop + path : path));
  const { report, product } = await importProduct({ thumbnail: `${shop}/pen.png`, images: paths });
  expect(report?.notices).toEqual([]);
  const png = pictures['/pen.png'] ?? Buffer.alloc(0);
  const dimensions = { width: expect.any(Number), height: expect.any(Number) };
  expect(product.files).toEqual({ thumbnail: { name: 'pen.png', size: png.length, ...dimensions } });
  expect((await fetchStored(String(product.thumbnail))).equals(png)).toBe(true);
  const images = imagesOf(product);
  // Two URLs return the same photo, which becomes one image with the first URL's name.
  expect(images.map(({ name }) => name)).toEqual([...['Füller blau.JPG', 'logo@2x.webp', 'moving.gif', 'moved.png']]);
  for (const { image, size } of images) {
    const stored = await fetchStored(image);
    expect([image, size]).toEqual([image, stored.length]);
    expect(stored.toString('latin1')).not.toContain('Secret camera');
    expect(await sharp(stored).metadata()).toMatchObject({ width: 60, height: 40 });
  }
});

it('keeps the name of a product image in the gallery of each variant', async () => {
  const shopify = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Image Src'];
  const address = `${origin('shop.example')}/render?id=7`;
  const content = csv(shopify, ['mug', 'Mug', 'Size', 'S', 'MUG-S', address], ['mug', '', '', 'M', 'MUG-M', '']);
  const send = () =>
    uploadSpreadsheet(server, '/v1/product/upload-csv', { content, fields: { downloadImages: 'true' } });
  expect((await send()).body.report).toMatchObject({ create: 1, notices: [] });
  const { body } = await server.send('GET', '/v1/product/?query=Mug');
  const product = await getProduct(server.send, (body.data as { _id: string }[])[0]?._id ?? '');
  const { thumbnail } = product.files ?? {};
  expect(thumbnail?.name).toBe('render.jpg');
  const image = { image: product.thumbnail, order: 0, name: 'render.jpg', size: thumbnail?.size };
  expect(product.attributeArr.map(({ imagesArr }) => imagesArr)).toEqual([[image], [image]]);
  expect((await send()).body.report).toMatchObject({ unchanged: 1 });
});

it('downloads each address once', async () => {
  const address = `${origin('shop.example')}/pen.png`;
  const { product } = await importProduct({ thumbnail: address, images: [address, address] });
  expect(asked).toEqual(['shop.example/pen.png']);
  expect(imagesOf(product).map(({ image }) => image)).toEqual([product.thumbnail]);
});

it('never downloads from private addresses', async () => {
  const [shop, before] = [origin('shop.example'), storedFiles(server.dataDir)];
  const hidden = [
    ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'].map(origin),
    ...['loopback', 'metadata', 'office', 'six', 'mapped'].map((name) => origin(`${name}.example`)),
  ].map((base) => `${base}/pen.png`);
  hosts.localhost = ['127.0.0.1', '::1'];
  const { report, product } = await importProduct({
    images: [...hidden, `${shop}/to-private`, `${shop}/to-private-name`],
  });
  expect(noticesOf(report)).toEqual(
    [...hidden, `${shop}/to-private`, `${shop}/to-private-name`].map((address) =>
      failed(address, 'it isn’t on a public server'),
    ),
  );
  expect(asked.toSorted()).toEqual(['shop.example/to-private', 'shop.example/to-private-name']);
  expect(imagesOf(product)).toEqual([]);
  expect(storedFiles(server.dataDir)).toEqual(before);
});

it('imports the rest when some images fail', async () => {
  const shop = origin('shop.example');
  const damaged = 'is damaged or incomplete. Export or download it again.';
  const failures = [
    ['/gone.png', 'the server responded with status 404'],
    ['/loop', 'it redirects too often'],
    ['/to-file', 'it isn’t a web address'],
    ['/page.jpg', 'page.jpg is a web page, not an image'],
    ['/half.png', `half.png ${damaged}`],
    ['/large.png', 'it is larger than 1 MB'],
    ['/large-unsaid.png', 'it is larger than 1 MB'],
  ].map(([path, reason]) => [`${shop}${path}`, reason] as const);
  const missing = [`${origin('nowhere.example')}/pen.png`, 'the server can’t be reached'] as const;
  const { report, product } = await importProduct({
    images: [...[...failures, missing].map(([address]) => address), `${shop}/pen.png`],
  });
  expect(noticesOf(report)).toEqual([...failures, missing].map(([address, reason]) => failed(address, reason ?? '')));
  expect(imagesOf(product).map(({ name }) => name)).toEqual(['pen.png']);
});

it('gives up on a server that takes too long', async () => {
  downloads.limits = { ...limits, milliseconds: 500 };
  const slow = ['/silent.png', '/stalled.png'].map((path) => origin('shop.example') + path);
  const { report } = await importProduct({ images: slow });
  expect(noticesOf(report)).toEqual(slow.map((address) => failed(address, 'the server took too long')));
});

it('downloads no more images than allowed', async () => {
  downloads.limits = { ...limits, images: 2 };
  const shop = origin('shop.example');
  const images = ['/pen.png', '/moving.gif', '/logo@2x.webp'].map((path) => shop + path);
  const { report, product } = await importProduct({ images });
  expect(noticesOf(report)).toEqual([failed(images[2] ?? '', 'an import downloads at most 2 images')]);
  expect(imagesOf(product)).toHaveLength(2);
});

it('stops when the images of an import are too large together', async () => {
  downloads.limits = { ...limits, totalBytes: 0 };
  const shop = origin('shop.example');
  const images = Array.from({ length: 12 }, (_, at) => `${shop}/pen.png?copy=${at}`);
  for (const address of images) pictures[address.slice(shop.length)] = makeFile('png');
  const { report, product } = await importProduct({ images });
  expect(noticesOf(report)?.at(-1)).toEqual(failed(images[11] ?? '', 'an import downloads at most 0 GB'));
  expect(imagesOf(product).length).toBeGreaterThan(0);
  expect(imagesOf(product).length).toBeLessThan(12);
});
