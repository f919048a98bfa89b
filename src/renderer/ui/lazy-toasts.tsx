import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

export const loadToastContainer = () => import('./toast-container.tsx');

/** Loads the container of toasts with the first one, and again with the next one if that fails. */
export const LazyToasts = () => {
  const { notifications } = useNotifications();
  const count = notifications.length;
  const [Container, setContainer] = useState<ComponentType>();
  useEffect(() => {
    if (count === 0 || Container) return;
    loadToastContainer().then(
      ({ ToastContainer }) => setContainer(() => ToastContainer),
      (error: unknown) => console.error('Toasts couldn’t be loaded', error),
    );
  }, [count, Container]);
  return Container && <Container />;
};
