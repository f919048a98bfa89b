import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { ImportReport } from '../../src/shared/import.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { admin, type BenchServer, startBenchServer } from './support/bench-server.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Measures the longest wait of other clients (a save, a list, a login and a health check, each in a loop) while one
 * client changes, imports or exports thousands of 50,000 products.
 */
const stored = 50_000;
const many = 10_000;

type Client = { name: string; ask: () => Promise<unknown> };

const createClients = (office: BenchServer, ids: readonly string[]): Client[] => {
  const call = callerOf(office);
  let saves = 0;
  const save = () => {
    saves += 1;
    return call('PATCH', `/product/updateById/${ids[saves % ids.length]}`, { price: saves % 1000 });
  };
  return [
    { name: 'save', ask: save },
    { name: 'list', ask: () => call('GET', '/product/?pageSize=20&sortBy=name') },
    { name: 'login', ask: () => call('POST', '/user/login', admin) },
    { name: 'health', ask: () => fetch(`${office.url}/health/live`).then((response) => response.text()) },
  ];
};

const measureOffice = async (title: string, office: BenchServer): Promise<void> => {
  const call = callerOf(office);
  type Page = { data: { _id: string }[]; total: number };
  const { data } = await call<Page>('GET', '/product/?pageSize=20');
  const clients = createClients(
    office,
    data.map(({ _id }) => _id),
  );
  console.log(
    `\n${title}: longest wait in ms${' '.repeat(14)}takes ${clients.map(({ name }) => name.padStart(7)).join('')}`,
  );

  const measure = async <Result>(
    action: string,
    work: () => Promise<Result>,
    beside: readonly Client[] = clients,
  ): Promise<Result> => {
    let isDone = false;
    const waits = beside.map(async ({ ask }) => {
      let longest = 0;
      while (!isDone) {
        const asked = performance.now();
        await ask();
        longest = Math.max(longest, performance.now() - asked);
        await setTimeout(10);
      }
      return longest;
    });
    const started = performance.now();
    const result = await work();
    const took = performance.now() - started;
    isDone = true;
    const figures = [took, ...(await Promise.all(waits))].map((figure) => String(Math.round(figure)).padStart(7));
    console.log(`  ${action.padEnd(48)}${figures.join('')}`);
    return result;
  };

  type Done = { changed: number; changeId: string };
  const bulk = (body: object) => call<Done>('POST', '/product/bulk', body);
  const undo = ({ changeId }: Done) => call<Done>('POST', `/history/changes/${changeId}/revert`, {});
  const file = new Blob([
    'Name,SKU,Description,Material Type,Price\n',
    ...Array.from({ length: 2 * many }, (_, index) => {
      const name = index % 2 === 0 ? 'Zebrapen' : 'Zebracup';
      return `${name} ${index},${5_000_000 + index},Writes smoothly,Plastic,${(index % 400) / 4}\n`;
    }),
  ]);
  const importAll = async (query: string): Promise<ImportReport> => {
    const form = new FormData();
    form.set('excel', file, 'products.csv');
    const { url, headers } = office;
    const response = await fetch(`${url}/v1/product/upload-csv${query}`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { report } = (await response.json()) as { report: ImportReport };
    assert.deepEqual([report.create, report.failed], [2 * many, 0]);
    return report;
  };
  const pens = { query: 'zebrapen' };
  const all = { query: 'zebra' };

  await measure('nothing, for 3 s', () => setTimeout(3000));
  await measure('import of 20,000: check', () => importAll('?dryRun=true'));
  const imported = await measure('import of 20,000', () => importAll(''));
  const priced = await measure('price formula, 20,000', () =>
    bulk({ action: 'update', filter: all, values: { price: '+10%' } }),
  );
  assert.equal(priced.changed, 2 * many - 50);
  await measure('its undo', () => undo(priced));
  await measure('dry run of a bulk delete, 10,000', () => bulk({ action: 'delete', filter: pens, dryRun: true }));
  for (const [note, beside] of [
    ['', clients],
    [', alone', []],
  ] as const) {
    const deletePens = () => bulk({ action: 'delete', filter: pens });
    const deleted = await measure(`bulk delete, 10,000${note}`, deletePens, beside);
    assert.equal(deleted.changed, many);
    await measure(`its undo${note}`, () => undo(deleted), beside);
    await deletePens();
    const restore = () => call<Done>('POST', '/trash/bulk', { action: 'restore', filter: pens });
    const restored = await measure(`restore from Trash, 10,000${note}`, restore, beside);
    assert.equal(restored.changed, many);
  }
  await measure('4 bulk updates of 10,000 at once', () =>
    Promise.all([1, 2, 3, 4].map((price) => bulk({ action: 'update', filter: pens, values: { price } }))),
  );
  await bulk({ action: 'delete', filter: all });
  const purged = await measure('empty Trash, 20,000', () =>
    call<Done>('POST', '/trash/bulk', { action: 'delete', filter: all }),
  );
  assert.equal(purged.changed, 2 * many);
  const again = await importAll('');
  await measure('undo of the import of 20,000', () => undo({ changed: 0, changeId: String(again.changeId) }));
  assert.ok(imported.changeId);
  await measure('export of 50,000 as CSV', () =>
    fetch(`${office.url}/v1/product/export?format=csv`, { headers: office.headers }).then((response) =>
      response.blob(),
    ),
  );
};

const office = await startBenchServer({ products: stored });
await measureOffice('SQLite', office).finally(office.close);
const cluster = await startCluster();
try {
  const onPostgres = await startBenchServer({
    products: stored,
    env: { BACKOFFICE_DATABASE_URL: `${cluster.url}?sslmode=disable` },
  });
  await measureOffice('PostgreSQL', onPostgres).finally(onPostgres.close);
} finally {
  await cluster.stop();
}
