import {
  type CellContent,
  fieldForHeader,
  type ImportField,
  parseAttributeField,
  unknownColumnNotice,
} from '#shared/import-columns.ts';
import { normalizeLine } from '#shared/normalize-text.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import { validationError } from '../lib/app-error.ts';
import { decodeCell } from '../records/cell-codes.ts';
import { defaultFormat, type NumberFormat } from './parse-cell.ts';
import type { ImportErrors, ReportBuilder } from './report.ts';

export type NumberFormats = ReadonlyMap<string, NumberFormat>;

export type SheetColumns = {
  headers: string[];
  /** The user's choice of fields, by column title. */
  mapping: ReadonlyMap<string, string>;
  numberFormats: NumberFormats;
};

export type MappedColumn = {
  title: string;
  /** Position of its cells in a row. */
  index: number;
  field: string;
  content: CellContent;
  numberFormat: NumberFormat;
};

type Position = Pick<MappedColumn, 'index' | 'content'>;

export type FilledCell = {
  row: number;
  title: string;
  field: string;
  text: string;
  numberFormat: NumberFormat;
};

const isMappable = (fields: readonly ImportField[], field: string, hasAttributes: boolean) =>
  fields.some((known) => known.field === field) || (hasAttributes && parseAttributeField(field) !== null);

type MappingTarget = { fields: readonly ImportField[]; report: ReportBuilder; hasAttributes?: boolean };

export const findContent = (fields: readonly ImportField[], field: string | null): CellContent =>
  fields.find((known) => known.field === field)?.content ?? 'line';

/**
 * Maps the columns of a sheet to fields: by the user's choice, else by their headers. Unknown columns are skipped with a
 * notice.
 */
export const mapColumns = (
  { headers, mapping, numberFormats }: SheetColumns,
  { fields, report, hasAttributes = false }: MappingTarget,
): MappedColumn[] => {
  const usedFields = new Set<string>();
  const mapped = headers.map((title, index) => {
    const chosenField = mapping.get(title);
    if (chosenField && !isMappable(fields, chosenField, hasAttributes)) {
      throw validationError([{ field: 'columns', message: `Column “${title}” can’t be matched to “${chosenField}”` }]);
    }
    const field = chosenField === undefined ? fieldForHeader(title, { fields, hasAttributes }) : chosenField || null;
    if (field === null) {
      if (chosenField === undefined) report.notice(title, unknownColumnNotice);
      return { title, index, field };
    }
    if (usedFields.has(field)) {
      report.notice(title, 'Duplicate column, skipped');
      return { title, index, field: null };
    }
    usedFields.add(field);
    return { title, index, field };
  });
  report.fields(new Map(mapped.map(({ title, field }) => [title, field])));
  return mapped.flatMap(({ title, index, field }) => {
    if (field === null) return [];
    const numberFormat = numberFormats.get(title) ?? defaultFormat;
    return [{ title, index, field, content: findContent(fields, field), numberFormat }];
  });
};

/** The exact value of a number cell whose shown text can be rounded. */
const findExact = ({ numbers }: TableRow, { index, content }: Position): string | undefined =>
  content === 'number' ? numbers?.find(([at]) => at === index)?.[1] : undefined;

export const readWritten = (source: TableRow, position: Position): string =>
  findExact(source, position) ?? source.cells[position.index] ?? '';

const findCellError = ({ cellErrors }: TableRow, index: number): string | undefined =>
  cellErrors?.findLast(([at]) => at === index)?.[1];

/** The text of a cell, empty if it has an error. NUL characters are left out: databases can't store them. */
export const readText = (source: TableRow, position: Position): string => {
  const { index, content } = position;
  if (findCellError(source, index) !== undefined) return '';
  const text = readWritten(source, position);
  if (content === 'line' || content === 'number') return normalizeLine(text);
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).trim();
};

/** The cells of a row that have a text and no error. */
export const filledCells = (
  source: TableRow,
  { columns, report }: { columns: readonly MappedColumn[]; report: ReportBuilder },
): FilledCell[] => {
  const { row } = source;
  const filled: FilledCell[] = [];
  for (const column of columns) {
    const { title, field, content } = column;
    const written = readText(source, column);
    if (written === '') continue;
    const { text, notices } = decodeCell(written, content);
    for (const notice of notices) report.notice(title, notice, row);
    // The exact value of a number cell has a decimal point.
    const isExact = findExact(source, column) !== undefined;
    const numberFormat = isExact ? { ...column.numberFormat, decimal: '.' as const } : column.numberFormat;
    filled.push({ row, title, field, text, numberFormat });
  }
  return filled;
};

export const listCellErrors = (source: TableRow, columns: readonly MappedColumn[]): ImportErrors => {
  const { row, error, cells } = source;
  const errors: ImportErrors = error ? [{ row, column: '', message: error }] : [];
  if (!source.cellErrors) return errors;
  for (const { title, index } of columns) {
    const message = findCellError(source, index);
    if (message !== undefined) errors.push({ row, column: title, message, value: cells[index] });
  }
  return errors;
};

const formatAlternatives = (headers: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(headers.map((title) => `“${title}”`));

/** Throws unless the sheet has at least one of the needed columns. */
export const assertRequiredColumn = (
  columns: readonly MappedColumn[],
  { fields, requiredFields }: { fields: readonly ImportField[]; requiredFields: readonly string[] },
): void => {
  if (requiredFields.some((field) => columns.some((column) => column.field === field))) return;
  const headers = requiredFields.map((field) => fields.find((known) => known.field === field)?.title ?? field);
  throw validationError([
    {
      field: 'excel',
      message: `The sheet has no ${formatAlternatives(headers)} column. Choose the field of a column, or the row that holds the column titles.`,
    },
  ]);
};
