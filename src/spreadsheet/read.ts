import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SpreadsheetPreview } from '#shared/import.ts';
import type { Profile } from './column-profile.ts';
import { SpreadsheetError, type SpreadsheetErrorCode } from './error.ts';
import { defaultLimits, type FileLimits, type SpreadsheetLimits } from './limits.ts';
import type { DelimitedFormat, SpreadsheetChoices, SpreadsheetSource } from './open.ts';
import { unpackRows } from './packed-rows.ts';
import type { Table, TableRow } from './table.ts';

export type WorkerRequest = FileLimits &
  SpreadsheetChoices & {
    source: SpreadsheetSource;
    knownTitles: readonly string[];
    isProfiled: boolean;
    maxRows?: number | undefined;
  };

type SheetDescription = Omit<Table, 'readRows' | 'names'> & {
  profile: Profile | null;
  sheets: string[];
  sheet: string;
  /** Null for a workbook. */
  format: DelimitedFormat | null;
};

/** The worker sends the first reply unprompted, then one per message. */
export type WorkerReply =
  | { kind: 'opened'; description: SheetDescription }
  | { kind: 'rows'; packed: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; code: SpreadsheetErrorCode; message: string };

/** A row below the header. `row` is its number in the sheet, from 1. */
export type SpreadsheetRow = {
  row: number;
  /** By header; empty cells are empty strings. */
  cells: Record<string, string>;
  /** The exact values of number cells. */
  numbers?: Readonly<Record<string, string>>;
  cellErrors?: Readonly<Record<string, string>>;
  error?: string;
};

export const toNamedRow = (
  { row, cells, numbers, cellErrors, error }: TableRow,
  columns: readonly string[],
): SpreadsheetRow => {
  const byColumn = (texts: readonly [index: number, text: string][]) =>
    Object.fromEntries(texts.map(([index, text]) => [columns[index] ?? '', text]));
  return {
    row,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    ...(numbers && { numbers: byColumn(numbers) }),
    ...(cellErrors && { cellErrors: byColumn(cellErrors) }),
    ...(error && { error }),
  };
};

/** An open spreadsheet. Its worker ends when the rows end, when the loop exits early, or on `close`. */
export type Spreadsheet = SheetDescription & {
  rows: AsyncIterable<SpreadsheetRow>;
  /** The same rows in batches, with their cells in the order of the columns. Only one of both can be read. */
  batches: AsyncIterable<TableRow[]>;
  close: () => Promise<void>;
};

export type ReadSpreadsheetOptions = SpreadsheetSource &
  SpreadsheetChoices & {
    /** For messages, and to tell a spreadsheet from other text. Never used as a path. */
    fileName: string;
    /** Plain titles that identify the header row. */
    knownTitles?: readonly string[];
    /** Reads all rows in advance to count the content of each column. */
    isProfiled?: boolean;
    /** Number of rows to return, of any number that are counted. */
    maxRows?: number;
    limits?: Partial<SpreadsheetLimits>;
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

const toUserError = (error: unknown, fileName: string): unknown => {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!isOutOfMemory) return error;
  const message = `${fileName} is too large to read. Split it into smaller files.`;
  return new SpreadsheetError('tooLarge', message, { cause: error });
};

/** Sends one request at a time to the worker, and limits its total time. */
const createWorkerClient = (request: WorkerRequest, signal: AbortSignal | undefined) => {
  const { fileName, limits } = request;
  const worker = startWorker(request);
  let millisecondsLeft = limits.milliseconds;
  const endController = new AbortController();
  worker.on('error', (error) => endController.abort(toUserError(error, fileName)));
  worker.on('exit', () => endController.abort(new Error('The spreadsheet is closed')));

  const close = async () => {
    signal?.removeEventListener('abort', close);
    await worker.terminate();
  };
  signal?.addEventListener('abort', close);

  const listen = async (): Promise<WorkerReply> => {
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(millisecondsLeft)));
    const startedAt = performance.now();
    try {
      const signals = [timeout, endController.signal, ...(signal ? [signal] : [])];
      const [reply] = await once(worker, 'message', { signal: AbortSignal.any(signals) });
      return reply;
    } catch (error) {
      signal?.throwIfAborted();
      endController.signal.throwIfAborted();
      if (!timeout.aborted) throw error;
      const message = `${fileName} takes too long to read. Split it into smaller files.`;
      throw new SpreadsheetError('timeLimit', message);
    } finally {
      millisecondsLeft -= performance.now() - startedAt;
    }
  };

  const receive = async (): Promise<WorkerReply> => {
    try {
      const reply = await listen();
      if (reply.kind === 'error') throw new SpreadsheetError(reply.code, reply.message);
      return reply;
    } catch (error) {
      await close();
      throw error;
    }
  };

  const sendRequest = (): Promise<WorkerReply> => {
    const reply = receive();
    worker.postMessage(null);
    return reply;
  };

  return { receive, sendRequest, close };
};

/**
 * Opens a CSV, xlsx, xls or ods file in a separate worker, within limits. Resolves once the header is known; the rows
 * follow in batches, as the caller iterates.
 */
export const readSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<Spreadsheet> => {
  const { fileName, sheet, headerRow, encoding, delimiter, maxRows, signal } = options;
  signal?.throwIfAborted();
  const source = 'path' in options ? { path: options.path } : { bytes: options.bytes };
  const request = {
    source,
    fileName,
    sheet,
    headerRow,
    encoding,
    delimiter,
    maxRows,
    knownTitles: options.knownTitles ?? [],
    isProfiled: options.isProfiled ?? false,
    limits: { ...defaultLimits, ...options.limits },
  };
  const { receive, sendRequest, close } = createWorkerClient(request, signal);
  const opened = await receive();
  if (opened.kind !== 'opened') throw new Error(`The spreadsheet worker began with ${opened.kind}`);
  const { description } = opened;

  async function* readBatches(): AsyncGenerator<TableRow[]> {
    try {
      for (let reply = await sendRequest(); reply.kind === 'rows'; reply = await sendRequest()) {
        yield unpackRows(reply.packed);
      }
    } finally {
      await close();
    }
  }
  const batches = readBatches();
  async function* nameRows(): AsyncGenerator<SpreadsheetRow> {
    for await (const batch of batches) {
      for (const row of batch) {
        signal?.throwIfAborted();
        yield toNamedRow(row, description.columns);
      }
    }
  }
  return { ...description, rows: nameRows(), batches, close };
};

const maxPreviewRows = 20;
const maxCellCharacters = 200;

export const previewSpreadsheet = async (options: ReadSpreadsheetOptions): Promise<SpreadsheetPreview> => {
  const { rows, close, ...description } = await readSpreadsheet({
    ...options,
    isProfiled: true,
    maxRows: maxPreviewRows,
  });
  const { sheets, sheet, headerRow, columns, topRows, format, profile } = description;
  const truncate = (text: string) => text.slice(0, maxCellCharacters);
  try {
    const previewRows: SpreadsheetPreview['rows'] = [];
    for await (const { row, cells } of rows) {
      previewRows.push({ row, cells: columns.map((column) => truncate(cells[column] ?? '')) });
    }
    const rowCount = profile?.rowCount ?? previewRows.length;
    return {
      sheets,
      sheet,
      headerRow,
      columns,
      rows: previewRows,
      rowCount,
      hasMore: rowCount > previewRows.length,
      topRows: topRows.map(({ row, cells }) => ({ row, cells: cells.map(truncate) })),
      columnProfiles: profile?.columns ?? [],
      encoding: format?.encoding ?? null,
      delimiter: format?.delimiter ?? null,
    };
  } finally {
    await close();
  }
};
