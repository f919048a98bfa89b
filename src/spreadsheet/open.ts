import { readFile, stat } from 'node:fs/promises';
import type { Delimiter, Encoding } from '#shared/import-columns.ts';
import { openCsv } from './csv.ts';
import { detectEncoding, startsWith, toText } from './encoding.ts';
import { SpreadsheetError, unsupportedError } from './errors.ts';
import type { FileLimits } from './limits.ts';
import type { RawSheet } from './raw-sheet.ts';

/** Options for reading a spreadsheet; the rest is detected. */
export type SpreadsheetChoices = {
  sheet?: string | undefined;
  headerRow?: number | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
};

export type SpreadsheetFile = SpreadsheetChoices &
  ({ path: string } | { bytes: Uint8Array }) & {
    /** For messages, and to tell a spreadsheet from other text. Never used as a path. */
    fileName: string;
    /** Plain titles that identify the header row. */
    knownTitles?: readonly string[] | undefined;
  };

export type OpenRequest = SpreadsheetFile & FileLimits;

export type DelimitedFormat = { encoding: Encoding; delimiter: Delimiter };

export type OpenedSheet = RawSheet & { format: DelimitedFormat | null };

const assertSize = (size: number, { fileName, limits }: FileLimits) => {
  if (size === 0) throw new SpreadsheetError('empty', `${fileName} is empty`);
  if (size <= limits.bytes) return;
  const megabytes = Math.floor(limits.bytes / 1024 / 1024);
  throw new SpreadsheetError('tooLarge', `${fileName} is larger than ${megabytes} MB`);
};

const load = async (request: OpenRequest): Promise<Buffer> => {
  if ('bytes' in request) {
    const { buffer, byteOffset, byteLength } = request.bytes;
    assertSize(byteLength, request);
    return Buffer.from(buffer, byteOffset, byteLength);
  }
  assertSize((await stat(request.path)).size, request);
  return readFile(request.path);
};

const zipSignature = [0x50, 0x4b];
const cfbSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Text has no signature, so the file name decides. Some programs export text under a workbook's extension. */
const textNames = /\.(?:csv|tsv|tab|txt|xlsx?|ods)$|^[^.]+$/i;

/** Control characters that don't occur at the start of text files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const binary = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Returns the extension of a known unsupported type. Text is not checked: `BMW` would be detected as a bitmap. */
const findForeignType = async (bytes: Buffer, start: string | undefined) => {
  if (start?.startsWith('%PDF-')) return 'pdf';
  if (start?.startsWith('{\\rtf')) return 'rtf';
  if (start !== undefined && !binary.test(start)) return undefined;
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.ext;
};

const openText = async (bytes: Buffer, request: OpenRequest): Promise<OpenedSheet> => {
  const { fileName } = request;
  const encoding = request.encoding ?? detectEncoding(bytes);
  const { text, isDamaged } = encoding ? toText(bytes, encoding) : {};
  const start = text?.slice(0, 4096);
  const type = await findForeignType(bytes, start);
  if (type || !encoding || text === undefined || start === undefined) {
    const found = type ? `It looks like a ${type.toUpperCase()} file` : 'Its content is neither text nor a workbook';
    throw unsupportedError(fileName, `isn’t a spreadsheet. ${found}`);
  }
  if (/^\s*<[a-z!?]/i.test(start)) {
    throw unsupportedError(fileName, 'is a web page or XML file. Open it in a spreadsheet app and save it as XLSX');
  }
  if (!textNames.test(fileName)) {
    throw unsupportedError(
      fileName,
      'isn’t a spreadsheet. It’s a plain text file. If it holds a table, rename it to end in .csv',
    );
  }
  const { delimiter, ...sheet } = openCsv({ text, fileName }, request.delimiter);
  return { ...sheet, isDamaged, format: { encoding, delimiter } };
};

/** Detects the file type by content and opens the sheet. The file name alone is never enough. */
export const openSpreadsheet = async (request: OpenRequest): Promise<OpenedSheet> => {
  const bytes = await load(request);
  const isZip = startsWith(bytes, ...zipSignature) && (bytes[2] ?? 9) < 9;
  if (!isZip && !startsWith(bytes, ...cfbSignature)) return openText(bytes, request);
  // SheetJS is slow to load, and text files don't need it.
  const { openWorkbook } = await import('./workbook.ts');
  return { ...(await openWorkbook({ ...request, bytes, isZip })), format: null };
};
