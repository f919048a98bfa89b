import type { ImportReport } from '#shared/import.ts';

type ImportError = ImportReport['errors'][number];
type Counts = Pick<ImportReport, 'create' | 'update' | 'unchanged' | 'failed' | 'rows'>;

/** A report as it grows. */
export type Report = {
  row: () => void;
  count: (what: 'create' | 'update' | 'unchanged', records: number) => void;
  /** One record fails, for one reason or several. */
  fail: (errors: ImportError[]) => void;
  notice: (column: string, message: string) => void;
  alsoCreated: (resource: string, records: number) => void;
  columns: (columns: ImportReport['columns']) => void;
  readonly failed: number;
  readonly rows: number;
  /** The same report to go on with: an attempt to write that is made twice must not count twice. */
  fork: () => Report;
  /** As it stands. */
  sofar: () => Omit<ImportReport, 'sheet' | 'sheets' | 'fields' | 'isWritten' | 'changeId' | 'failedRows'>;
};

const errorsShown = 1000;

type State = {
  counts: Counts;
  errors: ImportError[];
  moreErrors: number;
  notices: Map<string, ImportReport['notices'][number]>;
  alsoCreated: Record<string, number>;
  columns: ImportReport['columns'];
};

const reportOn = (state: State): Report => ({
  row: () => {
    state.counts.rows += 1;
  },
  count: (what, records) => {
    state.counts[what] += records;
  },
  fail: (errors) => {
    state.counts.failed += 1;
    const room = errorsShown - state.errors.length;
    state.errors.push(...errors.slice(0, room));
    state.moreErrors += Math.max(0, errors.length - room);
  },
  notice: (column, message) => {
    const key = `${column}\n${message}`;
    const known = state.notices.get(key);
    state.notices.set(key, { column, message, count: (known?.count ?? 0) + 1 });
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
    const { create, update, unchanged, failed, rows } = state.counts;
    return {
      total: create + update + unchanged + failed,
      create,
      update,
      unchanged,
      failed,
      rows,
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
    counts: { create: 0, update: 0, unchanged: 0, failed: 0, rows: 0 },
    errors: [],
    moreErrors: 0,
    notices: new Map(),
    alsoCreated: {},
    columns: [],
  });
