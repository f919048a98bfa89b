import { useMemo } from 'react';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { Column } from '../../ui/table-columns.ts';
import { type ArrangedColumn, arrangeColumns, type ColumnChoice } from './column-choice.ts';
import { furtherColumns } from './further-columns.ts';

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
