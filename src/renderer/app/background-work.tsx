import { useEffect } from 'react';
import { resumeBulkChanges } from '../resource-kit/bulk/bulk-change.tsx';
import { pruneDrafts } from '../resource-kit/drafts/draft-store.ts';
import { useDraftOwner, useDraftStorage } from '../resource-kit/drafts/use-draft-storage.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { openQueue } from '../resource-kit/queue/queue.ts';
import { useUserId } from '../resource-kit/session-store.ts';

/** Maintains the data stored on this computer: drafts, cached responses, and changes that wait for the server or run there. */
export const BackgroundWork = () => {
  const userId = useUserId();
  const owner = useDraftOwner();
  const cipher = useDraftStorage()?.cipher ?? null;
  useEffect(() => {
    void pruneOfflineCache(userId);
    void pruneDrafts().catch(() => undefined);
    resumeBulkChanges();
  }, [userId]);
  useEffect(() => {
    // Without locks, as on an insecure origin, two windows could send the same change.
    if (owner === undefined || !navigator.locks) return;
    void openQueue({ owner, cipher }).catch(() => undefined);
  }, [owner, cipher]);
  return null;
};
