import { parentPort, workerData } from 'node:worker_threads';
import { SpreadsheetError } from './error.ts';
import { openSpreadsheet } from './open.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';
import { readTable, type TableRow } from './table.ts';

// Limited in rows and characters, because one row can have eight million characters.
const batchRows = 500;
const batchCharacters = 1_000_000;

const nextBatch = async (rows: AsyncGenerator<TableRow>): Promise<TableRow[]> => {
  const batch: TableRow[] = [];
  let characters = 0;
  while (batch.length < batchRows && characters < batchCharacters) {
    const next = await rows.next();
    if (next.done) break;
    batch.push(next.value);
    for (const cell of next.value.cells) characters += cell.length;
  }
  return batch;
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
    const opened = await openSpreadsheet(request);
    const { rows, ...table } = await readTable(opened, request);
    const { sheets, sheet, format } = opened;
    parentPort?.on('message', () =>
      postResult(async () => {
        const batch = await nextBatch(rows);
        return batch.length > 0 ? { kind: 'rows', rows: batch } : { kind: 'end' };
      }),
    );
    return { kind: 'opened', description: { ...table, sheets, sheet, format } };
  });
};

await serve({ request: workerData, post: (reply) => parentPort?.postMessage(reply) });
