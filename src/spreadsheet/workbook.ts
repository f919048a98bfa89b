import { CFB, read, set_cptable, type WorkBook, type WorkSheet } from 'xlsx';
import { type Part, tooLargeUnpacked, unpackWorkbook } from './archive.ts';
import { cellText } from './cell-text.ts';
import type { SpreadsheetLimits } from './limits.ts';
import { hasTooManyRepeats } from './ods-repeats.ts';
import { SpreadsheetProblem } from './problem.ts';
import { type RawRow, type RawSheet, tooManyColumns } from './table.ts';

type Source = { bytes: Buffer; fileName: string; sheet: string | undefined; limits: SpreadsheetLimits };

const damaged = ({ fileName, cause }: { fileName: string; cause: unknown }) =>
  new SpreadsheetProblem({
    code: 'damaged',
    message: `${fileName} is damaged or incomplete and cannot be read. Open it in a spreadsheet program and save it again`,
    cause,
  });

const encrypted = (fileName: string) =>
  new SpreadsheetProblem({
    code: 'encrypted',
    message: `${fileName} is protected by a password. Save it without one`,
  });

const notAWorkbook = (fileName: string) =>
  new SpreadsheetProblem({
    code: 'unsupported',
    message: `${fileName} is not a spreadsheet that can be read. Allowed are csv, xlsx, xls, ods`,
  });

/** The library throws whatever it stumbles over: to a person each of those means the same. */
const orDamaged = async <Result>(fileName: string, work: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof SpreadsheetProblem) throw cause;
    if (/password|encrypt/i.test(String(cause))) throw encrypted(fileName);
    throw damaged({ fileName, cause });
  }
};

/**
 * Drops what stands after the cells of an xlsx sheet. Merged areas, links and the like may claim the whole
 * sheet in a few bytes, and the library would fill it cell by cell.
 */
const cellsOnly = ({ name, content }: Part): Part => {
  if (!/(?:^|\/)worksheets\//.test(name)) return { name, content };
  const lastMention = content.lastIndexOf('sheetData');
  const end = lastMention < 0 ? -1 : content.indexOf('>', lastMention);
  return { name, content: end < 0 ? content : content.subarray(0, end + 1) };
};

/** A plain archive of parts that are already unpacked and checked: nothing in it is packed. */
const repack = (parts: Part[]): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const { name, content } of parts) CFB.utils.cfb_add(container, `/${name}`, content, { unsafe: true });
  return CFB.write(container, { fileType: 'zip', type: 'buffer', compression: false });
};

/** Optional in an ods file, yet the library insists. */
const noStyles: Part = { name: 'styles.xml', content: Buffer.from('<office:document-styles/>') };

const readPacked = async ({ bytes, fileName, limits }: Source): Promise<Buffer> => {
  const parts = await unpackWorkbook({ bytes, fileName, limits });
  const names = new Set(parts.map((part) => part.name));
  const kind = parts.find((part) => part.name === 'mimetype')?.content.toString('latin1') ?? '';
  const isOpenDocument = kind.startsWith('application/vnd.oasis.opendocument.spreadsheet');
  const isWorkbook =
    names.has('[Content_Types].xml') && [...names].some((name) => /workbook\d*\.xml$/.test(name));
  if (!isWorkbook && !(isOpenDocument && names.has('content.xml'))) throw notAWorkbook(fileName);
  const content = isOpenDocument ? parts.find((part) => part.name === 'content.xml')?.content : undefined;
  if (content && hasTooManyRepeats({ content, limits })) throw tooLargeUnpacked(fileName);
  const missing = isOpenDocument && !names.has(noStyles.name) ? [noStyles] : [];
  return repack([...parts.map(cellsOnly), ...missing]);
};

const assertOldWorkbook = ({ bytes, fileName }: Source) => {
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw encrypted(fileName);
  if (!CFB.find(container, '/Workbook') && !CFB.find(container, '/Book')) throw notAWorkbook(fileName);
};

const parse = ({ bytes, sheet }: { bytes: Buffer; sheet: string | undefined }): WorkBook =>
  read(bytes, {
    type: 'buffer',
    dense: true,
    // The first sheet, unless one is asked for by name.
    sheets: sheet ?? 0,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    // What a sheet claims as its size is not believed; its cells are what counts.
    nodim: true,
  });

async function* rowsOf({
  worksheet,
  date1904,
  fileName,
  limits,
}: {
  worksheet: WorkSheet;
  date1904: boolean;
  fileName: string;
  limits: SpreadsheetLimits;
}): AsyncGenerator<RawRow> {
  const data = worksheet['!data'] ?? [];
  // By its keys, for a sheet may hold two cells a million empty rows apart.
  for (const key of Object.keys(data)) {
    const line = data[Number(key)];
    if (!line) continue;
    if (line.length > limits.columns) {
      const isBeyond = (index: string) => Number(index) >= limits.columns;
      const hasText = (index: string) => {
        const cell = line[Number(index)];
        return cell !== undefined && cellText({ cell, date1904 }) !== '';
      };
      if (Object.keys(line).some((index) => isBeyond(index) && hasText(index))) {
        throw tooManyColumns({ fileName, limits });
      }
    }
    const cells = Array.from(line.slice(0, limits.columns), (cell) =>
      cell ? cellText({ cell, date1904 }) : '',
    );
    yield { row: Number(key) + 1, cells };
  }
}

/** Reads one sheet of an xlsx, xls or ods workbook. */
export const openWorkbook = async (source: Source & { isPacked: boolean }): Promise<RawSheet> => {
  const { fileName, sheet, limits, isPacked } = source;
  const workbook = await orDamaged(fileName, async () => {
    if (isPacked) return parse({ bytes: await readPacked(source), sheet });
    set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
    assertOldWorkbook(source);
    return parse({ bytes: source.bytes, sheet });
  });
  const sheets = workbook.SheetNames;
  const chosen = sheet ?? sheets[0];
  if (chosen === undefined || !sheets.includes(chosen)) {
    throw new SpreadsheetProblem({
      code: 'noSuchSheet',
      message: `${fileName} has no sheet called ${sheet}. Its sheets are ${sheets.join(', ')}`,
    });
  }
  const worksheet = workbook.Sheets[chosen] ?? {};
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return { sheets, sheet: chosen, rows: rowsOf({ worksheet, date1904, fileName, limits }) };
};
