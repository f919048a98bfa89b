import { parentPort, workerData } from 'node:worker_threads';
import { SpreadsheetError } from './error.ts';
import { openSpreadsheet } from './open.ts';
import { packRows } from './packed-rows.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';
import { readTable } from './table.ts';

/** Opens the table. All of its rows are read before the profile is known, so they are kept until they are requested. */
const open = async (request: WorkerRequest) => {
  const opened = await openSpreadsheet(request);
  const { rows, profiler, ...table } = await readTable(opened, request);
  const packed = packRows(rows, request.maxRows);
  const kept: Uint8Array[] = [];
  if (profiler) for await (const batch of packed) kept.push(batch);
  const { sheets, sheet, format } = opened;
  return {
    description: { ...table, sheets, sheet, format, profile: profiler?.finish() ?? null },
    next: async (): Promise<Uint8Array | undefined> => kept.shift() ?? (await packed.next()).value,
  };
};

const serve = async ({ request, post }: { request: WorkerRequest; post: (reply: WorkerReply) => void }) => {
  const postResult = async (work: () => Promise<WorkerReply>) => {
    try {
      post(await work());
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error;
      post({ kind: 'error', code: error.code, message: error.message });
    }
  };
  await postResult(async () => {
    const { description, next } = await open(request);
    parentPort?.on('message', () =>
      postResult(async () => {
        const packed = await next();
        return packed ? { kind: 'rows', packed } : { kind: 'end' };
      }),
    );
    return { kind: 'opened', description };
  });
};

await serve({ request: workerData, post: (reply) => parentPort?.postMessage(reply) });
