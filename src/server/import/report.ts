import type { ImportReport } from '#shared/import.ts';

/** A problem with a cell, by the title of its column; of the whole row where that is empty. */
type ImportError = {
  row: number;
  column: string;
  message: string;
  /** The text of the cell. */
  value?: string | undefined;
};
export type ImportErrors = ImportError[];
/** Something that was passed over, with the first rows where it stands. */
type Notice = { column: string; message: string; count: number; rows: number[] };
type Counts = Pick<
  ImportReport,
  'create' | 'update' | 'unchanged' | 'failed' | 'rows' | 'webImages' | 'createdSkus' | 'missingSkus'
>;

/** A column and its field; null if it is not imported. */
type MatchedColumn = { title: string; field: string | null };

/** A report as it grows. */
export type Report = {
  row: () => void;
  count: (what: Exclude<keyof Counts, 'failed' | 'rows'>, amount: number) => void;
  /** One record fails, for one reason or several. */
  fail: (errors: ImportError[]) => void;
  /** Adds a notice about skipped content in one row's cell or in a whole column. */
  notice: (column: string, message: string, row?: number) => void;
  alsoCreated: (resource: string, records: number) => void;
  columns: (columns: MatchedColumn[]) => void;
  readonly failed: number;
  readonly rows: number;
  /** The same report to go on with: an attempt to write that is made twice must not count twice. */
  fork: () => Report;
  /** As it stands. */
  sofar: () => ReportSoFar;
};

type ReportSoFar = Counts &
  Pick<ImportReport, 'total' | 'moreErrors' | 'alsoCreated'> & {
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
  alsoCreated: Record<string, number>;
  columns: MatchedColumn[];
};

const reportOn = (state: State): Report => ({
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
  alsoCreated: (resource, records) => {
    state.alsoCreated[resource] = (state.alsoCreated[resource] ?? 0) + records;
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
  sofar: () => {
    const { create, update, unchanged, failed } = state.counts;
    return {
      total: create + update + unchanged + failed,
      ...state.counts,
      errors: state.errors.toSorted((one, other) => one.row - other.row),
      moreErrors: state.moreErrors,
      notices: [...state.notices.values()],
      alsoCreated: state.alsoCreated,
      columns: state.columns,
    };
  },
});

/** A report in which nothing is noted yet. */
export const createReport = (): Report =>
  reportOn({
    counts: {
      ...{ create: 0, update: 0, unchanged: 0, failed: 0, rows: 0 },
      ...{ webImages: 0, createdSkus: 0, missingSkus: 0 },
    },
    errors: [],
    moreErrors: 0,
    notices: new Map(),
    alsoCreated: {},
    columns: [],
  });
