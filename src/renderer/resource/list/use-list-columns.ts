import { useMemo } from 'react';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { FieldKind } from '#shared/resource/fields.ts';
import type { Column } from '../../ui/table-columns.ts';
import { applyColumnSettings, type ColumnSettings, type ConfiguredColumn } from './column-settings.ts';
import { createListColumns } from './columns.tsx';

const widths: Partial<Record<FieldKind, string>> = {
  image: '6rem',
  pdf: '7rem',
  video: '7.5rem',
  status: '7.5rem',
  boolean: '6rem',
  number: '7rem',
  money: '7rem',
  date: '8rem',
};

// Optional columns, hidden by default: the remaining fields, and the creation and update times.
const extraColumns = <R extends Resource>(
  resource: R,
  columns: readonly Column<RecordOf<R>>[],
): Column<RecordOf<R>>[] => {
  const column = createListColumns(resource);
  const isMissing = ({ id, header }: Column<RecordOf<R>>) =>
    !columns.some((other) => other.id === id || other.header === header);
  const fields = Object.entries(resource.fields).map(([name, { kind }]) =>
    column.field(name, { width: widths[kind] ?? '11rem' }),
  );
  return [...fields, column.moment('createdAt'), column.moment('updatedAt')].filter(isMissing);
};

const actionsId = 'actions';

/** The columns to show; `arranged` are all available ones. */
export const useListColumns = <R extends Resource>(
  resource: R,
  columns: Column<RecordOf<R>>[],
  choice: ColumnSettings | undefined,
): { shown: Column<RecordOf<R>>[]; arranged: ConfiguredColumn[] } =>
  useMemo(() => {
    const own = columns.filter(({ id }) => id !== actionsId);
    const extra = extraColumns(resource, columns);
    const available = [...own, ...extra];
    const arranged = applyColumnSettings(
      available.map((column) => ({
        id: column.id,
        label: column.header,
        isHiddenByDefault: extra.includes(column),
      })),
      choice,
    );
    const shown = arranged.flatMap(({ id, isVisible }) =>
      isVisible ? available.filter((column) => column.id === id) : [],
    );
    return { shown: [...shown, ...columns.filter(({ id }) => id === actionsId)], arranged };
  }, [resource, columns, choice]);
