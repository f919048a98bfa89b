import { fieldOfFileName } from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { requiredMessageFor } from '#shared/resource/values.ts';
import type { SpreadsheetRow } from '../../../spreadsheet/row.ts';
import { filesColumn } from '../../database/codec.ts';
import type { Row } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Notices, prepareValues } from '../../records/prepare-values.ts';
import { filesOf } from '../../records/record-files.ts';
import { getCellText, isReference, type MappedColumn, problemsIn, readingOf } from '../columns.ts';
import type { ImportContext } from '../importer.ts';
import { parseCell } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';

export type NamedReference = { field: string; name: string; title: string };

export type ParsedRow = {
  row: number;
  values: Row;
  references: NamedReference[];
};

const headerOfField = (columns: readonly MappedColumn[], resource: Resource, field: string): string =>
  columns.find((column) => column.field === field)?.title ?? resource.fields[field]?.label ?? field;

export const toRowErrors = (
  failure: AppError,
  { row, headerFor }: { row: number; headerFor: (field: string) => string },
): ImportErrors =>
  failure.errors?.map(({ field, message }) => ({ row, column: headerFor(field), message })) ?? [
    { row, column: '', message: failure.message },
  ];

/** Adds the original name of a file to the values, in the shape of a request body. */
export const addFileName = (
  values: Row,
  { resource, column, text }: { resource: Resource; column: string; text: string },
): void => {
  const field = fieldOfFileName(resource, column);
  if (field !== null && text !== '') values[filesColumn] = { ...filesOf(values), [field]: { name: text } };
};

const readCells = (
  source: SpreadsheetRow,
  {
    resource,
    columns,
    report,
  }: { resource: Resource; columns: readonly MappedColumn[]; report: ReportBuilder },
): { values: Row; references: NamedReference[]; errors: ImportErrors } => {
  const values: Row = {};
  const references: NamedReference[] = [];
  const errors = problemsIn(source, columns);
  for (const column of columns) {
    const { title, field: name } = column;
    const field = resource.fields[name];
    const text = getCellText(source, title);
    addFileName(values, { resource, column: name, text });
    if (!field || text === '' || source.problems?.[title] !== undefined) continue;
    if (isReference(resource, name)) {
      references.push({ field: name, name: text, title });
      continue;
    }
    const read = parseCell(field, text, readingOf(source, column));
    if ('value' in read) values[name] = read.value;
    else if ('notice' in read) report.notice(title, read.notice);
    else errors.push({ row: source.row, column: title, message: read.problem });
  }
  return { values, references, errors };
};

/** Converts values to their stored form and returns their errors by cell. */
export const prepareRow = async (
  values: Row,
  {
    resource,
    context,
    row,
    headerFor,
    report,
  }: {
    resource: Resource;
    context: ImportContext;
    row: number;
    headerFor: (field: string) => string;
    report: ReportBuilder;
  },
): Promise<{ values: Row; errors: ImportErrors }> => {
  try {
    const notices: Notices = [];
    const prepared = await prepareValues({ resource, values, files: context.fileTransaction, notices });
    for (const { field, message } of notices) report.notice(headerFor(field), message);
    return { values: prepared, errors: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { values, errors: toRowErrors(error, { row, headerFor }) };
  }
};

/** Parses a row; null if it fails. */
export const parseRow = async (
  source: SpreadsheetRow,
  {
    resource,
    columns,
    requiredFields,
    context,
    report,
  }: {
    resource: Resource;
    columns: readonly MappedColumn[];
    /** The field that every row must fill, even for an existing record. */
    requiredFields: string;
    context: ImportContext;
    report: ReportBuilder;
  },
): Promise<ParsedRow | null> => {
  const { row } = source;
  const headerFor = (field: string) => headerOfField(columns, resource, field);
  const read = readCells(source, { resource, columns, report });
  const errors = [...read.errors];
  const field = resource.fields[requiredFields];
  if (
    field &&
    !errors.some(({ column }) => column === headerFor(requiredFields)) &&
    !read.values[requiredFields]
  ) {
    errors.push({ row, column: headerFor(requiredFields), message: requiredMessageFor(field) });
  }
  const prepared = await prepareRow(read.values, { resource, context, row, headerFor, report });
  errors.push(...prepared.errors);
  if (errors.length === 0) return { row, values: prepared.values, references: read.references };
  report.fail(errors.map((error) => ({ value: source.cells[error.column], ...error })));
  return null;
};
