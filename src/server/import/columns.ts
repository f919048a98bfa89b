import {
  fieldForHeader,
  type ImportField,
  parseAttributeField,
  unknownColumnNotice,
} from '#shared/import-columns.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import { validationError } from '../lib/app-error.ts';
import type { SheetColumns } from './importer.ts';
import { type CellFormat, defaultFormat, type NumberFormat } from './parse-cell.ts';
import type { ImportErrors, ReportBuilder } from './report.ts';

/** The formats are shared by all cells of the column, which a large file has many of. */
export type MappedColumn = {
  title: string;
  field: string;
  formats: { text: CellFormat; number: CellFormat };
};

export type FilledCell = {
  row: number;
  title: string;
  field: string;
  text: string;
  numberFormat: CellFormat;
};

const isMappable = (fields: readonly ImportField[], field: string, hasAttributes: boolean) =>
  fields.some((known) => known.field === field) || (hasAttributes && parseAttributeField(field) !== null);

type MappingTarget = { fields: readonly ImportField[]; report: ReportBuilder; hasAttributes?: boolean };

const toFormats = (format: NumberFormat): MappedColumn['formats'] => ({
  text: { ...format, isNumber: false },
  number: { ...format, isNumber: true },
});

/**
 * Maps the columns of a sheet to fields: by the user's choice, else by their headers. Unknown columns are skipped with a
 * notice.
 */
export const mapColumns = (
  { headers, mapping, numberFormats }: SheetColumns,
  { fields, report, hasAttributes = false }: MappingTarget,
): MappedColumn[] => {
  const usedFields = new Set<string>();
  const mapped = headers.map((title) => {
    const chosenField = mapping.get(title);
    if (chosenField && !isMappable(fields, chosenField, hasAttributes)) {
      throw validationError([
        { field: 'columns', message: `Column “${title}” can’t be matched to “${chosenField}”` },
      ]);
    }
    const field =
      chosenField === undefined ? fieldForHeader(title, { fields, hasAttributes }) : chosenField || null;
    if (field === null) {
      if (chosenField === undefined) report.notice(title, unknownColumnNotice);
      return { title, field };
    }
    if (usedFields.has(field)) {
      report.notice(title, 'Duplicate column, skipped');
      return { title, field: null };
    }
    usedFields.add(field);
    return { title, field };
  });
  report.columns(mapped);
  return mapped.flatMap(({ title, field }) =>
    field === null ? [] : [{ title, field, formats: toFormats(numberFormats.get(title) ?? defaultFormat) }],
  );
};

/** The cells of a row that have a text and no error. NUL characters are left out: databases can't store them. */
export const filledCells = (source: SpreadsheetRow, columns: readonly MappedColumn[]): FilledCell[] => {
  const filled: FilledCell[] = [];
  for (const { title, field, formats } of columns) {
    const text = (source.cells[title] ?? '').replaceAll('\0', '').trim();
    if (text === '' || source.cellErrors?.[title] !== undefined) continue;
    const numberFormat = source.numbers?.has(title) ? formats.number : formats.text;
    filled.push({ row: source.row, title, field, text, numberFormat });
  }
  return filled;
};

export const listCellErrors = (
  { row, error, cellErrors = {}, cells }: SpreadsheetRow,
  columns: readonly MappedColumn[],
): ImportErrors => [
  ...(error ? [{ row, column: '', message: error }] : []),
  ...columns.flatMap(({ title }) => {
    const message = cellErrors[title];
    return message === undefined ? [] : [{ row, column: title, message, value: cells[title] }];
  }),
];

const formatAlternatives = (headers: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(headers.map((title) => `“${title}”`));

/** Throws unless the sheet has at least one of the needed columns. */
export const assertRequiredColumn = (
  columns: readonly MappedColumn[],
  { fields, requiredFields }: { fields: readonly ImportField[]; requiredFields: readonly string[] },
): void => {
  if (requiredFields.some((field) => columns.some((column) => column.field === field))) return;
  const headers = requiredFields.map(
    (field) => fields.find((known) => known.field === field)?.title ?? field,
  );
  throw validationError([
    {
      field: 'excel',
      message: `The sheet has no ${formatAlternatives(headers)} column. Choose the field of a column, or the row that holds the column titles.`,
    },
  ]);
};
