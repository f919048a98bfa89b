import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeMetadata } from './remove-metadata.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-metadata-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const types = ['jpg', 'png', 'webp'] as const;
type Type = (typeof types)[number];

const encoders: Record<Type, (image: Sharp) => Sharp> = {
  jpg: (image) => image.jpeg(),
  png: (image) => image.png(),
  webp: (image) => image.webp({ lossless: true }),
};

const secret = 'Asha Rao';
const exif = {
  IFD0: { Artist: secret, Make: secret },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${secret}</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;

const noise = () =>
  sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

const photo = (type: Type, orientation = 6): Promise<Buffer> =>
  encoders[type](noise())
    .withMetadata({ orientation })
    .withIccProfile('p3')
    .withExifMerge(exif)
    .withXmp(xmp)
    .toBuffer();

const clean = async (type: string, bytes: Buffer) => {
  const [path, to] = [join(folder, 'in'), join(folder, 'out')];
  writeFileSync(path, bytes);
  const result = await removeMetadata({ path, to, extension: type });
  return { result, bytes: existsSync(to) ? readFileSync(to) : null };
};

const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each(types)('%s', (type) => {
  it('removes personal metadata without changing how the image looks', async () => {
    const before = await photo(type);
    expect(before.toString('latin1')).toContain(secret);
    const { result, bytes } = await clean(type, before);
    const after = bytes ?? Buffer.alloc(0);
    expect(after.toString('latin1')).not.toContain(secret);
    expect(result?.size).toBe(after.length);
    const found = await sharp(after).metadata();
    expect(found).toMatchObject({ orientation: 6, width: 40, height: 30 });
    expect(found.xmp).toBeUndefined();
    expect(found.icc).toEqual((await sharp(before).metadata()).icc);
    expect((await pixels(after)).equals(await pixels(before))).toBe(true);
  });

  it('removes all EXIF data from an upright image', async () => {
    const { bytes } = await clean(type, await photo(type, 1));
    expect((await sharp(bytes ?? Buffer.alloc(0)).metadata()).exif).toBeUndefined();
  });

  it('leaves an image without personal metadata unchanged', async () => {
    const plain = await encoders[type](noise()).withMetadata({ orientation: 6 }).toBuffer();
    expect(await clean(type, plain)).toEqual({ result: null, bytes: null });
  });

  it('removes data after the end of the image', async () => {
    const image = await photo(type);
    const { bytes } = await clean(type, Buffer.concat([image, image]));
    expect(bytes?.toString('latin1')).not.toContain(secret);
  });

  it('writes nothing for an incomplete image', async () => {
    const image = await photo(type);
    for (const length of [13, 40, 200]) {
      expect([length, (await clean(type, image.subarray(0, length))).bytes]).toEqual([length, null]);
    }
  });
});

it('keeps all scans of a progressive JPEG', async () => {
  const before = await noise().jpeg({ progressive: true }).withExifMerge(exif).toBuffer();
  const { bytes } = await clean('jpg', before);
  expect((await pixels(bytes ?? Buffer.alloc(0))).equals(await pixels(before))).toBe(true);
});

const gifBlocks = (text: string): Buffer => {
  const chunks = text.match(/[\s\S]{1,255}/g) ?? [];
  return Buffer.concat([
    ...chunks.map((chunk) => Buffer.from(`${String.fromCharCode(chunk.length)}${chunk}`, 'latin1')),
    Buffer.from([0]),
  ]);
};
/** XMP has no block lengths; its trailer makes block readers find the end. */
const gifXmp = Buffer.concat([
  Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'),
  Buffer.from(xmp),
  Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]),
]);

it('removes metadata from an animated GIF', async () => {
  const frames = await Promise.all([1, 2].map(() => noise().png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3, delay: [50, 70] })
    .toBuffer();
  // The added blocks precede the first one, which is the repetition.
  const at = gif.indexOf('!\xff\x0bNETSCAPE2.0', 0, 'latin1');
  const comment = Buffer.concat([Buffer.from('!\xfe', 'latin1'), gifBlocks(secret.repeat(100))]);
  const added = Buffer.concat([gif.subarray(0, at), comment, gifXmp, gif.subarray(at), Buffer.from(secret)]);
  expect(await clean('gif', gif)).toEqual({ result: null, bytes: null });
  expect((await clean('gif', added)).bytes?.equals(gif)).toBe(true);
  for (const length of [9, at + 1, at + 5, at + 300, added.length - 20]) {
    rmSync(join(folder, 'out'), { force: true });
    expect([length, (await clean('gif', added.subarray(0, length))).bytes]).toEqual([length, null]);
  }
});

it('removes JPEG comments', async () => {
  const jpeg = await noise().jpeg().toBuffer();
  const comment = Buffer.from(`\xff\xfe\0\x0a${secret}`, 'latin1');
  const { bytes } = await clean('jpg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]));
  expect(bytes?.equals(jpeg)).toBe(true);
});

it('leaves other types of files unchanged', async () => {
  expect((await clean('pdf', Buffer.from(`%PDF-1.4 ${secret}`))).result).toBeNull();
});
