import assert from 'node:assert/strict';
import { startBenchServer } from './support/bench-server.ts';
import { importProducts } from './support/import-products.ts';
import { canMeasureMemory, watchPeak } from './support/memory.ts';

/** Measures the server's peak memory during an import of 60,000 rows: as a check, and as an import. */
const count = 60_000;
const colours = ['Red', 'Blue', 'Green', 'Black', 'White'];

const lines = Array.from({ length: count }, (_, index) => {
  const product = Math.floor(index / colours.length);
  const colour = colours[index % colours.length];
  const price = (100 + (product % 400)) / 4;
  return `Gel pen ${product},"Writes smoothly, number ${product}",Plastic,${colour},GEL-${product}-${colour},${price}\n`;
});
const header = 'Name,Description,Material Type,Attribute: Colour,Variant SKU,Variant Price\n';
const file = new Blob([header, ...lines]);

const office = await startBenchServer();

try {
  if (!canMeasureMemory()) console.log('\nMemory can only be measured on Linux');
  else {
    console.log(`\nPeak memory of the server while ${count.toLocaleString('en')} rows are imported, in MB`);
    for (const [title, query] of [
      ['a check', '?dryRun=true'],
      ['an import', ''],
    ] as const) {
      const stop = await watchPeak(office.pid);
      const startedAt = performance.now();
      const report = await importProducts(office, { file, query });
      const seconds = (performance.now() - startedAt) / 1000;
      const { peak, growth } = stop();
      assert.equal(report.create, count / colours.length);
      console.log(
        `  ${title.padEnd(31)} ${peak.toFixed(0).padStart(5)}, ${growth.toFixed(0).padStart(5)} more than before (${seconds.toFixed(1)} s)`,
      );
    }
  }
} finally {
  await office.close();
}
