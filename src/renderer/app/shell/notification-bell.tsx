import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { MentionsPage } from '#shared/comments.ts';
import { notification } from '#shared/resources/notification.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { usePreload } from '../../resource-kit/when-idle.ts';
import classes from './top-bar.module.css';
import { useUnreadNotifications } from './use-unread-notifications.ts';

const loadMenu = () => import('./notification-menu.tsx');

const NotificationMenu = lazy(async () => ({ default: (await loadMenu()).NotificationMenu }));

const iconProps: ActionIconProps = { variant: 'subtle', color: 'gray', size: 36 };

const BellIcon = ({ isUnread }: { isUnread: boolean }) => (
  <>
    <IconBell size="1.25rem" />
    {isUnread && <span className={classes.dot} />}
  </>
);

type BellProps = { count: number; path: string };

const getLabel = (count: number): string => (count > 0 ? `Notifications, ${count} unread` : 'Notifications');

const BellLink = ({ count, path }: BellProps) => (
  <Tooltip label={getLabel(count)}>
    <ActionIcon component={Link} to={path} {...iconProps} aria-label={getLabel(count)}>
      <BellIcon isUnread={count > 0} />
    </ActionIcon>
  </Tooltip>
);

/** Lists mentions in comments, and leads to the notifications. */
const BellMenu = ({ count, path }: BellProps) => {
  const { data: mentions } = useQuery({
    queryKey: queryKeys.mentions,
    queryFn: ({ signal }) =>
      request<MentionsPage>('GET', '/comments/mentions', { params: { pageSize: 20 }, signal }),
    retry: false,
  });
  usePreload(loadMenu);
  const label = getLabel(count + (mentions?.unread ?? 0));
  return (
    <Menu position="bottom-end" width="min(24rem, calc(100vw - 2rem))">
      <Tooltip label={label}>
        <Menu.Target>
          <ActionIcon {...iconProps} aria-label={label}>
            <BellIcon isUnread={label !== getLabel(0)} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Suspense>
          <NotificationMenu mentions={mentions} count={count} path={path} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
};

export const NotificationBell = () => {
  const hasMentions = useCapability('comments') === true;
  const { count, filters } = useUnreadNotifications();
  const Bell = hasMentions ? BellMenu : BellLink;
  return <Bell count={count} path={`${notification.paths.list}/?${new URLSearchParams(filters)}`} />;
};
