import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { MentionsPage } from '#shared/comments.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { notification } from '#shared/resources/notification.ts';
import { platform } from '../../platform/index.ts';
import { request } from '../../resource-kit/client.ts';
import { usePollInterval } from '../../resource-kit/live/live.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { getRecordPath } from '../../resource-kit/record-paths.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { usePreload } from '../../resource-kit/when-idle.ts';
import { DropdownMenu, useDropdown } from '../../ui/dropdown.tsx';
import { getIconButtonProps } from '../../ui/icon-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { withTooltip } from '../../ui/tooltip.tsx';
import classes from './top-bar.module.css';

const pollInterval = 60_000;

type Notification = { _id: string; userId: string; name: string; createdAt?: string };
type NotificationPage = { total: number; data: Notification[] };

/** Null without a valid time, because only the time shows that a notification is new. */
const getNewest = ([newest]: readonly Notification[]) => {
  const time = Date.parse(newest?.createdAt ?? '');
  if (!newest || Number.isNaN(time)) return null;
  return {
    createdAt: new Date(time).toISOString(),
    title: newest.name,
    route: getRecordPath(notification, newest),
  };
};

/** Summarizes a page of notifications that was requested for one user. */
export const summarizeUnread = ({ total, data }: NotificationPage, userId: string) => {
  const userNotifications = data.filter((notification) => notification.userId === userId);
  // A server that implements only the specification ignores the user filter.
  const isFilterIgnored = userNotifications.length < data.length;
  return {
    count: isFilterIgnored ? userNotifications.length : total,
    newest: getNewest(userNotifications),
    isFilterIgnored,
  };
};

const useUnreadNotifications = (): { count: number; filters: Record<string, string> } => {
  const userId = useUserId();
  // Other servers may not filter by user.
  const hasFilter = useIsFullServer();
  const pageSize = hasFilter ? 1 : maxPageSize;
  const params = { pageIndex: 0, pageSize, status: 'Unread', userId };
  const { data: summary } = useQuery({
    queryKey: queryKeys.list('notification', params),
    queryFn: ({ signal }) => request<NotificationPage>('GET', '/notification/', { params, signal }),
    select: (page) => summarizeUnread(page, userId),
    enabled: userId !== '' && hasFilter !== undefined,
    refetchInterval: usePollInterval(pollInterval),
    // System notifications appear while the user works in another program.
    refetchIntervalInBackground: true,
    retry: false,
  });
  useEffect(() => {
    if (summary) void platform.desktop?.setUnread({ unread: { count: summary.count, newest: summary.newest } });
  }, [summary]);
  useEffect(() => () => void platform.desktop?.setUnread({ unread: null }), []);
  return {
    count: summary?.count ?? 0,
    filters: { status: 'Unread', ...(!summary?.isFilterIgnored && { userId }) },
  };
};

const loadMenu = () => import('./notification-menu.tsx');

const NotificationMenu = lazyComponent(async () => (await loadMenu()).NotificationMenu);

const iconProps = getIconButtonProps('large');

const BellIcon = ({ isUnread }: { isUnread: boolean }) => (
  <>
    <IconBell size="1.25rem" />
    {isUnread && <span className={classes.dot} />}
  </>
);

type BellProps = { count: number; path: string };

const getLabel = (count: number): string => (count > 0 ? `Notifications, ${count} unread` : 'Notifications');

const BellLink = ({ count, path }: BellProps) => (
  <Link to={path} {...iconProps} {...withTooltip(getLabel(count))} aria-label={getLabel(count)}>
    <BellIcon isUnread={count > 0} />
  </Link>
);

/** Lists mentions in comments, and leads to the notifications. */
const BellMenu = ({ count, path }: BellProps) => {
  const { data: mentions } = useQuery({
    queryKey: queryKeys.mentions,
    queryFn: ({ signal }) => request<MentionsPage>('GET', '/comments/mentions', { params: { pageSize: 20 }, signal }),
    retry: false,
  });
  usePreload(loadMenu);
  const label = getLabel(count + (mentions?.unread ?? 0));
  const menu = useDropdown('menu');
  return (
    <>
      <button type="button" {...iconProps} {...withTooltip(label)} {...menu.targetProps} aria-label={label}>
        <BellIcon isUnread={label !== getLabel(0)} />
      </button>
      <DropdownMenu
        dropdown={menu}
        position="bottom-end"
        width="min(24rem, calc(100vw - 2rem))"
        panel={{ mah: '70vh', style: { overflowY: 'auto' } }}
      >
        {() => <NotificationMenu mentions={mentions} count={count} path={path} />}
      </DropdownMenu>
    </>
  );
};

export const NotificationBell = () => {
  const hasMentions = useIsFullServer() === true;
  const { count, filters } = useUnreadNotifications();
  const Bell = hasMentions ? BellMenu : BellLink;
  return <Bell count={count} path={`${notification.paths.list}/?${new URLSearchParams(filters)}`} />;
};
