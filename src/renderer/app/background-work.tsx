import { useEffect } from 'react';
import { resumeBulkChanges } from '../resource-kit/bulk/bulk-change.tsx';
import { resumePhotos } from '../resource-kit/library/photo-drop.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { sendQueue } from '../resource-kit/save/send-queue.ts';
import { deleteExpiredDrafts } from '../resource-kit/save/stored-saves.ts';
import { useClientStorage } from '../resource-kit/save/use-draft.tsx';
import { useUserId } from '../resource-kit/session-store.ts';
import { usePreload } from '../resource-kit/when-idle.ts';
import { useOnChange } from '../ui/use-on-change.ts';
import { prefetchLists } from './prefetch.ts';

/** Maintains the data stored on this computer: drafts, cached responses, and changes that wait for the server or run there. */
export const BackgroundWork = () => {
  const userId = useUserId();
  const storage = useClientStorage();
  useOnChange([userId], () => {
    resumeBulkChanges();
    resumePhotos();
  });
  useEffect(() => {
    if (!storage) return;
    pruneOfflineCache(storage).catch(() => undefined);
    deleteExpiredDrafts().catch(() => undefined);
  }, [storage]);
  usePreload(prefetchLists);
  // Without the key of the user, waiting saves are counted only.
  useOnChange([userId, storage], () => void sendQueue());
  return null;
};
