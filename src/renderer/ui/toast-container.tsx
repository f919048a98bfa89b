import { Notifications } from '@mantine/notifications';
import { maxToasts, toastDurations } from '#shared/client-defaults.ts';

export const ToastContainer = () => (
  <Notifications
    limit={maxToasts}
    autoClose={toastDurations.custom}
    position="bottom-right"
    containerWidth="24rem"
    className="bo-toasts"
  />
);
