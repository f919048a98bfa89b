import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-selection.module.css';

export type RowSelection<Row> = {
  shown: 'all' | 'some' | 'none';
  isSelected: (row: Row) => boolean;
  /** `isRange` includes all rows from the last toggled one. */
  onToggle: (row: Row, options: { isRange: boolean }) => void;
  onTogglePage: () => void;
  getRowLabel: (row: Row) => string;
};

// Enlarges the click target beyond the checkbox.
const Target = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what stands inside
  <label className={classes.target}>{children}</label>
);

export const SelectAllCell = <Row,>({
  selection,
  isDisabled,
}: {
  selection: RowSelection<Row>;
  isDisabled: boolean;
}) => (
  <td className={`${classes.cell} bo-screen-only`} data-pinned="start">
    <Target>
      <Checkbox
        size="xs"
        aria-label="Select all rows on this page"
        classNames={{ input: classes.headInput, icon: classes.headIcon }}
        checked={selection.shown === 'all'}
        disabled={isDisabled}
        indeterminate={selection.shown === 'some'}
        onChange={selection.onTogglePage}
      />
    </Target>
  </td>
);

export const SelectRowCell = <Row,>({ selection, row }: { selection: RowSelection<Row>; row: Row }) => (
  // Shift+click would otherwise select text.
  <td
    className={`${classes.cell} bo-screen-only`}
    data-pinned="start"
    onMouseDown={(event) => event.shiftKey && event.preventDefault()}
  >
    <Target>
      <Checkbox
        size="xs"
        aria-label={`Select ${selection.getRowLabel(row)}`}
        classNames={{ input: classes.input }}
        checked={selection.isSelected(row)}
        onChange={({ nativeEvent }) =>
          selection.onToggle(row, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
    </Target>
  </td>
);
