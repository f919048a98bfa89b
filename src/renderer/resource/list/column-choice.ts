import { z } from 'zod';

/** Which columns a person wants to see, and in which order. */
export const columnChoiceSchema = z.object({
  order: z.array(z.string()).readonly(),
  hidden: z.array(z.string()).readonly(),
});
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** A column that a list can show; `isExtra`: only where somebody asks for it. */
export type AvailableColumn = { id: string; label: string; isExtra: boolean };

export type ArrangedColumn = AvailableColumn & { isShown: boolean };

/** The columns in the order chosen. One that the choice does not know stands where it stands by default. */
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
  // A choice made of columns that are gone leaves none: then it counts for nothing.
  return choice && !arranged.some(({ isShown }) => isShown) ? arrangeColumns(available, undefined) : arranged;
};

const toChoice = (columns: readonly ArrangedColumn[]): ColumnChoice => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ isShown }) => !isShown).map(({ id }) => id),
});

/** Shows a column, or hides it. */
export const toggleColumn = (columns: readonly ArrangedColumn[], id: string): ColumnChoice =>
  toChoice(columns.map((column) => (column.id === id ? { ...column, isShown: !column.isShown } : column)));

/** Puts a column one place towards the start (-1) or the end (1). */
export const moveColumn = (columns: readonly ArrangedColumn[], id: string, step: -1 | 1): ColumnChoice => {
  const from = columns.findIndex((column) => column.id === id);
  const to = Math.min(Math.max(from + step, 0), columns.length - 1);
  const rest = columns.filter((column) => column.id !== id);
  return toChoice([...rest.slice(0, to), ...columns.slice(from, from + 1), ...rest.slice(to)]);
};
