import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { router } from './router.tsx';

export const AuthenticatedApp = () => {
  const userId = useUserId();
  useEffect(() => void pruneOfflineCache(userId), [userId]);
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
    </ModalsProvider>
  );
};
