import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { generatePath } from 'react-router-dom';
import { findResource } from '#shared/resources/index.ts';
import { routes } from '#shared/routes.ts';
import { platform } from '../../platform/index.ts';
import { request } from '../../resource/client.ts';
import { queryKeys } from '../../resource/query-client.ts';

const askAgainAfter = 60_000;
const params = { pageIndex: 0, pageSize: 1, status: 'Unread' };

type Answer = { total: number; data: { _id: string; name: string; createdAt: string }[] };

const newestOf = ({ data: [newest] }: Answer) =>
  newest
    ? {
        createdAt: newest.createdAt,
        title: newest.name,
        route: generatePath(routes.notificationView, { id: newest._id }),
      }
    : null;

/** How many notifications nobody has read; 0 as long as the app knows no notifications. */
export const useUnreadCount = (): number => {
  const { data } = useQuery({
    queryKey: queryKeys.list('notification', params),
    queryFn: ({ signal }) => request<Answer>('GET', '/notification/', { params, signal }),
    enabled: findResource('notification') !== undefined,
    refetchInterval: askAgainAfter,
    // Who works in another program is told by the system.
    refetchIntervalInBackground: true,
    retry: false,
  });
  useEffect(() => {
    if (data) platform.showUnread({ count: data.total, newest: newestOf(data) });
  }, [data]);
  useEffect(() => () => platform.showUnread(null), []);
  return data?.total ?? 0;
};
