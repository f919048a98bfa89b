import assert from 'node:assert/strict';
import type { ImportReport } from '../../src/shared/import.ts';
import { admin, startBenchServer } from './support/bench-server.ts';
import { percentile } from './support/measure.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Measures the latency of other clients (list, login and update in a loop) during an import of 50,000 products.
 * A run of the same clients without an import is the reference.
 */
const count = 50_000;
const quietSeconds = 10;

const office = await startBenchServer({ products: 1000 });
const call = callerOf(office);

type Page = { data: { _id: string }[]; total: number };
const { data } = await call<Page>('GET', '/product/?pageSize=20');
const ids = data.map(({ _id }) => _id);

let changes = 0;
const clients: Record<string, () => Promise<unknown>> = {
  'list read': () => call('GET', '/product/?pageSize=20&sortBy=name'),
  'sign-in': () => call('POST', '/user/login', admin),
  'record changed': () => {
    changes += 1;
    return call('PATCH', `/product/updateById/${ids[changes % ids.length]}`, { price: changes % 1000 });
  },
};

const measure = async (title: string, work: () => Promise<unknown>): Promise<void> => {
  let isDone = false;
  const loops = Object.entries(clients).map(async ([name, ask]) => {
    const times: number[] = [];
    while (!isDone) {
      const asked = performance.now();
      await ask();
      times.push(performance.now() - asked);
    }
    return { name, times };
  });
  const started = performance.now();
  await work();
  isDone = true;
  const seconds = (performance.now() - started) / 1000;
  console.log(`\n${title} (${seconds.toFixed(1)} s), in ms${' '.repeat(8)}responses   p50     p99     max`);
  for (const { name, times } of await Promise.all(loops)) {
    const figures = [times.length, ...[0.5, 0.99, 1].map((share) => Math.round(percentile(times, share)))];
    console.log(`  ${name.padEnd(31)} ${figures.map((figure) => String(figure).padStart(7)).join(' ')}`);
  }
};

const file = new Blob([
  'Name,SKU,Description,Material Type,Price\n',
  ...Array.from(
    { length: count },
    (_, index) => `Imported pen ${index},${5_000_000 + index},Writes smoothly,Plastic,${(index % 400) / 4}\n`,
  ),
]);

const importAll = async (): Promise<void> => {
  const form = new FormData();
  form.set('excel', file, 'products.csv');
  const { url, headers } = office;
  const response = await fetch(`${url}/v1/product/upload-csv`, { method: 'POST', headers, body: form });
  const { report } = (await response.json()) as { report: ImportReport };
  assert.deepEqual([report.create, report.failed], [count, 0]);
};

const quiet = () => new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));

try {
  await measure('Without an import', quiet);
  await measure(`While ${count.toLocaleString('en')} products are imported`, importAll);
  assert.equal((await call<Page>('GET', '/product/?query=imported&pageSize=1')).total, count);
} finally {
  await office.close();
}
