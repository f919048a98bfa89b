import type { ComponentProps } from 'react';
import classes from './row-selection.module.css';

export type RowSelection<Row> = {
  pageState: 'all' | 'some' | 'none';
  isSelected: (row: Row) => boolean;
  /** `isRange` includes all rows from the last toggled one. */
  onToggle: (row: Row, options: { isRange: boolean }) => void;
  onTogglePage: () => void;
  getRowLabel: (row: Row) => string;
};

const SelectCell = ({
  isHeader = false,
  ...checkboxProps
}: ComponentProps<typeof RowCheckbox> & { isHeader?: boolean }) => {
  const Cell = isHeader ? 'th' : 'td';
  return (
    // Shift+click would otherwise select text.
    <Cell
      scope={isHeader ? 'col' : undefined}
      className={`${classes.cell} bo-no-print`}
      data-pinned="start"
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <RowCheckbox {...checkboxProps} />
    </Cell>
  );
};

export const SelectAllCell = <Row,>({
  selection,
  isDisabled,
}: {
  selection: RowSelection<Row>;
  isDisabled: boolean;
}) => (
  <SelectCell
    isHeader
    aria-label="Select all rows on this page"
    checked={selection.pageState === 'all'}
    disabled={isDisabled}
    isIndeterminate={selection.pageState === 'some'}
    onChange={selection.onTogglePage}
  />
);

export const SelectRowCell = <Row,>({ selection, row }: { selection: RowSelection<Row>; row: Row }) => (
  <SelectCell
    aria-label={`Select ${selection.getRowLabel(row)}`}
    checked={selection.isSelected(row)}
    onChange={({ nativeEvent }) =>
      selection.onToggle(row, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
    }
  />
);

/** Checkbox for the rows of a list or grid: one element, because there may be hundreds. */
export const RowCheckbox = ({
  isIndeterminate = false,
  ...props
}: { 'aria-label': string; isIndeterminate?: boolean } & Omit<
  ComponentProps<'input'>,
  'type' | 'ref' | 'className'
>) => (
  <input
    {...props}
    type="checkbox"
    className={classes.checkbox}
    ref={(input) => {
      if (input) input.indeterminate = isIndeterminate;
    }}
  />
);
