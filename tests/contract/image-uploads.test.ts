import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { admin } from '../support/database-templates.ts';
import { asUpload, makeFile, stagedFiles, storedFiles } from '../support/files.ts';
import { adminEnv, type RunningCommand, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, type Send, sendTo, setUpTestServer, signIn } from '../support/test-server.ts';

// File checks don't depend on the database.
const server = setUpTestServer('sqlite');

const create = (image: string) => server.send('POST', '/v1/category/', { body: { name: 'Pens', image } });
const createCatalogue = (pdf: string) => server.send('POST', '/v1/catalogue/', { body: { pdf } });
const fetchStored = async (name: unknown) =>
  Buffer.from(await (await fetch(`${server.url}/uploads/${name}`)).arrayBuffer());

const photo = () =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

const damaged = 'is damaged or incomplete. Export or download it again.';

it.each([
  ['half a JPEG', 'a.jpg', async () => (await photo().jpeg().toBuffer()).subarray(0, 2000), `a.jpg ${damaged}`],
  ['half a PNG', 'a.png', async () => (await photo().png().toBuffer()).subarray(0, 2000), `a.png ${damaged}`],
  ['half a WebP', 'a.webp', async () => (await photo().webp().toBuffer()).subarray(0, 900), `a.webp ${damaged}`],
  ['half a GIF', 'a.gif', async () => (await photo().gif().toBuffer()).subarray(0, 2000), `a.gif ${damaged}`],
  [
    'an archive',
    'a.jpg',
    async () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    'a.jpg is a ZIP archive, not an image',
  ],
  ['a web page', 'a.jpg', async () => makeFile('html'), 'a.jpg is a web page, not an image'],
  [
    'an SVG',
    'a.png',
    async () => makeFile('svg'),
    'a.png can’t be used: SVG images aren’t supported. Export it as JPEG or PNG.',
  ],
  [
    'a HEIC image',
    'IMG_1.HEIC',
    async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    'IMG_1.HEIC can’t be used: HEIC images aren’t supported. Export it as JPEG or PNG.',
  ],
])('rejects %s and says why', async (_what, name, make, message) => {
  const before = storedFiles(server.dataDir);
  const { status, body } = await create(asUpload(name, await make()));
  expect([status, body.errors]).toEqual([400, [{ field: 'image', message }]]);
  expect(storedFiles(server.dataDir)).toEqual(before);
});

it('rejects an image that declares more than 100 megapixels', async () => {
  const bytes = Buffer.from(makeFile('gif'));
  const png = makeFile('png');
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(2001, 20);
  const { status, body } = await create(asUpload('bomb.png', png));
  expect([status, body.message]).toEqual([
    400,
    'bomb.png has more than 100 megapixels. Make it smaller and try again.',
  ]);
  expect((await create(asUpload('small.gif', bytes))).status).toBe(200);
});

it('stores an image under its true type, whatever its extension', async () => {
  for (const name of ['a.jpg', 'a.jfif', 'a.gif']) {
    const { status, body } = await create(asUpload(name, makeFile('png')));
    expect([name, status, (body.data as AnyRecord).image]).toEqual([name, 200, expect.stringMatching(/\.png$/)]);
    expect((body.data as AnyRecord).files?.image?.name).toBe(name);
  }
});

it('accepts a PDF whose header is within the first 1,024 bytes', async () => {
  const { status, body } = await createCatalogue(
    asUpload('scan.pdf', Buffer.concat([Buffer.from('\n'.repeat(1000)), makeFile('pdf')])),
  );
  expect([status, (body.data as AnyRecord).pdf]).toEqual([200, expect.stringMatching(/\.pdf$/)]);
  const late = await createCatalogue(
    asUpload('scan.pdf', Buffer.concat([Buffer.from('\n'.repeat(1025)), makeFile('pdf')])),
  );
  expect([late.status, late.body.message]).toEqual([400, 'scan.pdf isn’t a valid PDF file']);
});

const photoWithLocation = () =>
  photo()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Secret camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' },
    })
    .jpeg()
    .toBuffer();

it('removes metadata without changing how the image looks', async () => {
  const original = await photoWithLocation();
  const { body } = await create(asUpload('photo.jpg', original));
  const { image, files } = body.data as AnyRecord;
  const stored = await fetchStored(image);
  expect(stored.toString('latin1')).not.toContain('Secret camera');
  expect((await sharp(stored).metadata()).orientation).toBe(6);
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect((await pixels(stored)).equals(await pixels(original))).toBe(true);
  expect(files?.image).toEqual({ name: 'photo.jpg', size: stored.length, width: 60, height: 90 });
  for (const bytes of [original, stored]) {
    const again = await create(asUpload('photo.jpg', bytes));
    expect((again.body.data as AnyRecord).image).toBe(image);
  }
});

it('removes metadata from images inside formatted text', async () => {
  const original = await photoWithLocation();
  const toHtml = (bytes: Buffer) =>
    `<p>Before</p><img src="data:image/jpeg;base64,${bytes.toString('base64')}" alt="Pen" /><p>After</p>`;
  const save = async (description: string) => {
    const { body } = await server.send('POST', '/v1/faq/', { body: { name: 'Which pen?', description } });
    return (body.data as AnyRecord).description;
  };
  const stored = String(await save(toHtml(original)));
  const bytes = Buffer.from(/base64,([^"]+)"/.exec(stored)?.[1] ?? '', 'base64');
  expect(stored).toBe(toHtml(bytes));
  expect(bytes.includes('Secret camera')).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, width: 90, height: 60 });
  expect(await save(stored)).toBe(stored);
});

describe('if sharp does not load', () => {
  const withoutSharp = `import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (name, context, next) => {
        if (name === 'sharp') throw new Error('No binary for this system');
        return next(name, context);
      },
    });`;
  let running: RunningCommand;
  let dataDir: string;
  let url: string;
  let send: Send;
  beforeAll(async () => {
    dataDir = makeDataDir();
    const preload = `--import=data:text/javascript,${encodeURIComponent(withoutSharp)}`;
    running = spawnServer(['--data', dataDir, '--port', '0'], { ...adminEnv, NODE_OPTIONS: preload });
    url = await readServerUrl(running);
    let token: string | null = null;
    send = sendTo(
      () => url,
      () => token,
    );
    token = await signIn(send, admin);
  });
  afterAll(async () => {
    const { child } = running;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const upload = (name: string, bytes: Buffer) =>
    send('POST', '/v1/category/', { body: { name: 'Pens', image: asUpload(name, bytes) } });

  it('stores even damaged images without metadata', async () => {
    const files = { 'photo.jpg': await photoWithLocation(), 'half.png': makeFile('png').subarray(0, 40) };
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await upload(name, content);
      const { image, files: infos } = body.data as AnyRecord;
      expect([name, status, infos?.image?.name]).toEqual([name, 200, name]);
      const response = await fetch(`${url}/uploads/${image}?w=80`);
      expect(response.headers.get('content-type')).toBe(`image/${name.endsWith('.jpg') ? 'jpeg' : 'png'}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([bytes.length, bytes.includes('Secret camera')]).toEqual([infos?.image?.size, false]);
    }
    expect(running.output.stderr.match(/Images are stored without being checked/g)).toHaveLength(1);
  });

  it('rejects files that are not images', async () => {
    const { status, body } = await upload('pen.jpg', makeFile('html'));
    expect([status, body.message]).toEqual([400, 'pen.jpg is a web page, not an image']);
    expect(stagedFiles(dataDir)).toEqual([]);
  });
});
