import type { ImportReport } from '#shared/import.ts';

/** A problem in a cell; in the whole row if `column` is empty. */
type ImportError = {
  row: number;
  column: string;
  message: string;
  value?: string | undefined;
};
export type ImportErrors = ImportError[];
type Notice = { column: string; message: string; count: number; rows: number[] };
type Counts = Pick<
  ImportReport,
  'create' | 'update' | 'unchanged' | 'failed' | 'rows' | 'webImages' | 'createdSkus' | 'missingSkus'
>;

/** `field` is null if the column is not imported. */
type MatchedColumn = { title: string; field: string | null };

export type ReportBuilder = {
  row: () => void;
  count: (what: Exclude<keyof Counts, 'failed' | 'rows'>, amount: number) => void;
  /** Adds one failed record with all its errors. */
  fail: (errors: ImportError[]) => void;
  /** Adds a notice about skipped content in one row's cell or in a whole column. */
  notice: (column: string, message: string, row?: number) => void;
  createdCounts: (resource: string, records: number) => void;
  columns: (columns: MatchedColumn[]) => void;
  readonly failed: number;
  readonly rows: number;
  /** Copies the report for an attempt to write, so that a second attempt doesn't count twice. */
  fork: () => ReportBuilder;
  snapshot: () => ReportSoFar;
};

type ReportSoFar = Counts &
  Pick<ImportReport, 'total' | 'moreErrors' | 'createdCounts'> & {
    errors: ImportErrors;
    notices: Notice[];
    columns: MatchedColumn[];
  };

const errorsShown = 1000;
const noticeRowsShown = 5;

type State = {
  counts: Counts;
  errors: ImportError[];
  moreErrors: number;
  notices: Map<string, Notice>;
  createdCounts: Record<string, number>;
  columns: MatchedColumn[];
};

const reportOn = (state: State): ReportBuilder => ({
  row: () => {
    state.counts.rows += 1;
  },
  count: (what, amount) => {
    state.counts[what] += amount;
  },
  fail: (errors) => {
    state.counts.failed += 1;
    const room = errorsShown - state.errors.length;
    state.errors.push(...errors.slice(0, room));
    state.moreErrors += Math.max(0, errors.length - room);
  },
  notice: (column, message, row) => {
    const key = `${column}\n${message}`;
    const known = state.notices.get(key) ?? { column, message, count: 0, rows: [] };
    known.count += 1;
    if (row !== undefined && known.rows.length < noticeRowsShown) known.rows.push(row);
    state.notices.set(key, known);
  },
  createdCounts: (resource, records) => {
    state.createdCounts[resource] = (state.createdCounts[resource] ?? 0) + records;
  },
  columns: (columns) => {
    state.columns = columns;
  },
  get failed() {
    return state.counts.failed;
  },
  get rows() {
    return state.counts.rows;
  },
  fork: () => reportOn(structuredClone(state)),
  snapshot: () => {
    const { create, update, unchanged, failed } = state.counts;
    return {
      total: create + update + unchanged + failed,
      ...state.counts,
      errors: state.errors.toSorted((one, other) => one.row - other.row),
      moreErrors: state.moreErrors,
      notices: [...state.notices.values()],
      createdCounts: state.createdCounts,
      columns: state.columns,
    };
  },
});

export const createReportBuilder = (): ReportBuilder =>
  reportOn({
    counts: {
      ...{ create: 0, update: 0, unchanged: 0, failed: 0, rows: 0 },
      ...{ webImages: 0, createdSkus: 0, missingSkus: 0 },
    },
    errors: [],
    moreErrors: 0,
    notices: new Map(),
    createdCounts: {},
    columns: [],
  });
