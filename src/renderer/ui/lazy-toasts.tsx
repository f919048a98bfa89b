import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

export const loadToastContainer = () => import('./toast-container.tsx');

/**
 * Loads the container of toasts with the first one, and again with the next one if that fails. The first toast, often
 * that of a login, waits for the first page.
 */
export const LazyToasts = ({ whenReady }: { whenReady: () => Promise<void> }) => {
  const { notifications } = useNotifications();
  const count = notifications.length;
  const [Container, setContainer] = useState<ComponentType>();
  useEffect(() => {
    if (count === 0 || Container) return;
    whenReady()
      .then(loadToastContainer)
      .then(
        ({ ToastContainer }) => setContainer(() => ToastContainer),
        (error: unknown) => console.error('Toasts couldn’t be loaded', error),
      );
  }, [count, Container, whenReady]);
  return Container && <Container />;
};
