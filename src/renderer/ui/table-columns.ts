import {
  type ColumnDef,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  metaHelper,
  type RowData,
  type Table,
  type Column as TableColumn,
  tableFeatures,
} from '@tanstack/react-table';

/** Properties of a column beyond its header and cells. */
type ColumnMeta = {
  /** A CSS width in rem or %; columns without one share the rest. */
  width?: string;
  /** The name by which the server sorts; without one the column cannot be sorted. */
  sortName?: string;
  align?: 'end';
  /** Shows the title of the row. */
  isMain?: true;
  /** Stays visible at the end of the row while the others scroll. */
  isPinnedToEnd?: true;
  /** On paper it would say nothing. */
  isScreenOnly?: true;
};

export const tableKit = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type Column<Row extends RowData> = ColumnDef<typeof tableKit, Row>;

/** CSS variables with the offset of each pinned column from its side. */
export const pinnedOffsets = <Row extends RowData>(
  table: Table<typeof tableKit, Row>,
  selectWidth: number,
): Record<`--${string}`, string> =>
  Object.fromEntries([
    ...table
      .getStartLeafColumns()
      .map((column, index) => [`--pinned-start-${index}`, `${selectWidth + column.getStart('start')}px`]),
    ...table
      .getEndLeafColumns()
      .map((column, index) => [`--pinned-end-${index}`, `${column.getAfter('end')}px`]),
  ]);

/** Attributes that make the cells of a pinned column sticky. */
export const pinnedProps = <Row extends RowData>(column: TableColumn<typeof tableKit, Row>) => {
  const side = column.getIsPinned();
  if (!side) return {};
  const index = column.getPinnedIndex();
  const isInner = index === (side === 'start' ? column.table.getStartLeafColumns().length - 1 : 0);
  return {
    'data-pinned': side,
    'data-inner': isInner || undefined,
    style:
      side === 'start'
        ? { insetInlineStart: `var(--pinned-start-${index})` }
        : { insetInlineEnd: `var(--pinned-end-${index})` },
  };
};
