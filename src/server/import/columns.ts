import { attributeOf, fieldOfTitle, type KnownField, unknownColumnNotice } from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { isIdField } from '#shared/resource/fields.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import { invalid } from '../lib/failure.ts';
import { type CellReading, defaultReading, type NumberReading } from './cells.ts';
import type { ImportErrors, Report } from './report.ts';

/** Whether a field of a resource stands for another record. */
export const isReference = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name];
  return field !== undefined && isIdField(field);
};

/** An imported column: its title, its field and its number format. */
export type Column = { title: string; field: string; reading: NumberReading };

/** How the numbers of each column are read, by title. */
export type NumberReadings = ReadonlyMap<string, NumberReading>;

const isPossible = (fields: readonly KnownField[], field: string, hasAttributes: boolean) =>
  fields.some((known) => known.field === field) || (hasAttributes && attributeOf(field) !== null);

/**
 * Finds out what the columns of a sheet are: what somebody said of them, else what their titles say. A column that
 * is nothing known is passed over with a notice.
 */
export const findColumns = ({
  titles,
  fields,
  mapping,
  readings,
  report,
  hasAttributes = false,
}: {
  titles: readonly string[];
  fields: readonly KnownField[];
  mapping: ReadonlyMap<string, string>;
  readings: NumberReadings;
  report: Report;
  hasAttributes?: boolean;
}): Column[] => {
  const taken = new Set<string>();
  const found = titles.map((title) => {
    const said = mapping.get(title);
    if (said && !isPossible(fields, said, hasAttributes)) {
      throw invalid([{ field: 'columns', message: `Column “${title}” can’t be matched to “${said}”` }]);
    }
    const field = said === undefined ? fieldOfTitle(title, { fields, hasAttributes }) : said || null;
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

/** The text of a cell, which no database keeps with a zero character in it. */
export const cellOf = ({ cells }: SpreadsheetRow, title: string): string =>
  (cells[title] ?? '').replaceAll('\0', '').trim();

/** How a cell of a column is read. */
export const readingOf = ({ numbers }: SpreadsheetRow, { title, reading }: Column): CellReading => ({
  ...reading,
  isNumber: numbers?.has(title) ?? false,
});

/** Problems that reading the file found in a row or its imported cells. */
export const problemsIn = (
  { row, problem, problems = {}, cells }: SpreadsheetRow,
  columns: readonly Column[],
): ImportErrors => [
  ...(problem ? [{ row, column: '', message: problem }] : []),
  ...columns.flatMap(({ title }) => {
    const message = problems[title];
    return message === undefined ? [] : [{ row, column: title, message, value: cells[title] }];
  }),
];

const eitherOf = (titles: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(titles.map((title) => `“${title}”`));

/** Refuses a sheet that lacks a column without which there is nothing to import. */
export const refuseMissingColumn = (
  columns: readonly Column[],
  { fields, needed }: { fields: readonly KnownField[]; needed: readonly string[] },
): void => {
  if (needed.some((field) => columns.some((column) => column.field === field))) return;
  const titles = needed.map((field) => fields.find((known) => known.field === field)?.title ?? field);
  throw invalid([
    {
      field: 'excel',
      message: `The sheet has no ${eitherOf(titles)} column. Choose the field of a column, or the row that holds the column titles.`,
    },
  ]);
};
