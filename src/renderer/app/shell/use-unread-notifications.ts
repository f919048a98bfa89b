import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { notification } from '#shared/resources/notification.ts';
import { platform } from '../../platform/index.ts';
import { request } from '../../resource-kit/client.ts';
import { usePollInterval } from '../../resource-kit/live/live.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { getRecordPath } from '../../resource-kit/record-paths.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useUserId } from '../../resource-kit/session-store.ts';

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

export const useUnreadNotifications = (): { count: number; filters: Record<string, string> } => {
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
