// Limits in CSS pixels.
const minWidth = 64;
const minSharedWidth = 96;
const mainColumnMinWidth = 180;
export const maxColumnWidth = 960;

// In rem.
const actionsWidth = 9.5;

// Minimum space between pinned columns, so that the scrolling ones remain readable.
const minScrollingWidth = 160;

/** In rem. */
export const selectColumnWidth = 2.75;

/** Widths set by the user, in rem by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;

type SizedColumn = { id: string; width?: string; isMain?: boolean; isActions?: boolean };

type Space = {
  /** In pixels, without the checkbox column. */
  available: number;
  rem: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const numberIn = (width: string | undefined, unit: 'rem' | '%'): number | undefined =>
  width?.endsWith(unit) ? Number.parseFloat(width) : undefined;

export const minWidthOf = ({ isMain }: { isMain?: boolean }): number =>
  isMain ? mainColumnMinWidth : minWidth;

const leastOf = (column: SizedColumn, rem: number): number => {
  if (column.isActions) return actionsWidth * rem;
  // Columns with a small share have little content.
  const share = numberIn(column.width, '%') ?? 100;
  return Math.max(minWidthOf(column), Math.min(minSharedWidth, share * 10));
};

// Divides room in proportion to `wanted`, giving each column at least `least`.
const shareRoom = (
  room: number,
  wants: readonly { id: string; wanted: number; least: number }[],
): [string, number][] => {
  const scale = room / Math.max(1, sum(wants.map(({ wanted }) => wanted)));
  const short = wants.filter(({ wanted, least }) => wanted * scale < least);
  if (short.length === 0) return wants.map(({ id, wanted }) => [id, Math.floor(wanted * scale)]);
  const rest = wants.filter((want) => !short.includes(want));
  const settled = short.map(({ id, least }): [string, number] => [id, least]);
  return [...settled, ...shareRoom(room - sum(short.map(({ least }) => least)), rest)];
};

/**
 * Returns column widths in pixels. Resized columns and those with a width in rem keep it, the others share the rest.
 * If that is too little, the table becomes wider than its container and scrolls.
 */
export const fitColumns = (
  columns: readonly SizedColumn[],
  { available, rem }: Space,
  chosen: ColumnWidths = {},
): Record<string, number> => {
  const fixed = new Map<string, number>();
  for (const column of columns) {
    const own = chosen[column.id];
    const declared = numberIn(column.width, 'rem');
    if (own !== undefined) fixed.set(column.id, Math.max(minWidthOf(column), own * rem));
    else if (declared !== undefined) fixed.set(column.id, declared * rem);
  }
  const flexible = columns.filter(({ id }) => !fixed.has(id));
  const room = available - sum([...fixed.values()]);
  const shares = flexible.map(({ width }) => ((numberIn(width, '%') ?? 0) / 100) * available);
  const equalCount = shares.filter((share) => share === 0).length;
  const equal = Math.max(1, (room - sum(shares)) / Math.max(1, equalCount));
  const wants = flexible.map((column, index) => ({
    id: column.id,
    wanted: shares[index] || equal,
    least: leastOf(column, rem),
  }));
  return Object.fromEntries([...fixed, ...shareRoom(room, wants)]);
};

/** Returns the columns to pin. At the start: all up to the main one, or only the first if there is too little room. */
export const findPinned = (
  columns: readonly SizedColumn[],
  { available }: Pick<Space, 'available'>,
  sizes: Readonly<Record<string, number>>,
): { start: string[]; end: string[] } => {
  const idsOf = (pinned: readonly SizedColumn[]) => pinned.map(({ id }) => id);
  const end = idsOf(columns.filter(({ isActions }) => isActions));
  const others = columns.filter(({ isActions }) => !isActions);
  const hasRoom = (start: readonly string[]) =>
    sum([...start, ...end].map((id) => sizes[id] ?? 0)) + minScrollingWidth <= available;
  const upToMain = idsOf(others.slice(0, others.findIndex(({ isMain }) => isMain) + 1));
  const start = [upToMain, idsOf(others.slice(0, 1))].find((ids) => ids.length > 0 && hasRoom(ids)) ?? [];
  return { start, end };
};
