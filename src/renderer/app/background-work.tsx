import { useEffect } from 'react';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { maintainDrafts } from '../resource-kit/save/drafts.ts';
import { sendQueue } from '../resource-kit/save/send-queue.ts';
import { useClientStorage } from '../resource-kit/save/use-draft.ts';
import { useUserId } from '../resource-kit/session-store.ts';

/** Maintains the data stored on this computer: drafts, cached responses, and saves that wait for the server. */
export const BackgroundWork = () => {
  const userId = useUserId();
  const storage = useClientStorage();
  useEffect(() => {
    if (!storage) return;
    pruneOfflineCache(storage).catch(() => undefined);
    maintainDrafts(storage).catch(() => undefined);
  }, [storage]);
  // Without the key of the user, waiting saves are counted only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another user and with the key
  useEffect(() => void sendQueue(), [userId, storage]);
  return null;
};
