import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { createProfiler } from './column-profile.ts';
import { SpreadsheetError } from './errors.ts';
import { openSpreadsheet } from './open.ts';
import type { WorkerReply, WorkerRequest } from './read.ts';
import { readTable } from './table.ts';

/** More than the rows of most files of the maximum size. Few bytes of a workbook can claim many equal long texts. */
const maxKeptBytes = 64 * 1024 * 1024;

/**
 * Opens the table. All of its rows are read for the profile, so they are kept until they are requested, serialized to
 * save memory. Too many are read again.
 */
const open = async (request: WorkerRequest) => {
  const opened = await openSpreadsheet(request);
  const { readRows, names, ...table } = await readTable(opened, request);
  const { sheets, sheet, format } = opened;
  const profiler = createProfiler(names);
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  for await (const rows of readRows(profiler)) {
    if (request.isPreview || keptBytes > maxKeptBytes || rows.length === 0) continue;
    const batch = serialize(rows);
    kept.push(batch);
    keptBytes += batch.length;
  }
  async function* batches() {
    if (keptBytes <= maxKeptBytes) return yield* kept;
    for await (const rows of readRows()) yield serialize(rows);
  }
  return {
    description: { ...table, sheets, sheet, format, profile: profiler.finish() },
    batches: batches(),
  };
};

const post = async (work: () => Promise<WorkerReply>): Promise<void> => {
  try {
    parentPort?.postMessage(await work());
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    parentPort?.postMessage({ kind: 'error', code: error.code, message: error.message } satisfies WorkerReply);
  }
};

await post(async () => {
  const { description, batches } = await open(workerData);
  parentPort?.on('message', () =>
    post(async () => {
      const { value: batch } = await batches.next();
      return batch ? { kind: 'rows', batch } : { kind: 'end' };
    }),
  );
  return { kind: 'opened', description };
});
