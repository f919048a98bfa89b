import { once } from 'node:events';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SpreadsheetPreview } from '#shared/import.ts';
import type { Profile } from './column-profile.ts';
import { SpreadsheetError, type SpreadsheetErrorCode } from './errors.ts';
import { defaultLimits, type FileLimits, type SpreadsheetLimits } from './limits.ts';
import type { DelimitedFormat, OpenRequest, SpreadsheetFile } from './open.ts';
import type { Table, TableRow } from './table.ts';

/** `isPreview`: the rows aren't requested after they were read for the profile. */
export type WorkerRequest = OpenRequest & { isPreview: boolean };

type SheetDescription = Omit<Table, 'readRows' | 'names'> & {
  profile: Profile;
  sheets: string[];
  sheet: string;
  /** Null for a workbook. */
  format: DelimitedFormat | null;
};

/** The worker sends the first reply unprompted, then one per message. */
export type WorkerReply =
  | { kind: 'opened'; description: SheetDescription }
  | { kind: 'rows'; batch: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; code: SpreadsheetErrorCode; message: string };

/** An open spreadsheet. Its worker ends when the rows end, when the loop exits early, or on `close`. */
export type Spreadsheet = SheetDescription & { batches: AsyncIterable<TableRow[]>; close: () => Promise<void> };

export type ReadSpreadsheetOptions = SpreadsheetFile & {
  isPreview?: boolean;
  limits?: Partial<SpreadsheetLimits> | undefined;
  signal?: AbortSignal;
};

// The worker is next to this source file. In a build, this code is in a chunk one folder below the worker's entry
// (electron.vite.config.ts).
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : '../spreadsheet-worker.js',
  import.meta.url,
);

/** Rows are short-lived, and the default of V8 lets 128 MB of garbage gather. */
const maxYoungGenerationSizeMb = 24;

const startWorker = (request: WorkerRequest): Worker => {
  const worker = new Worker(workerUrl, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: request.limits.memoryMegabytes, maxYoungGenerationSizeMb },
    env: {},
    execArgv: [],
    // Libraries may print cell contents, which must not get into the log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
};

const tooMuchError = ({ fileName }: FileLimits, code: 'tooLarge' | 'timeLimit', cause?: unknown) => {
  const problem = code === 'tooLarge' ? 'is too large to read' : 'takes too long to read';
  return new SpreadsheetError(code, `${fileName} ${problem}. Split it into smaller files.`, { cause });
};

/** Receives one reply at a time from the worker, and limits its total time. */
const createWorkerClient = (request: WorkerRequest, signal: AbortSignal | undefined) => {
  const worker = startWorker(request);
  let millisecondsLeft = request.limits.milliseconds;
  const ended = new AbortController();
  worker.on('error', (error) => {
    const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    ended.abort(isOutOfMemory ? tooMuchError(request, 'tooLarge', error) : error);
  });
  worker.on('exit', () => ended.abort(new Error('The spreadsheet is closed')));

  const close = async () => {
    signal?.removeEventListener('abort', close);
    await worker.terminate();
  };
  signal?.addEventListener('abort', close);

  const receive = async (): Promise<WorkerReply> => {
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(millisecondsLeft)));
    const startedAt = performance.now();
    try {
      const signals = [timeout, ended.signal, ...(signal ? [signal] : [])];
      const [reply]: WorkerReply[] = await once(worker, 'message', { signal: AbortSignal.any(signals) });
      if (reply?.kind === 'error') throw new SpreadsheetError(reply.code, reply.message);
      return reply ?? { kind: 'end' };
    } catch (error) {
      const isTimeOver = timeout.aborted;
      if (!ended.signal.aborted) await close();
      signal?.throwIfAborted();
      if (error instanceof SpreadsheetError) throw error;
      throw isTimeOver ? tooMuchError(request, 'timeLimit') : (ended.signal.reason ?? error);
    } finally {
      millisecondsLeft -= performance.now() - startedAt;
    }
  };
  return { worker, receive, close };
};

/**
 * Opens a CSV, xlsx, xls or ods file in a separate worker, within limits. Resolves once the header is known; the rows
 * follow in batches, as the caller iterates.
 */
export const readSpreadsheet = async ({
  signal,
  limits,
  isPreview = false,
  ...file
}: ReadSpreadsheetOptions): Promise<Spreadsheet> => {
  signal?.throwIfAborted();
  const request = { ...file, isPreview, limits: { ...defaultLimits, ...limits } };
  const { worker, receive, close } = createWorkerClient(request, signal);
  const opened = await receive();
  if (opened.kind !== 'opened') throw new Error(`The spreadsheet worker began with ${opened.kind}`);
  const readNext = () => {
    const reply = receive();
    worker.postMessage(null);
    return reply;
  };
  async function* readBatches(): AsyncGenerator<TableRow[]> {
    try {
      for (let reply = await readNext(); reply.kind === 'rows'; reply = await readNext()) {
        yield deserialize(reply.batch);
      }
    } finally {
      await close();
    }
  }
  return { ...opened.description, batches: readBatches(), close };
};

const maxCellCharacters = 200;

export const previewSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<SpreadsheetPreview> => {
  const spreadsheet = await readSpreadsheet({ ...options, isPreview: true });
  await spreadsheet.close();
  const { sheets, sheet, headerRow, columns, topRows, format, profile } = spreadsheet;
  return {
    sheets,
    sheet,
    headerRow,
    columns,
    rowCount: profile.rowCount,
    topRows: topRows.map(({ row, cells }) => ({ row, cells: cells.map((text) => text.slice(0, maxCellCharacters)) })),
    columnProfiles: profile.columns,
    encoding: format?.encoding ?? null,
    delimiter: format?.delimiter ?? null,
  };
};
