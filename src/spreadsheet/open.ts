import { readFile, stat } from 'node:fs/promises';
import type { Delimiter, Encoding } from '#shared/import-columns.ts';
import { openCsv } from './csv.ts';
import { detectEncoding, startsWith, toText } from './encoding.ts';
import { SpreadsheetError, unsupportedError } from './error.ts';
import type { FileLimits } from './limits.ts';
import type { RawSheet } from './raw-sheet.ts';

export type SpreadsheetSource = { path: string } | { bytes: Uint8Array };

type Request = FileLimits &
  SpreadsheetChoices & { source: SpreadsheetSource; knownTitles?: readonly string[] | undefined };

/** Options for reading a spreadsheet; the rest is detected. */
export type SpreadsheetChoices = {
  sheet?: string | undefined;
  headerRow?: number | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
};

export type DelimitedFormat = { encoding: Encoding; delimiter: Delimiter };

export type OpenedSheet = RawSheet & { format: DelimitedFormat | null };

const assertSize = (size: number, { fileName, limits }: FileLimits) => {
  if (size === 0) throw new SpreadsheetError('empty', `${fileName} is empty`);
  if (size <= limits.bytes) return;
  const megabytes = Math.floor(limits.bytes / 1024 / 1024);
  throw new SpreadsheetError('tooLarge', `${fileName} is larger than ${megabytes} MB`);
};

const load = async ({ source, fileName, limits }: Request): Promise<Buffer> => {
  const size = 'path' in source ? (await stat(source.path)).size : source.bytes.byteLength;
  assertSize(size, { fileName, limits });
  if ('path' in source) return readFile(source.path);
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
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

const openText = async (bytes: Buffer, request: Request): Promise<OpenedSheet> => {
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
export const openSpreadsheet = async (request: Request): Promise<OpenedSheet> => {
  const bytes = await load(request);
  const isZip = startsWith(bytes, ...zipSignature) && (bytes[2] ?? 9) < 9;
  if (!isZip && !startsWith(bytes, ...cfbSignature)) return openText(bytes, request);
  // SheetJS is slow to load, and text files don't need it.
  const { openWorkbook } = await import('./workbook.ts');
  return { ...(await openWorkbook({ ...request, bytes, isZip })), format: null };
};
