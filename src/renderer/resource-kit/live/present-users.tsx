import { Avatar, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { v4 } from 'uuid';
import type { PresenceMode, PresentUser } from '#shared/live.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useSessionStore, useUserId } from '../session-store.ts';
import classes from './present-users.module.css';

/** Milliseconds; the server forgets a page after 90 seconds. */
const renewInterval = 30_000;

/** Tells the server that this page has a record open, and returns the other users who have. */
const usePresence = (open: { resource: string; id: string; mode: PresenceMode }): readonly PresentUser[] => {
  const { resource, id, mode } = open;
  const isSupported = useIsFullServer() === true;
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

/** More avatars than this become a number. */
const maxAvatars = 4;

const describeUser = ({ userName, mode }: PresentUser): string =>
  `${userName} is ${mode === 'edit' ? 'editing' : 'viewing'} this`;

/** Avatars of the other users who have the record open. */
export const PresentUsers = (props: { resource: Resource; record: AnyRecord; mode: PresenceMode }) => {
  const users = usePresence({ resource: props.resource.name, id: props.record._id, mode: props.mode });
  const others = users.slice(maxAvatars).map(describeUser);
  if (users.length === 0) return null;
  return (
    <ul className={`${classes.users} bo-no-print`} aria-label="Also here">
      {users.slice(0, maxAvatars).map((user) => (
        <li key={user.userId}>
          <Tooltip label={describeUser(user)}>
            <Avatar
              size={28}
              name={user.userName}
              alt=""
              role="img"
              aria-label={describeUser(user)}
              className={user.mode === 'edit' ? classes.editing : undefined}
            />
          </Tooltip>
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <Tooltip multiline label={others.join(', ')}>
            <Avatar size={28} role="img" aria-label={others.join(', ')}>
              +{others.length}
            </Avatar>
          </Tooltip>
        </li>
      )}
    </ul>
  );
};
