import type { ImportReport } from '#shared/import.ts';
import { type ImportField, untitledColumnNotice } from '#shared/import-columns.ts';
import type { Spreadsheet } from '../../spreadsheet/read.ts';

/** A problem in a cell; in the whole row if `column` is empty. */
export type ImportErrors = { row: number; column: string; message: string; value?: string | undefined }[];
type Sheet = Omit<Spreadsheet, 'batches' | 'close' | 'format' | 'topRows'>;

const maxErrors = 1000;
const maxNoticeCells = 5;
const maxValueLength = 200;

const emptyReport = () => ({
  counts: { create: 0, update: 0, unchanged: 0, failed: 0, rows: 0, webImages: 0, createdSkus: 0, missingSkus: 0 },
  errors: [] as ImportReport['errors'],
  moreErrors: 0,
  notices: new Map<string, ImportReport['notices'][number]>(),
  createdCounts: {} as Record<string, number>,
  /** The field of each column by title; null if it is not imported. */
  fields: new Map<string, string | null>(),
});

/** The records of a sheet that an import has read and written so far. */
export class ReportBuilder {
  readonly #sheet: Sheet;
  #report = emptyReport();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    const { profile, rowsAbove } = sheet;
    for (let row = 0; row < rowsAbove; row += 1) this.notice('', 'Rows above the header, skipped');
    for (const { row, message } of profile.rowNotices) this.notice('', message, row);
    for (const { title, letter } of profile.columns) {
      if (title === '') this.notice(`Column ${letter}`, untitledColumnNotice);
    }
  }

  row(): void {
    this.#report.counts.rows += 1;
  }

  count(kind: 'create' | 'update' | 'unchanged' | 'webImages' | 'createdSkus' | 'missingSkus', amount: number): void {
    this.#report.counts[kind] += amount;
  }

  /** A cell reference such as D17; null if the sheet has no such column. */
  #toCell(row: number, column: string): string | null {
    const letter = this.#sheet.letters[this.#sheet.columns.indexOf(column)];
    return letter === undefined ? null : `${letter}${row}`;
  }

  /** Adds one failed record with all its errors. */
  fail(errors: ImportErrors): void {
    const report = this.#report;
    report.counts.failed += 1;
    const remaining = maxErrors - report.errors.length;
    for (const { row, column, message, value } of errors.slice(0, remaining)) {
      const cell = this.#toCell(row, column);
      report.errors.push({ row, column, cell, value: value?.slice(0, maxValueLength) ?? null, message });
    }
    report.moreErrors += Math.max(0, errors.length - remaining);
  }

  /** Adds a notice about skipped content in one row's cell or in a whole column. */
  notice(column: string, message: string, row?: number): void {
    const { notices } = this.#report;
    const key = `${column}\n${message}`;
    const entry = notices.get(key) ?? { column, message, count: 0 };
    entry.count += 1;
    if (row !== undefined && (entry.cells?.length ?? 0) < maxNoticeCells) {
      entry.cells = [...(entry.cells ?? []), this.#toCell(row, column) ?? `row ${row}`];
    }
    notices.set(key, entry);
  }

  createdCounts(resource: string, records: number): void {
    const { createdCounts } = this.#report;
    createdCounts[resource] = (createdCounts[resource] ?? 0) + records;
  }

  fields(fields: Map<string, string | null>): void {
    this.#report.fields = fields;
  }

  get failed(): number {
    return this.#report.counts.failed;
  }

  /** Copies the report for an attempt to write, so that a second attempt doesn't count twice. */
  fork(): ReportBuilder {
    const copy = new ReportBuilder(this.#sheet);
    copy.#report = structuredClone(this.#report);
    return copy;
  }

  /** `changeId` is that of the written change; null if nothing was written. */
  finish(importFields: readonly ImportField[], changeId: string | null): ImportReport {
    const { counts, notices, errors, moreErrors, createdCounts, fields } = this.#report;
    const { sheet, sheets, headerRow, profile } = this.#sheet;
    return {
      total: counts.create + counts.update + counts.unchanged + counts.failed,
      ...counts,
      moreErrors,
      createdCounts,
      sheet,
      sheets,
      headerRow,
      errors: errors.toSorted((a, b) => a.row - b.row),
      notices: [...notices.values()],
      columns: profile.columns.map(({ title, letter, filled }) => {
        return { title, letter, filled, field: fields.get(title) ?? null };
      }),
      failedRows: [],
      fields: importFields.map(({ field, title }) => ({ field, title })),
      isWritten: changeId !== null,
      changeId,
    };
  }
}
