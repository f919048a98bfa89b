import type { Status } from '#shared/resource-kit/fields.ts';
import { statusLabels } from '#shared/resource-kit/labels.ts';
import classes from './status-switch.module.css';
import { Switch } from './switch.tsx';

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
  <span className={classes.switch}>
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
