import { useQuery } from '@tanstack/react-query';
import { findResource } from '#shared/resources/index.ts';
import { request } from '../resource/client.ts';
import { queryKeys } from '../resource/query-client.ts';

const askAgainAfter = 60_000;
const params = { pageIndex: 0, pageSize: 1, status: 'Unread' };

/** How many notifications nobody has read; 0 as long as the app knows no notifications. */
export const useUnreadCount = (): number => {
  const { data } = useQuery({
    queryKey: queryKeys.list('notification', params),
    queryFn: ({ signal }) => request<{ total: number }>('GET', '/notification/', { params, signal }),
    enabled: findResource('notification') !== undefined,
    refetchInterval: askAgainAfter,
    retry: false,
  });
  return data?.total ?? 0;
};
