import { type CellObject, CFB, type Range, read, set_cptable } from 'xlsx';
import { SpreadsheetError, unsupportedError } from './errors.ts';

export type SheetLine = { row: number; cells: CellObject[]; mark?: 'hidden' | 'totals' | undefined };

export type WorkbookSheet = { merges: Iterable<Range>; readLines: () => Iterable<SheetLine> };

/** An open workbook. Its sheets are read when they are needed. */
export type Workbook = {
  names: string[];
  date1904: boolean;
  isHidden: (index: number) => boolean;
  openSheet: (index: number) => WorkbookSheet;
};

/** Rows that may not be records, by number. */
export type RowMarks = Map<number, 'hidden'>;

const parse = (bytes: Buffer, sheet: number) =>
  read(bytes, {
    type: 'buffer',
    dense: true,
    sheets: sheet,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    // Ignore the dimensions that the sheet claims, and use its cells.
    nodim: true,
  });

type Worksheet = ReturnType<typeof parse>['Sheets'][string];

/** Opens a workbook of a type whose cells SheetJS reads. */
export const openWithSheetJs = (
  bytes: Buffer,
  listMarks: (worksheet: Worksheet, index: number) => RowMarks,
): Workbook => {
  const first = parse(bytes, 0);
  const { SheetNames: names, Workbook: properties } = first;
  return {
    names,
    date1904: properties?.WBProps?.date1904 === true,
    isHidden: (index) => (properties?.Sheets?.[index]?.Hidden ?? 0) > 0,
    openSheet: (index) => {
      const { Sheets: sheets } = index === 0 ? first : parse(bytes, index);
      const worksheet = sheets[names[index] ?? ''] ?? {};
      const data = worksheet['!data'] ?? [];
      const marks = listMarks(worksheet, index);
      return {
        merges: worksheet['!merges'] ?? [],
        readLines: function* () {
          // Iterate over keys: a sheet can have two cells a million empty rows apart.
          for (const key of Object.keys(data)) {
            const row = Number(key) + 1;
            const cells = data[Number(key)];
            if (cells) yield { row, cells, mark: marks.get(row) };
          }
        },
      };
    },
  };
};

export const encryptedError = (fileName: string) =>
  new SpreadsheetError('encrypted', `${fileName} is password-protected. Remove the password and try again.`);

export const openXls = async (bytes: Buffer, fileName: string): Promise<Workbook> => {
  set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw encryptedError(fileName);
  if (!CFB.find(container, '/Workbook') && !CFB.find(container, '/Book')) throw unsupportedError(fileName);
  return openWithSheetJs(bytes, ({ '!rows': rows = [] }) => {
    const hidden = [...rows.entries()].filter(([, row]) => row?.hidden);
    return new Map(hidden.map(([index]) => [index + 1, 'hidden']));
  });
};
