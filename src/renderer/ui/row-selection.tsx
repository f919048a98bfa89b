import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-selection.module.css';

/** Which rows are chosen, and how that changes. */
export type RowSelection<Row> = {
  /** Of the rows that are shown. */
  shown: 'all' | 'some' | 'none';
  isSelected: (row: Row) => boolean;
  /** `isRange`: all between the row that was chosen last and this one as well. */
  onToggle: (row: Row, options: { isRange: boolean }) => void;
  onToggleShown: () => void;
  nameOf: (row: Row) => string;
};

/** Wider than what it holds, so that it is easily hit. */
const Target = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what stands inside
  <label className={classes.target}>{children}</label>
);

/** Chooses all rows that are shown, or none of them. */
export const SelectShownCell = <Row,>({
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
        onChange={selection.onToggleShown}
      />
    </Target>
  </td>
);

/** Chooses a row; with Shift all from the one that was chosen last. */
export const SelectRowCell = <Row,>({ selection, row }: { selection: RowSelection<Row>; row: Row }) => (
  // Shift and a click would mark the text between.
  <td
    className={`${classes.cell} bo-screen-only`}
    data-pinned="start"
    onMouseDown={(event) => event.shiftKey && event.preventDefault()}
  >
    <Target>
      <Checkbox
        size="xs"
        aria-label={`Select ${selection.nameOf(row)}`}
        classNames={{ input: classes.input }}
        checked={selection.isSelected(row)}
        onChange={({ nativeEvent }) =>
          selection.onToggle(row, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
    </Target>
  </td>
);
