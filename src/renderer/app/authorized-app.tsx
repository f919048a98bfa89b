import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { tidyLastSeen } from '../resource/last-seen.ts';
import { useUserId } from '../resource/session-store.ts';
import { router } from './router.tsx';

export const AuthorizedApp = () => {
  const userId = useUserId();
  useEffect(() => void tidyLastSeen(userId), [userId]);
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
    </ModalsProvider>
  );
};
