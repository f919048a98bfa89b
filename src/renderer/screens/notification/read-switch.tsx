import { notification } from '#shared/resources/notification.ts';
import { StateSwitch } from '../../ui/switch.tsx';

type ReadStatus = (typeof notification.fields.status.options)[number]['value'];

export const ReadSwitch = ({
  status,
  isDisabled,
  onChange,
}: {
  status: unknown;
  isDisabled: boolean;
  onChange: (status: ReadStatus) => void;
}) => (
  <StateSwitch
    label={notification.fields.status.label}
    isOn={status === 'Read'}
    labels={{ on: 'Read', off: 'Unread' }}
    isDisabled={isDisabled}
    onChange={(isOn) => onChange(isOn ? 'Read' : 'Unread')}
  />
);
