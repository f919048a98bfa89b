import { z } from 'zod';

export const columnChoiceSchema = z.object({
  order: z.array(z.string()).readonly(),
  hidden: z.array(z.string()).readonly(),
});
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** A column that a list can show; `isExtra`: hidden by default. */
export type AvailableColumn = { id: string; label: string; isExtra: boolean };

export type ArrangedColumn = AvailableColumn & { isShown: boolean };

/** Columns in the chosen order. Columns that the choice doesn't contain keep their default position. */
export const arrangeColumns = (
  available: readonly AvailableColumn[],
  choice: ColumnChoice | undefined,
): ArrangedColumn[] => {
  const byId = new Map(available.map((column) => [column.id, column]));
  const ids = (choice?.order ?? []).filter((id) => byId.has(id));
  const chosen = new Set(ids);
  available.forEach(({ id }, index) => {
    if (chosen.has(id)) return;
    const before = available[index - 1];
    ids.splice(before ? ids.indexOf(before.id) + 1 : 0, 0, id);
  });
  const arranged = ids.flatMap((id) => {
    const column = byId.get(id);
    if (!column) return [];
    const isShown = chosen.has(id) ? !choice?.hidden.includes(id) : !column.isExtra;
    return [{ ...column, isShown }];
  });
  // Ignore a choice whose columns no longer exist: it would show none.
  return choice && !arranged.some(({ isShown }) => isShown) ? arrangeColumns(available, undefined) : arranged;
};

const toChoice = (columns: readonly ArrangedColumn[]): ColumnChoice => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ isShown }) => !isShown).map(({ id }) => id),
});

export const toggleColumn = (columns: readonly ArrangedColumn[], id: string): ColumnChoice =>
  toChoice(columns.map((column) => (column.id === id ? { ...column, isShown: !column.isShown } : column)));

/** Moves a column one place towards the start (-1) or the end (1). */
export const moveColumn = (columns: readonly ArrangedColumn[], id: string, step: -1 | 1): ColumnChoice => {
  const from = columns.findIndex((column) => column.id === id);
  const to = Math.min(Math.max(from + step, 0), columns.length - 1);
  const rest = columns.filter((column) => column.id !== id);
  return toChoice([...rest.slice(0, to), ...columns.slice(from, from + 1), ...rest.slice(to)]);
};
