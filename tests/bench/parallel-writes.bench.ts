import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchServer } from './support/bench-server.ts';
import { median, printRatios } from './support/measure.ts';
import { slowSyncEnv } from './support/slow-sync.ts';
import { callerOf } from './support/stored-product.ts';

/** Measures how many records 20 clients create per second, against a single client. Each waits for its responses. */
const clients = 20;
const rounds = 5;
const perClient = 20;

type List = { total: number };

const measure = async (title: string, env: NodeJS.ProcessEnv) => {
  const office = await startBenchServer({ env });
  const call = callerOf(office);
  let created = 0;
  const createInTurn = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      created += 1;
      await call('POST', '/category/', { name: `Category ${created}` });
    }
  };
  const perSecond = async (parallel: number, each: number): Promise<number> => {
    const started = performance.now();
    await Promise.all(Array.from({ length: parallel }, () => createInTurn(each)));
    return (parallel * each * 1000) / (performance.now() - started);
  };
  try {
    await perSecond(clients, perClient);
    const alone: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await perSecond(1, 4 * perClient));
      together.push(await perSecond(clients, perClient));
    }
    assert.equal((await call<List>('GET', '/category/?pageSize=1')).total, created);
    printRatios({
      title: `${title} (medians of ${rounds}, in turn)`,
      unit: '/s',
      rows: [
        { name: 'one client', value: median(alone) },
        { name: `${clients} clients`, value: median(together) },
      ],
    });
  } finally {
    await office.close();
  }
};

const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'));
const slow = slowSyncEnv(folder);
try {
  await measure('Creates, with this disk as it is', {});
  if (slow) await measure('Creates, where a sync takes 5 ms longer', slow);
  else console.log('\nNo C compiler on Linux: slow syncs are not measured');
} finally {
  rmSync(folder, { recursive: true });
}
