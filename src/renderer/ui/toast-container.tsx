import { Notifications } from '@mantine/notifications';
import { maxToasts } from '#shared/client-defaults.ts';

export const ToastContainer = () => (
  <Notifications
    limit={maxToasts}
    autoClose={false}
    position="bottom-right"
    containerWidth="26rem"
    className="bo-toasts"
  />
);
