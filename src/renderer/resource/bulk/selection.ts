/** A record as far as choosing it goes. */
export type Selectable = { id: string; title: string };

/** Which records of a list are chosen, on whichever pages they are. */
export type Selection = {
  titles: ReadonlyMap<string, string>;
  /** All that the list finds, also those on pages that were never seen. */
  isAll: boolean;
  /** The one that was chosen last: a range begins there. */
  anchorId: string | null;
};

export const noSelection: Selection = { titles: new Map(), isAll: false, anchorId: null };

/** All that the list finds. */
export const allSelected: Selection = { ...noSelection, isAll: true };

export const isSelected = ({ isAll, titles }: Selection, id: string): boolean => isAll || titles.has(id);

const withRows = (selection: Selection, rows: readonly Selectable[], isOn: boolean): Selection => {
  const titles = new Map(selection.titles);
  for (const { id, title } of rows) {
    if (isOn) titles.set(id, title);
    else titles.delete(id);
  }
  return { ...selection, titles };
};

/** Of all that the list finds, what is in sight: from there on records are chosen one by one. */
const inSight = (selection: Selection, rows: readonly Selectable[]): Selection =>
  selection.isAll ? withRows(noSelection, rows, true) : selection;

/** Chooses a row of the page, or takes it back; with `isRange` all from the last one to it. */
export const toggleRow = (
  current: Selection,
  { id, rows, isRange }: { id: string; rows: readonly Selectable[]; isRange: boolean },
): Selection => {
  const selection = inSight(current, rows);
  const to = rows.findIndex((row) => row.id === id);
  const anchor = isRange ? rows.findIndex((row) => row.id === selection.anchorId) : -1;
  const from = anchor < 0 ? to : anchor;
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  // A range takes the state of where it began, as in every list of files.
  const isOn = anchor < 0 ? !selection.titles.has(id) : isSelected(selection, rows[anchor]?.id ?? '');
  return { ...withRows(selection, range, isOn), anchorId: id };
};

/** Without a record that is there no more. */
export const withoutRow = (selection: Selection, id: string): Selection =>
  selection.titles.has(id) ? withRows(selection, [{ id, title: '' }], false) : selection;

/** How many of these rows are chosen. */
export const stateOf = (selection: Selection, rows: readonly Selectable[]): 'all' | 'some' | 'none' => {
  const count = rows.filter(({ id }) => isSelected(selection, id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
};

/** Chooses all rows of the page; where they are chosen, takes them back. */
export const toggleRows = (selection: Selection, rows: readonly Selectable[]): Selection =>
  selection.isAll ? noSelection : withRows(selection, rows, stateOf(selection, rows) !== 'all');

/** How many records are chosen, of a list that finds `total`. */
export const countOf = ({ isAll, titles }: Selection, total: number): number => (isAll ? total : titles.size);
