import { queryOptions, useQuery } from '@tanstack/react-query';
import { asset } from '#shared/resources/asset.ts';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';

const focalPointsQuery = queryOptions({
  queryKey: [...queryKeys.all(asset.name), 'focalPoints'],
  queryFn: async ({ signal }) =>
    (await request<{ data: Record<string, string> }>('GET', '/asset/focalPoints', { signal })).data,
});

/** The focal points of images, if the server has a library that the user may see. */
export const useFocalPoints = (): Readonly<Record<string, string>> | undefined => {
  const isFull = useIsFullServer() === true;
  const can = useCan(asset.name);
  return useQuery({ ...focalPointsQuery, enabled: isFull && can('read') }).data;
};
