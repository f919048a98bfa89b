import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const ToastContainer = lazy(async () => ({
  default: (await import('./toast-container.tsx')).ToastContainer,
}));

/** Loads the container of toasts for the first one, and keeps it from then on. */
export const LazyToasts = () => {
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setIsNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <ToastContainer />
      </Suspense>
    )
  );
};
