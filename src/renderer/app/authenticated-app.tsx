import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { pruneDrafts } from '../resource-kit/form/draft-store.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { router } from './router.tsx';

export const AuthenticatedApp = () => {
  const userId = useUserId();
  useEffect(() => {
    void pruneOfflineCache(userId);
    void pruneDrafts().catch(() => undefined);
  }, [userId]);
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
    </ModalsProvider>
  );
};
