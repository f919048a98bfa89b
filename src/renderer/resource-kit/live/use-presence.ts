import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { v4 } from 'uuid';
import type { PresenceMode, PresentUser } from '#shared/presence.ts';
import { useCapability } from '../capabilities.ts';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { useSessionStore, useUserId } from '../session-store.ts';

/** Milliseconds; the server forgets a page after 90 seconds. */
const renewInterval = 30_000;

type OpenRecord = { resource: string; id: string; mode: PresenceMode };

/** Tells the server that this page has a record open, and returns the other users who have. */
export const usePresence = ({ resource, id, mode }: OpenRecord): readonly PresentUser[] => {
  const isSupported = useCapability('presence') === true;
  const isSignedIn = useUserId() !== '';
  const isEnabled = isSupported && isSignedIn;
  const [pageId] = useState(() => v4());
  useEffect(() => {
    if (!isEnabled) return;
    const leave = () => {
      // After a logout, the server would reject it.
      if (useSessionStore.getState().state !== 'signedIn') return;
      // Without it, the page is forgotten a little later.
      request('DELETE', `/presence/${pageId}`).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [isEnabled, pageId]);
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.presence(resource, id), mode, pageId],
    queryFn: async ({ signal }) => {
      const body = { pageId, resource, recordId: id, mode };
      return (await request<{ data: PresentUser[] }>('POST', '/presence', { body, signal })).data;
    },
    enabled: isEnabled,
    refetchInterval: renewInterval,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  });
  return data;
};
