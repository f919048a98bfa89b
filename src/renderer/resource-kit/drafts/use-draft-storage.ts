import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { platform } from '../../platform/index.ts';
import { useSession, useUserId } from '../session-store.ts';
import { getStorageCipher } from '../user-cipher.ts';
import type { DraftStorage, ListedDraft } from './draft-store.ts';

/** Keeps the first owner: `appInfo` reports a new server shortly before the page reloads for it. */
export const useDraftOwner = (): string | undefined => {
  const session = useSession();
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  const [owner, setOwner] = useState<string>();
  if (owner === undefined && session && appInfo.data) setOwner(`${appInfo.data.server} ${session.userId}`);
  return owner;
};

/** Returns a function that deletes all drafts of the signed-in user. */
export const useDeleteDrafts = (): (() => Promise<void>) => {
  const owner = useDraftOwner();
  return async () => {
    if (owner === undefined) return;
    try {
      await (await import('./draft-store.ts')).deleteDraftsByOwner(owner);
    } catch (error) {
      // A database error must not block the sign-out.
      console.error('Drafts cannot be deleted', error);
    }
  };
};

/** Owner and cipher of the signed-in user's drafts; undefined until both are known. */
export const useDraftStorage = (): DraftStorage | undefined => {
  const owner = useDraftOwner();
  const userId = useUserId();
  const { data: cipher } = useQuery({
    queryKey: ['storageCipher', userId],
    queryFn: getStorageCipher,
    enabled: userId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // An unreachable server has the key when it is back.
    retry: true,
  });
  const [storage, setStorage] = useState<DraftStorage>();
  // Keeps the cipher, with which a form stores its values even when the session has ended.
  if (storage === undefined && owner !== undefined && cipher !== undefined) setStorage({ owner, cipher });
  return storage;
};

/** The drafts of the signed-in user that aren't open anywhere, newest first. */
export const useDrafts = () => {
  const storage = useDraftStorage();
  return useQuery({
    queryKey: ['drafts', storage?.owner],
    queryFn: async (): Promise<ListedDraft[]> =>
      storage ? (await import('./draft-store.ts')).listDrafts(storage) : [],
    enabled: storage !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
};
