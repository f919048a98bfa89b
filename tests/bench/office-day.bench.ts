import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/paths.ts';
import { createRandom } from '../../scripts/lib/seed/write.ts';
import { startBenchServer } from './support/bench-server.ts';
import { percentile } from './support/measure.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Simulates a busy minute of an office on SQLite: 20 people open lists and save products, while one of them imports a file,
 * two change many products, one exports all, and the backup of 12:00 runs. Prints the slowest small save.
 */
const people = 20;
const seconds = 60;

const office = await startBenchServer({ products: 50_000 });
const call = callerOf(office);
const target = mkdtempSync(join(tmpdir(), 'bench-backups-'));
const random = createRandom(1);

type Page = { data: { _id: string }[] };
const { data } = await call<Page>('GET', '/product/?pageSize=500');
const times: Record<'save' | 'list', number[]> = { save: [], list: [] };
let isOver = false;

const timed = async (kind: keyof typeof times, work: Promise<unknown>) => {
  const started = performance.now();
  await work;
  times[kind].push(performance.now() - started);
};
const person = async () => {
  while (!isOver) {
    await setTimeout(500 + random.below(2000));
    await timed('list', call('GET', `/product/?pageSize=20&pageIndex=${random.below(100)}&sortBy=name`));
    const id = data[random.below(data.length)]?._id;
    await timed('save', call('PATCH', `/product/updateById/${id}`, { price: random.below(1000) }));
  }
};
const importFile = async () => {
  const form = new FormData();
  const rows = Array.from({ length: 20_000 }, (_, index) => `Zebrapen ${index},${5_000_000 + index},12.50\n`);
  form.set('excel', new Blob(['Name,SKU,Price\n', ...rows]), 'products.csv');
  const { url, headers } = office;
  await fetch(`${url}/v1/product/upload-csv`, { method: 'POST', headers, body: form }).then((reply) => reply.text());
};
const changePrices = () =>
  call('POST', '/product/bulk', {
    action: 'update',
    filter: { query: 'zebrapen' },
    values: { price: '+5%' },
  });
const exportAll = () =>
  fetch(`${office.url}/v1/product/export?format=csv`, { headers: office.headers }).then((reply) => reply.blob());
const backUp = () =>
  promisify(execFile)(process.execPath, [
    inRoot('out/main/server/create-backup.js'),
    ...['--data', office.dataDir, '--to', target],
  ]);

const schedule: readonly { at: number; name: string; work: () => Promise<unknown> }[] = [
  { at: 5, name: 'import of 20,000 products', work: importFile },
  { at: 25, name: 'price formula for 20,000', work: changePrices },
  { at: 27, name: 'another one', work: changePrices },
  { at: 40, name: 'export of 70,000', work: exportAll },
  { at: 45, name: 'backup', work: backUp },
];
const longWork = schedule.map(async ({ at, name, work }) => {
  await setTimeout(at * 1000);
  const started = performance.now();
  await work();
  console.log(`  ${name.padEnd(28)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
});

try {
  console.log(`\nA busy minute of ${people} people, 50,000 products`);
  const working = Array.from({ length: people }, person);
  await Promise.all([setTimeout(seconds * 1000), ...longWork]);
  isOver = true;
  await Promise.all(working);
  console.log(`${' '.repeat(20)}number    p50    p99    max ms`);
  for (const [kind, all] of Object.entries(times)) {
    const figures = [all.length, ...[0.5, 0.99, 1].map((share) => Math.round(percentile(all, share)))];
    console.log(`  ${kind.padEnd(17)}${figures.map((figure) => String(figure).padStart(7)).join('')}`);
  }
} finally {
  await office.close();
  rmSync(target, { recursive: true, force: true });
}
