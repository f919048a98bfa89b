import { Switch } from '@mantine/core';
import type { Status } from '#shared/resource/fields.ts';
import classes from './status-switch.module.css';

export const statusLabels: Record<Status, string> = { ACTIVE: 'Active', INACTIVE: 'Inactive' };

/** ACTIVE or INACTIVE as a switch, with the word beside it. */
export const StatusSwitch = ({
  label,
  status,
  isDisabled = false,
  onChange,
}: {
  label: string;
  status: Status;
  isDisabled?: boolean;
  onChange: (status: Status) => void;
}) => (
  <span className={classes.root}>
    <Switch
      size="sm"
      aria-label={label}
      checked={status === 'ACTIVE'}
      disabled={isDisabled}
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE')}
    />
    <span aria-hidden className={classes.word}>
      {statusLabels[status]}
    </span>
  </span>
);
