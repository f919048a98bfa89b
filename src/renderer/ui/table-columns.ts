import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** A CSS width in rem or %; columns without one share the rest. */
  width?: string;
  /** Sort field of the API; without it, the column can't be sorted. */
  sortName?: string;
  /** Shows the title of the row. */
  isMain?: boolean;
  /** Right-aligned, so that digits line up. */
  isNumeric?: boolean;
  /** Shown only if the user chooses it, or in wide windows too. */
  isHiddenByDefault?: boolean | 'narrow';
  /** Contains buttons: pinned to the end of the row and hidden in print. */
  isActions?: boolean;
};

// Limits in rem, so that they grow with the text.
const minWidth = 4;
const minSharedWidth = 6.25;
const mainColumnMinWidth = 11.25;
export const maxColumnWidth = 60;
const actionsWidth = 9.5;
export const selectColumnWidth = 2.75;

// Minimum space between pinned columns, so that the scrolling ones remain readable.
const minScrollingWidth = 10;

// Minimum of the main column in view beside the pinned actions.
const minMainInView = 6;

/** Widths set by the user, in rem by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** `contentWidth`: of its widest number, in pixels. */
type SizedColumn = {
  id: string;
  width?: string;
  isMain?: boolean;
  isActions?: boolean;
  contentWidth?: number | undefined;
};

type Space = {
  /** In pixels, without the checkbox column. */
  available: number;
  /** In pixels. */
  rem: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const parseWidth = (width: string | undefined, unit: 'rem' | '%'): number | undefined =>
  width?.endsWith(unit) ? Number.parseFloat(width) : undefined;

/** In rem. */
export const getMinWidth = ({ isMain }: { isMain?: boolean }): number => (isMain ? mainColumnMinWidth : minWidth);

const getMinSharedWidth = (column: SizedColumn, rem: number): number => {
  if (column.isActions) return actionsWidth * rem;
  // Columns with a small share have little content.
  const share = parseWidth(column.width, '%') ?? 100;
  const shared = Math.max(getMinWidth(column) * rem, Math.min(minSharedWidth * rem, share * 10));
  return Math.max(shared, column.contentWidth ?? 0);
};

// Distributes the width in proportion to `preferred`, with at least `min` for each column.
const distributeWidth = (
  freeWidth: number,
  requests: readonly { id: string; preferred: number; min: number }[],
): [string, number][] => {
  const scale = freeWidth / Math.max(1, sum(requests.map(({ preferred }) => preferred)));
  const tooNarrow = requests.filter(({ preferred, min }) => preferred * scale < min);
  if (tooNarrow.length === 0) return requests.map(({ id, preferred }) => [id, Math.floor(preferred * scale)]);
  const rest = requests.filter((request) => !tooNarrow.includes(request));
  const minimums = tooNarrow.map(({ id, min }): [string, number] => [id, min]);
  return [...minimums, ...distributeWidth(freeWidth - sum(tooNarrow.map(({ min }) => min)), rest)];
};

/**
 * Returns column widths in pixels. Resized columns and those with a width in rem keep it, the others share the rest.
 * A column is never narrower than its numbers, which can't be cut. If that is too little, the table becomes wider than its container and scrolls.
 */
export const fitColumns = (
  columns: readonly SizedColumn[],
  { available, rem }: Space,
  customWidths: ColumnWidths = {},
): Record<string, number> => {
  const fixed = new Map<string, number>();
  for (const column of columns) {
    const customWidth = customWidths[column.id];
    const declaredRem = parseWidth(column.width, 'rem');
    if (customWidth !== undefined) fixed.set(column.id, Math.max(getMinWidth(column), customWidth) * rem);
    else if (declaredRem !== undefined) fixed.set(column.id, Math.max(declaredRem * rem, column.contentWidth ?? 0));
  }
  const flexible = columns.filter(({ id }) => !fixed.has(id));
  const freeWidth = available - sum([...fixed.values()]);
  const shares = flexible.map(({ width }) => ((parseWidth(width, '%') ?? 0) / 100) * available);
  const equalCount = shares.filter((share) => share === 0).length;
  const equalShare = Math.max(1, (freeWidth - sum(shares)) / Math.max(1, equalCount));
  const requests = flexible.map((column, index) => ({
    id: column.id,
    preferred: shares[index] || equalShare,
    min: getMinSharedWidth(column, rem),
  }));
  return Object.fromEntries([...fixed, ...distributeWidth(freeWidth, requests)]);
};

/**
 * Returns the columns to pin: the actions and all columns up to the main one or, with less room, only the main one,
 * which says what the other values belong to. The actions stay where they are if they would hide it.
 */
export const findPinned = (
  columns: readonly SizedColumn[],
  { available, rem }: Space,
  sizes: Readonly<Record<string, number>>,
): { start: string[]; end: string[] } => {
  const getIds = (pinned: readonly SizedColumn[]) => pinned.map(({ id }) => id);
  const actions = getIds(columns.filter(({ isActions }) => isActions));
  const dataColumns = columns.filter(({ isActions }) => !isActions);
  const hasRoom = (ids: readonly string[], scrollingWidth: number) =>
    sum(ids.map((id) => sizes[id] ?? 0)) + scrollingWidth * rem <= available;
  const mainIndex = Math.max(
    0,
    dataColumns.findIndex(({ isMain }) => isMain),
  );
  const upToMain = getIds(dataColumns.slice(0, mainIndex + 1));
  const main = upToMain.slice(-1);
  const end = hasRoom([...upToMain.slice(0, -1), ...actions], minMainInView) ? actions : [];
  const choices = [
    { start: upToMain, end },
    { start: main, end },
    { start: main, end: [] },
  ];
  const chosen = choices.find(
    ({ start, end: last }) => start.length > 0 && hasRoom([...start, ...last], minScrollingWidth),
  );
  return chosen ?? { start: [], end };
};
