import {
  attributeNameOf,
  fieldForHeader,
  type ImportField,
  unknownColumnNotice,
} from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { isReferenceField } from '#shared/resource/fields.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import { invalid } from '../lib/app-error.ts';
import { type CellReading, defaultReading, type NumberReading } from './parse-cell.ts';
import type { ImportErrors, ReportBuilder } from './report.ts';

export const isReference = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name];
  return field !== undefined && isReferenceField(field);
};

export type MappedColumn = { title: string; field: string; reading: NumberReading };

export type NumberReadings = ReadonlyMap<string, NumberReading>;

const isPossible = (fields: readonly ImportField[], field: string, hasAttributes: boolean) =>
  fields.some((known) => known.field === field) || (hasAttributes && attributeNameOf(field) !== null);

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
}: {
  headers: readonly string[];
  fields: readonly ImportField[];
  mapping: ReadonlyMap<string, string>;
  readings: NumberReadings;
  report: ReportBuilder;
  hasAttributes?: boolean;
}): MappedColumn[] => {
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

/** The text of a cell without NUL characters, which databases can't store. */
export const getCellText = ({ cells }: SpreadsheetRow, title: string): string =>
  (cells[title] ?? '').replaceAll('\0', '').trim();

export const readingOf = ({ numbers }: SpreadsheetRow, { title, reading }: MappedColumn): CellReading => ({
  ...reading,
  isNumber: numbers?.has(title) ?? false,
});

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
