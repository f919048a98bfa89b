import { Group, Switch, Text } from '@mantine/core';
import type { Status } from '#shared/resource-kit/fields.ts';
import { statusLabels } from '#shared/resource-kit/labels.ts';

/** Switch with the label of its current state; `isCompact` leaves out the one of the usual state, on. */
export const LabeledSwitch = ({
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
  <Group component="span" gap={8} wrap="nowrap">
    <Switch
      size="xs"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <Text span inherit aria-hidden fz="0.8125rem" c="dimmed" miw="3.25rem">
      {isOn ? !isCompact && labels.on : labels.off}
    </Text>
  </Group>
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
  <LabeledSwitch
    {...props}
    isOn={status === 'ACTIVE'}
    labels={{ on: statusLabels.ACTIVE, off: statusLabels.INACTIVE }}
    onChange={(isOn) => onChange(isOn ? 'ACTIVE' : 'INACTIVE')}
  />
);
