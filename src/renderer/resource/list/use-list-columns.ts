import { useMemo } from 'react';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { FieldKind } from '#shared/resource/fields.ts';
import type { Column } from '../../ui/table-columns.ts';
import { type ArrangedColumn, arrangeColumns, type ColumnChoice } from './column-choice.ts';
import { listColumns } from './columns.tsx';

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

/** What a list does not show of its own accord, and a person may want to see: the other fields, and when. */
const furtherColumns = <R extends Resource>(
  resource: R,
  columns: readonly Column<RecordOf<R>>[],
): Column<RecordOf<R>>[] => {
  const column = listColumns(resource);
  const isMissing = ({ id, header }: Column<RecordOf<R>>) =>
    !columns.some((other) => other.id === id || other.header === header);
  const fields = Object.entries(resource.fields).map(([name, { kind }]) =>
    column.field(name, { width: widths[kind] ?? '11rem' }),
  );
  return [...fields, column.moment('createdAt'), column.moment('updatedAt')].filter(isMissing);
};

/** Stands at the end of every row, whatever else is shown. */
const actionsId = 'actions';

/** The columns of a list as a person chose them; `arranged` are all that can be chosen from. */
export const useListColumns = <R extends Resource>(
  resource: R,
  columns: Column<RecordOf<R>>[],
  choice: ColumnChoice | undefined,
): { shown: Column<RecordOf<R>>[]; arranged: ArrangedColumn[] } =>
  useMemo(() => {
    const own = columns.filter(({ id }) => id !== actionsId);
    const further = furtherColumns(resource, columns);
    const available = [...own, ...further];
    const arranged = arrangeColumns(
      available.map((column) => ({
        id: column.id,
        label: column.header,
        isExtra: further.includes(column),
      })),
      choice,
    );
    const shown = arranged.flatMap(({ id, isShown }) =>
      isShown ? available.filter((column) => column.id === id) : [],
    );
    return { shown: [...shown, ...columns.filter(({ id }) => id === actionsId)], arranged };
  }, [resource, columns, choice]);
