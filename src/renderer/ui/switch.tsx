import { type ComponentProps, useId } from 'react';
import type { Status } from '#shared/resource-kit/fields.ts';
import { statusLabels } from '#shared/resource-kit/labels.ts';
import checkboxClasses from './row-checkbox.module.css';
import classes from './switch.module.css';

type SwitchProps = { isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void };

/** Switch without a visible label: one element, because every row of a list has one. */
const Switch = ({ isOn, isDisabled, onChange, ...props }: SwitchProps & { 'aria-label'?: string; id?: string }) => (
  <input
    {...props}
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: the browser reports whether a checkbox is checked
    role="switch"
    className={classes.switch}
    checked={isOn}
    disabled={isDisabled}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

export const LabeledSwitch = ({ label, ...props }: SwitchProps & { label: string }) => {
  const id = useId();
  return (
    <label className={classes.labeled} htmlFor={id}>
      <Switch {...props} id={id} />
      {label}
    </label>
  );
};

/** Switch with the label of its current state; `isCompact` leaves out the one of the usual state, on. */
export const StateSwitch = ({
  label,
  isOn,
  labels,
  isDisabled = false,
  isCompact = false,
  onChange,
}: {
  label: string;
  isOn: boolean;
  labels: { on: string; off: string };
  isDisabled?: boolean;
  isCompact?: boolean;
  onChange: (isOn: boolean) => void;
}) => (
  <span className={classes.withState}>
    <Switch aria-label={label} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    <span aria-hidden className={classes.state}>
      {isOn ? !isCompact && labels.on : labels.off}
    </span>
  </span>
);

export const StatusSwitch = ({
  status,
  onChange,
  ...props
}: {
  label: string;
  status: Status;
  isDisabled?: boolean;
  isCompact?: boolean;
  onChange: (status: Status) => void;
}) => (
  <StateSwitch
    {...props}
    isOn={status === 'ACTIVE'}
    labels={{ on: statusLabels.ACTIVE, off: statusLabels.INACTIVE }}
    onChange={(isOn) => onChange(isOn ? 'ACTIVE' : 'INACTIVE')}
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
    className={checkboxClasses.checkbox}
    ref={(input) => {
      if (input) input.indeterminate = isIndeterminate;
    }}
  />
);
