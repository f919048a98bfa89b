import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inRoot } from '../../scripts/lib/paths.ts';
import { maxUploadBytes } from '../../src/shared/uploads.ts';
import { startBenchServer } from './support/bench-server.ts';
import { median, percentile, printRatios } from './support/measure.ts';
import { canMeasureMemory, watchPeak } from './support/memory.ts';
import { startProcess } from './support/start-process.ts';
import type { Uploads } from './support/upload-worker.ts';

/**
 * Measures 20 uploads of 50 MB at the same time, and how long a list takes meanwhile, against a server that only writes
 * the same bytes to the disk.
 */
const count = 20;
const rounds = 3;
const listPath = '/v1/product/?pageSize=20';

type Target = { name: string; url: string; pid: number; headers: Record<string, string> };
type Result = { took: number; peak: number; lists: number[] };

const upload = (uploads: Uploads): Promise<number[]> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL('./support/upload-worker.ts', import.meta.url), {
      workerData: uploads,
    });
    worker.once('message', done);
    worker.once('error', failed);
  });

const requestList = async ({ url, headers }: Target): Promise<number> => {
  const startedAt = performance.now();
  const response = await fetch(url + listPath, { headers });
  assert.equal((await response.json()).data.length, 20);
  return performance.now() - startedAt;
};

const measure = async (target: Target): Promise<Result> => {
  const endWatch = canMeasureMemory() ? await watchPeak(target.pid) : () => ({ peak: 0 });
  const startedAt = performance.now();
  let isDone = false;
  const uploading = upload({
    url: `${target.url}/v1/video/`,
    headers: target.headers,
    count,
    bytes: maxUploadBytes,
  }).finally(() => {
    isDone = true;
  });
  const lists: number[] = [];
  while (!isDone) lists.push(await requestList(target));
  assert.deepEqual(await uploading, Array(count).fill(200));
  return { took: performance.now() - startedAt, lists, peak: endWatch().peak };
};

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const office = await startBenchServer({ products: 1000 });
try {
  const listFile = join(folder, 'list.json');
  const list = await fetch(office.url + listPath, { headers: office.headers });
  writeFileSync(listFile, await list.text());
  mkdirSync(join(folder, 'received'));
  const bare = await startProcess({
    script: inRoot('tests/bench/support/bare-upload-server.ts'),
    args: [join(folder, 'received'), listFile],
  });
  const targets: Target[] = [
    { name: 'writing the bytes', url: bare.announced.url, pid: bare.pid, headers: {} },
    { name: 'our server', url: office.url, pid: office.pid, headers: office.headers },
  ];
  const results = targets.map(() => [] as Result[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      results[index]?.push(await measure(target));
      rmSync(join(folder, 'received'), { recursive: true });
      mkdirSync(join(folder, 'received'));
    }
  }
  const print = (title: string, unit: string, getValue: (result: Result) => number) =>
    printRatios({
      title: `${title} (medians of ${rounds}, in turn)`,
      unit,
      rows: targets.map(({ name }, index) => ({ name, value: median((results[index] ?? []).map(getValue)) })),
    });
  print(`${count} uploads of 50 MB at the same time`, 'ms', ({ took }) => took);
  print('99th percentile of lists meanwhile', 'ms', ({ lists }) => percentile(lists, 0.99));
  print('Memory of the server at its peak, PSS', 'MB', ({ peak }) => peak);
  await bare.stop();
} finally {
  await office.close();
  rmSync(folder, { recursive: true });
}
