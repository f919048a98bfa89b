import * as z from 'zod/mini';

export const columnSettingsSchema = z.object({
  /** Ids of columns. */
  order: z.array(z.string()),
  hidden: z.array(z.string()),
});

export type ColumnSettings = z.infer<typeof columnSettingsSchema>;

export type AvailableColumn = { id: string; label: string; isHiddenByDefault: boolean };

export type ConfiguredColumn = AvailableColumn & { isVisible: boolean };

/** Columns in the user's order. Columns that the settings don't contain keep their default position. */
export const applyColumnSettings = (
  available: readonly AvailableColumn[],
  settings: ColumnSettings | null | undefined,
): ConfiguredColumn[] => {
  const byId = new Map(available.map((column) => [column.id, column]));
  const ids = (settings?.order ?? []).filter((id) => byId.has(id));
  const configuredIds = new Set(ids);
  available.forEach(({ id }, index) => {
    if (configuredIds.has(id)) return;
    const previous = available[index - 1];
    ids.splice(previous ? ids.indexOf(previous.id) + 1 : 0, 0, id);
  });
  const arranged = ids.flatMap((id) => {
    const column = byId.get(id);
    if (!column) return [];
    const isVisible = configuredIds.has(id) ? !settings?.hidden.includes(id) : !column.isHiddenByDefault;
    return [{ ...column, isVisible }];
  });
  // Ignore settings whose columns no longer exist: they would show none.
  return settings && !arranged.some(({ isVisible }) => isVisible) ? applyColumnSettings(available, null) : arranged;
};

const toSettings = (columns: readonly ConfiguredColumn[]): ColumnSettings => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ isVisible }) => !isVisible).map(({ id }) => id),
});

export const toggleColumn = (columns: readonly ConfiguredColumn[], id: string): ColumnSettings =>
  toSettings(columns.map((column) => (column.id === id ? { ...column, isVisible: !column.isVisible } : column)));

/** Moves a column one place towards the start (-1) or the end (1). */
export const moveColumn = (columns: readonly ConfiguredColumn[], id: string, step: -1 | 1): ColumnSettings => {
  const from = columns.findIndex((column) => column.id === id);
  const to = Math.min(Math.max(from + step, 0), columns.length - 1);
  const rest = columns.filter((column) => column.id !== id);
  return toSettings([...rest.slice(0, to), ...columns.slice(from, from + 1), ...rest.slice(to)]);
};
