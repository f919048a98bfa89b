import { parseFileNameColumn } from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { requiredMessageFor } from '#shared/resource-kit/values.ts';
import type { TableRow } from '../../../spreadsheet/table.ts';
import { filesColumn } from '../../database/schema.ts';
import type { Row } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Notices, prepareValues } from '../../records/prepare-values.ts';
import { getFileInfos } from '../../records/record-files.ts';
import { type FilledCell, filledCells, listCellErrors, type MappedColumn, readText } from '../columns.ts';
import type { ImportContext } from '../importer.ts';
import { parseCell } from '../parse-cell.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';

export type NamedReference = { field: string; name: string; title: string };

export type ParsedRow = {
  row: number;
  values: Row;
  references: NamedReference[];
};

type RowPlace = { row: number; headerFor: (field: string) => string };

export const toRowErrors = (error: AppError, { row, headerFor }: RowPlace): ImportErrors =>
  error.errors?.map(({ field, message }) => ({ row, column: headerFor(field), message })) ?? [
    { row, column: '', message: error.message },
  ];

type RecordContext = { resource: Resource; report: ReportBuilder };
type RowContext = RecordContext & { context: ImportContext };
type RowOptions = RowContext &
  Pick<RowPlace, 'headerFor'> & { columns: readonly MappedColumn[]; requiredField: string };

/** Adds the values of cells to those of a record. References stay names. */
export const readFields = (cells: readonly FilledCell[], { resource, report }: RecordContext, values: Row = {}) => {
  const references: NamedReference[] = [];
  const errors: ImportErrors = [];
  for (const { row, title, field: name, text, numberFormat } of cells) {
    const named = parseFileNameColumn(resource, name);
    if (named !== null) values[filesColumn] = { ...getFileInfos(values), [named]: { name: text } };
    const field = resource.fields[name];
    if (!field) continue;
    if (isReferenceField(field)) {
      references.push({ field: name, name: text, title });
      continue;
    }
    const read = parseCell(field, text, numberFormat);
    if ('value' in read) values[name] = read.value;
    if ('notice' in read && read.notice) report.notice(title, read.notice, row);
    if ('error' in read) errors.push({ row, column: title, message: read.error });
  }
  return { values, references, errors };
};

/** Converts values to their stored form and returns their errors by cell. */
export const prepareRow = async (
  values: Row,
  { resource, context, report, row, headerFor }: RowContext & RowPlace,
): Promise<{ values: Row; errors: ImportErrors }> => {
  try {
    const notices: Notices = [];
    const prepared = await prepareValues({ resource, values, files: context.fileTransaction, notices });
    for (const { field, message } of notices) report.notice(headerFor(field), message, row);
    return { values: prepared, errors: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { values, errors: toRowErrors(error, { row, headerFor }) };
  }
};

/** Parses a row; null if it fails. Every row must fill `requiredFields`, even for an existing record. */
export const parseRow = async (
  source: TableRow,
  { columns, requiredField, ...rest }: RowOptions,
): Promise<ParsedRow | null> => {
  const { resource, report, headerFor } = rest;
  const { row } = source;
  const { values, references, errors } = readFields(filledCells(source, { columns, report }), rest);
  errors.unshift(...listCellErrors(source, columns));
  const required = resource.fields[requiredField];
  const column = headerFor(requiredField);
  if (required && !errors.some((error) => error.column === column) && !values[requiredField]) {
    errors.push({ row, column, message: requiredMessageFor(required) });
  }
  const prepared = await prepareRow(values, { ...rest, row });
  errors.push(...prepared.errors);
  if (errors.length === 0) return { row, values: prepared.values, references };
  const textOf = (title: string) => {
    const column = columns.find((each) => each.title === title);
    return column && readText(source, column);
  };
  report.fail(errors.map((error) => ({ value: textOf(error.column), ...error })));
  return null;
};
