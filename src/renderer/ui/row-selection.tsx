import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-selection.module.css';

export type RowSelection<Row> = {
  pageState: 'all' | 'some' | 'none';
  isSelected: (row: Row) => boolean;
  /** `isRange` includes all rows from the last toggled one. */
  onToggle: (row: Row, options: { isRange: boolean }) => void;
  onTogglePage: () => void;
  getRowLabel: (row: Row) => string;
};

// Enlarges the click target beyond the checkbox.
const ClickArea = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is passed as a child
  <label className={classes.target}>{children}</label>
);

export const SelectAllCell = <Row,>({
  selection,
  isDisabled,
}: {
  selection: RowSelection<Row>;
  isDisabled: boolean;
}) => (
  <td className={`${classes.cell} bo-no-print`} data-pinned="start">
    <ClickArea>
      <Checkbox
        size="xs"
        aria-label="Select all rows on this page"
        classNames={{ input: classes.headerInput, icon: classes.headerIcon }}
        checked={selection.pageState === 'all'}
        disabled={isDisabled}
        indeterminate={selection.pageState === 'some'}
        onChange={selection.onTogglePage}
      />
    </ClickArea>
  </td>
);

export const SelectRowCell = <Row,>({ selection, row }: { selection: RowSelection<Row>; row: Row }) => (
  // Shift+click would otherwise select text.
  <td
    className={`${classes.cell} bo-no-print`}
    data-pinned="start"
    onMouseDown={(event) => event.shiftKey && event.preventDefault()}
  >
    <ClickArea>
      <Checkbox
        size="xs"
        aria-label={`Select ${selection.getRowLabel(row)}`}
        classNames={{ input: classes.input }}
        checked={selection.isSelected(row)}
        onChange={({ nativeEvent }) =>
          selection.onToggle(row, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
    </ClickArea>
  </td>
);
