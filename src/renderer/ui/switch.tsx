import { useId } from 'react';
import classes from './switch.module.css';

type SwitchProps = { isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void };

/** Switch without a visible label: one element, because every row of a list has one. */
export const Switch = ({
  isOn,
  isDisabled,
  onChange,
  ...props
}: SwitchProps & { 'aria-label'?: string; id?: string }) => (
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
