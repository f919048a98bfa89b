import { parentPort, workerData } from 'node:worker_threads';
import { createProfiler } from './column-profile.ts';
import { SpreadsheetError } from './error.ts';
import { openSpreadsheet } from './open.ts';
import { keepRows, packRows } from './packed-rows.ts';
import type { WorkerReply, WorkerRequest } from './read.ts';
import { readTable } from './table.ts';

/**
 * Opens the table. All of its rows are read for the profile, so they are kept until they are requested. Too many are
 * read again.
 */
const open = async (request: WorkerRequest) => {
  const opened = await openSpreadsheet(request);
  const { readRows, names, ...table } = await readTable(opened, request);
  const { sheets, sheet, format } = opened;
  const description = { ...table, sheets, sheet, format };
  const profiler = request.isProfiled ? createProfiler(names) : null;
  const kept = profiler && (await keepRows(readRows(profiler), request));
  const packed = kept ? null : packRows(readRows());
  return {
    description: { ...description, profile: profiler?.finish() ?? null },
    next: async (): Promise<Uint8Array | undefined> => kept?.shift() ?? (await packed?.next())?.value,
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
