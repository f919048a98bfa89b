import { readFile, stat } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { openCsv, toUtf8 } from './csv.ts';
import type { SpreadsheetLimits } from './limits.ts';
import { SpreadsheetProblem } from './problem.ts';
import type { RawSheet } from './table.ts';

/** Where a spreadsheet's bytes are. */
export type SpreadsheetSource = { path: string } | { bytes: Uint8Array };

type Request = {
  source: SpreadsheetSource;
  fileName: string;
  sheet: string | undefined;
  limits: SpreadsheetLimits;
};

const allowed = 'Allowed are csv, xlsx, xls, ods';

const unsupported = ({ fileName, reason }: { fileName: string; reason: string }) =>
  new SpreadsheetProblem({ code: 'unsupported', message: `${fileName} ${reason}. ${allowed}` });

const assertSize = ({
  size,
  fileName,
  limits,
}: {
  size: number;
  fileName: string;
  limits: SpreadsheetLimits;
}) => {
  if (size === 0) throw new SpreadsheetProblem({ code: 'empty', message: `${fileName} is empty` });
  if (size > limits.bytes) {
    const megabytes = Math.floor(limits.bytes / 1024 / 1024);
    throw new SpreadsheetProblem({
      code: 'tooLarge',
      message: `${fileName} is larger than ${megabytes} MB, which is the limit`,
    });
  }
};

const load = async ({ source, fileName, limits }: Request): Promise<Buffer> => {
  const size = 'path' in source ? (await stat(source.path)).size : source.bytes.byteLength;
  assertSize({ size, fileName, limits });
  if ('path' in source) return readFile(source.path);
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
};

const startsWith = (bytes: Buffer, signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const packedSignature = [0x50, 0x4b];
const oldSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Text proves no type, so its name decides. Some programs export tables as text under the name xls. */
const textNames = /\.(?:csv|tsv|tab|txt|xls)$|^[^.]+$/i;

/** Control characters that no table of text has in its beginning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const binary = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** What the content is called when it is of a known foreign type. Text is not asked: `BMW` would be a bitmap. */
const findForeignType = async ({ bytes, start }: { bytes: Buffer; start: string | undefined }) => {
  if (start?.startsWith('%PDF-')) return 'pdf';
  if (start?.startsWith('{\\rtf')) return 'rtf';
  if (start !== undefined && !binary.test(start)) return undefined;
  return (await fileTypeFromBuffer(bytes))?.ext;
};

const openText = async ({ bytes, fileName }: { bytes: Buffer; fileName: string }): Promise<RawSheet> => {
  const text = toUtf8(bytes);
  const start = text?.toString('utf8', 0, 4096);
  const type = await findForeignType({ bytes, start });
  if (type || !text || start === undefined) {
    throw unsupported({
      fileName,
      reason: `is not a spreadsheet: its content is of ${type ? `type ${type}` : 'another type'}`,
    });
  }
  if (/^\s*<[a-z!?]/i.test(start)) {
    throw unsupported({
      fileName,
      reason:
        'holds a web page or XML and not a spreadsheet. Open it in a spreadsheet program and save it as xlsx',
    });
  }
  if (!textNames.test(fileName)) {
    throw unsupported({ fileName, reason: 'is not a spreadsheet: its content is plain text' });
  }
  return openCsv({ text, fileName });
};

/** Finds out by its content what a file is, and opens it. The name alone makes nothing a spreadsheet. */
export const openSpreadsheet = async (request: Request): Promise<RawSheet> => {
  const bytes = await load(request);
  const isPacked = startsWith(bytes, packedSignature) && (bytes[2] ?? 9) < 9;
  if (!isPacked && !startsWith(bytes, oldSignature)) {
    return openText({ bytes, fileName: request.fileName });
  }
  // The library for workbooks takes a while to load, and text needs none of it.
  const { openWorkbook } = await import('./workbook.ts');
  return openWorkbook({ ...request, bytes, isPacked });
};
