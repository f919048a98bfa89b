/** A problem in a cell; in the whole row if `column` is empty. */
export type ImportErrors = { row: number; column: string; message: string; value?: string | undefined }[];
type Notice = { column: string; message: string; count: number; rows: number[] };

/** `field` is null if the column is not imported. */
type MatchedColumn = { title: string; field: string | null };

const maxErrors = 1000;
const maxNoticeRows = 5;

const emptyReport = () => ({
  counts: {
    create: 0,
    update: 0,
    unchanged: 0,
    failed: 0,
    rows: 0,
    webImages: 0,
    createdSkus: 0,
    missingSkus: 0,
  },
  errors: [] as ImportErrors,
  moreErrors: 0,
  notices: new Map<string, Notice>(),
  createdCounts: {} as Record<string, number>,
  columns: [] as MatchedColumn[],
});

/** The records that an import has read and written so far. */
export class ReportBuilder {
  #report = emptyReport();

  row(): void {
    this.#report.counts.rows += 1;
  }

  count(kind: 'create' | 'update' | 'unchanged' | 'webImages' | 'createdSkus' | 'missingSkus', amount: number): void {
    this.#report.counts[kind] += amount;
  }

  /** Adds one failed record with all its errors. */
  fail(errors: ImportErrors): void {
    const report = this.#report;
    report.counts.failed += 1;
    const remaining = maxErrors - report.errors.length;
    report.errors.push(...errors.slice(0, remaining));
    report.moreErrors += Math.max(0, errors.length - remaining);
  }

  /** Adds a notice about skipped content in one row's cell or in a whole column. */
  notice(column: string, message: string, row?: number): void {
    const { notices } = this.#report;
    const key = `${column}\n${message}`;
    const entry = notices.get(key) ?? { column, message, count: 0, rows: [] };
    entry.count += 1;
    if (row !== undefined && entry.rows.length < maxNoticeRows) entry.rows.push(row);
    notices.set(key, entry);
  }

  createdCounts(resource: string, records: number): void {
    const { createdCounts } = this.#report;
    createdCounts[resource] = (createdCounts[resource] ?? 0) + records;
  }

  columns(columns: MatchedColumn[]): void {
    this.#report.columns = columns;
  }

  get failed(): number {
    return this.#report.counts.failed;
  }

  /** Copies the report for an attempt to write, so that a second attempt doesn't count twice. */
  fork(): ReportBuilder {
    const copy = new ReportBuilder();
    copy.#report = structuredClone(this.#report);
    return copy;
  }

  snapshot() {
    const { counts, notices, errors, ...others } = this.#report;
    return {
      total: counts.create + counts.update + counts.unchanged + counts.failed,
      ...counts,
      ...others,
      errors: errors.toSorted((a, b) => a.row - b.row),
      notices: [...notices.values()],
    };
  }
}
