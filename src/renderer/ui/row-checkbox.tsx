import type { ComponentProps } from 'react';
import classes from './row-checkbox.module.css';

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
