import type { ImportReport } from '#shared/import.ts';
import { untitledColumnNotice } from '#shared/import-columns.ts';
import type { Spreadsheet } from '../../spreadsheet/read.ts';
import type { ReportBuilder } from './report.ts';

/** A cell reference such as D17; null if the sheet has no such column. */
export const cellReference = (
  { columns, letters }: Pick<Spreadsheet, 'columns' | 'letters'>,
  { row, column }: { row: number; column: string },
): string | null => {
  const letter = letters[columns.indexOf(column)];
  return letter === undefined ? null : `${letter}${row}`;
};

export const buildReportedColumns = (
  { profile }: Pick<Spreadsheet, 'profile'>,
  matched: readonly { title: string; field: string | null }[],
): ImportReport['columns'] => {
  const fields = new Map(matched.map(({ title, field }) => [title, field]));
  return (profile?.columns ?? []).map(({ title, letter, filled }) => ({
    ...{ title, letter, filled },
    field: title === '' ? null : (fields.get(title) ?? null),
  }));
};

export const addSkippedNotices = (
  { profile, rowsAbove }: Pick<Spreadsheet, 'profile' | 'rowsAbove'>,
  report: ReportBuilder,
): void => {
  for (let row = 0; row < rowsAbove; row += 1) report.notice('', 'Rows above the header, skipped');
  for (const { row, message } of profile?.rowNotices ?? []) report.notice('', message, row);
  for (const { title, letter } of profile?.columns ?? []) {
    if (title === '') report.notice(`Column ${letter}`, untitledColumnNotice);
  }
};
