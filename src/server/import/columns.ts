import {
  attributeNameOf,
  fieldForHeader,
  type ImportField,
  unknownColumnNotice,
} from '#shared/import-columns.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import { invalid } from '../lib/app-error.ts';
import { type CellReading, defaultReading, type NumberReading } from './parse-cell.ts';
import type { ImportErrors, ReportBuilder } from './report.ts';

export type MappedColumn = { title: string; field: string; reading: NumberReading };

export type FilledCell = { row: number; title: string; field: string; text: string; reading: CellReading };

export type NumberReadings = ReadonlyMap<string, NumberReading>;

const isPossible = (fields: readonly ImportField[], field: string, hasAttributes: boolean) =>
  fields.some((known) => known.field === field) || (hasAttributes && attributeNameOf(field) !== null);

type ColumnMapping = {
  headers: readonly string[];
  fields: readonly ImportField[];
  mapping: ReadonlyMap<string, string>;
  readings: NumberReadings;
  report: ReportBuilder;
  hasAttributes?: boolean;
};

/**
 * Maps the columns of a sheet to fields: by the user's choice, else by their titles. Unknown columns are skipped with a
 * notice.
 */
export const mapColumns = ({
  headers,
  fields,
  mapping,
  readings,
  report,
  hasAttributes = false,
}: ColumnMapping): MappedColumn[] => {
  const taken = new Set<string>();
  const found = headers.map((title) => {
    const said = mapping.get(title);
    if (said && !isPossible(fields, said, hasAttributes)) {
      throw invalid([{ field: 'columns', message: `Column “${title}” can’t be matched to “${said}”` }]);
    }
    const field = said === undefined ? fieldForHeader(title, { fields, hasAttributes }) : said || null;
    if (field === null) {
      if (said === undefined) report.notice(title, unknownColumnNotice);
      return { title, field };
    }
    if (taken.has(field)) {
      report.notice(title, 'Duplicate column, skipped');
      return { title, field: null };
    }
    taken.add(field);
    return { title, field };
  });
  report.columns(found);
  return found.flatMap(({ title, field }) =>
    field === null ? [] : [{ title, field, reading: readings.get(title) ?? defaultReading }],
  );
};

/** The cells of a row that have a text and no problem. NUL characters are left out: databases can't store them. */
export const filledCells = (source: SpreadsheetRow, columns: readonly MappedColumn[]): FilledCell[] =>
  columns
    .map(({ title, field, reading }) => ({
      ...{ title, field, row: source.row },
      text: (source.cells[title] ?? '').replaceAll('\0', '').trim(),
      reading: { ...reading, isNumber: source.numbers?.has(title) ?? false },
    }))
    .filter(({ text, title }) => text !== '' && source.problems?.[title] === undefined);

export const problemsIn = (
  { row, problem, problems = {}, cells }: SpreadsheetRow,
  columns: readonly MappedColumn[],
): ImportErrors => [
  ...(problem ? [{ row, column: '', message: problem }] : []),
  ...columns.flatMap(({ title }) => {
    const message = problems[title];
    return message === undefined ? [] : [{ row, column: title, message, value: cells[title] }];
  }),
];

const eitherOf = (headers: readonly string[]): string =>
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
  throw invalid([
    {
      field: 'excel',
      message: `The sheet has no ${eitherOf(headers)} column. Choose the field of a column, or the row that holds the column titles.`,
    },
  ]);
};
