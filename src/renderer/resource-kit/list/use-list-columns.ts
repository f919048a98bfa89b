import { useMemo } from 'react';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import type { Column } from '../../ui/table-columns.ts';
import { getKind } from '../kinds/index.tsx';
import { markPending } from '../save/queue-notices.tsx';
import { useIsFieldSupported, useIsFullServer } from '../server-level.ts';
import { applyColumnSettings, type ColumnSettings, type ConfiguredColumn } from './column-settings.ts';
import { createListColumns } from './columns.tsx';

// Optional columns, hidden by default: the remaining fields, and the creation and update times.
const getExtraColumns = <R extends Resource>(
  resource: R,
  columns: readonly Column<RecordOf<R>>[],
  isSupported: (field: Field) => boolean,
): Column<RecordOf<R>>[] => {
  const column = createListColumns(resource);
  const isMissing = ({ id, header }: Column<RecordOf<R>>) =>
    !columns.some((other) => other.id === id || other.header === header);
  const fields = Object.entries(resource.fields)
    .filter(([, field]) => isSupported(field))
    .map(([name, field]) => column.field(name, getKind(field).width === undefined ? { width: '11rem' } : {}));
  return [...fields, column.timestamp('createdAt'), column.timestamp('updatedAt')].filter(isMissing);
};

const actionsId = 'actions';

/** The visible columns; `configured` are all available ones. */
export const useListColumns = <R extends Resource>(
  resource: R,
  columns: Column<RecordOf<R>>[],
  settings: ColumnSettings | undefined,
): { visible: Column<RecordOf<R>>[]; configured: ConfiguredColumn[] } => {
  const isSupported = useIsFieldSupported();
  const canSort = useIsFullServer() !== false;
  return useMemo(() => {
    const defaultColumns = columns.filter(({ id }) => id !== actionsId);
    const extra = getExtraColumns(resource, columns, isSupported);
    const available = [...defaultColumns, ...extra];
    const configured = applyColumnSettings(
      available.map((column) => ({
        id: column.id,
        label: column.header,
        isHiddenByDefault: column.isHiddenByDefault === true || extra.includes(column),
      })),
      settings,
    );
    const visible = configured.flatMap(({ id, isVisible }) =>
      isVisible ? available.filter((column) => column.id === id) : [],
    );
    const marked = visible.map((column) =>
      markPending(resource, canSort ? column : { ...column, sortName: undefined }),
    );
    return { visible: [...marked, ...columns.filter(({ id }) => id === actionsId)], configured };
  }, [resource, columns, settings, isSupported, canSort]);
};
