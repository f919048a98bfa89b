import assert from 'node:assert/strict';
import sharp from 'sharp';
import { startBenchServer } from './support/bench-server.ts';
import { canMeasureMemory, watchPeak } from './support/memory.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Measures a catalogue of 2,000 products with a picture each, six on a page, over decoding and encoding the same pictures
 * alone, and the memory of the server meanwhile.
 */
const count = 2000;
const size = { width: 1000, height: 750 };
/** Of a card with six on a page, in 200 dpi. */
const printed = { width: 690, height: 280 };

const office = await startBenchServer();
const call = callerOf(office);
const noise = await sharp({
  create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
})
  .png()
  .toBuffer();
const pictures: Buffer[] = [];
for (let index = 0; index < count; index += 1) {
  const tint = { r: (index * 37) % 256, g: (index * 91) % 256, b: (index * 53) % 256 };
  pictures.push(
    await sharp(noise)
      .tint(tint)
      .composite([
        {
          input: Buffer.from([index % 256, index >> 8, 0, 255]),
          raw: { width: 1, height: 1, channels: 4 },
          top: 0,
          left: 0,
        },
      ])
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}
for (const [index, bytes] of pictures.entries()) {
  const thumbnail = `p.jpg@@data:image/jpeg;base64,${bytes.toString('base64')}`;
  await call('POST', '/product/', {
    name: `Product ${index}`,
    sku: `S-${index}`,
    price: index,
    thumbnail,
    description: '<p>Writes smoothly on any paper</p>',
  });
}

const started = performance.now();
for (const bytes of pictures)
  await sharp(bytes)
    .resize({ ...printed, fit: 'inside' })
    .jpeg({ quality: 78 })
    .toBuffer();
const bare = performance.now() - started;

const endWatch = canMeasureMemory() ? await watchPeak(office.pid) : null;
const begun = performance.now();
const { data } = await call<{ data: { pageCount: number; notices: string[] } }>('POST', '/catalogue/make', {
  design: { title: 'All', hasContents: true, hasIndex: true, filter: { status: 'ACTIVE' } },
});
const took = performance.now() - begun;
assert.deepEqual(data.notices, []);
console.log(
  `Catalogue of ${count} products: ${data.pageCount} pages in ${(took / 1000).toFixed(1)} s, ${(took / bare).toFixed(2)} times the pictures alone (${(bare / 1000).toFixed(1)} s)`,
);
if (endWatch) console.log(`Memory of the server at most ${Math.round(endWatch().peak)} MB`);
await office.close();
