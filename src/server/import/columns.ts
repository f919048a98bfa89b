import { attributeOf, fieldOfTitle, type KnownField } from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { isIdField } from '#shared/resource/fields.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import { invalid } from '../failure.ts';
import type { Report } from './report.ts';

/** Whether a field of a resource stands for another record. */
export const isReference = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name];
  return field !== undefined && isIdField(field);
};

/** A column that is known: where its cells stand and what they are. */
export type Column = { title: string; field: string };

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
  report,
  hasAttributes = false,
}: {
  titles: readonly string[];
  fields: readonly KnownField[];
  mapping: ReadonlyMap<string, string>;
  report: Report;
  hasAttributes?: boolean;
}): Column[] => {
  const taken = new Set<string>();
  const found = titles.map((title) => {
    const said = mapping.get(title);
    if (said && !isPossible(fields, said, hasAttributes)) {
      throw invalid([{ field: 'columns', message: `The column "${title}" cannot be taken for "${said}"` }]);
    }
    const field = said === undefined ? fieldOfTitle(title, { fields, hasAttributes }) : said || null;
    if (field === null) {
      if (said === undefined) report.notice(title, 'This column is not known and was passed over');
      return { title, field };
    }
    if (taken.has(field)) {
      report.notice(title, 'Another column holds the same, and this one was passed over');
      return { title, field: null };
    }
    taken.add(field);
    return { title, field };
  });
  report.columns(found);
  return found.flatMap(({ title, field }) => (field === null ? [] : [{ title, field }]));
};

/** The text of a cell, which no database keeps with a zero character in it. */
export const cellOf = ({ cells }: SpreadsheetRow, title: string): string =>
  (cells[title] ?? '').replaceAll('\0', '').trim();

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
      message: `The sheet has no column "${titles.join('" or "')}". The first row must hold the titles of the columns`,
    },
  ]);
};
