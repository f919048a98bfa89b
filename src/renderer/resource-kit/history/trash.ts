import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TrashBulkRequest, TrashBulkResult, TrashItem } from '#shared/history.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { request, send } from '../client.ts';
import { attempt } from '../errors.ts';
import { requestChange } from '../long-change.ts';
import { invalidateResource, queryKeys, refetchAll, refetchQueries } from '../query-client.ts';

/** One page of deleted records that can be restored, last deleted first. */
export const useTrash = (page: { pageIndex: number; pageSize: number; query: string; resource: string }) =>
  useQuery({
    queryKey: [...queryKeys.trash, page],
    queryFn: ({ signal }) => {
      const { query, resource, ...params } = page;
      const filters = { ...(query && { query }), ...(resource && { resource }) };
      return request<{ data: TrashItem[]; total: number }>('GET', '/trash', {
        params: { ...params, ...filters },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    // Any screen can add items by deleting records.
    staleTime: 0,
  });

/** Refetches everything, as the items may be of any resource. */
export const refetchTrash = async (): Promise<void> => {
  await Promise.all([refetchQueries(queryKeys.trash), refetchAll()]);
};

/** Restores a deleted record with everything that was deleted along with it, and shows the result. */
export const restoreFromTrash = async (item: TrashItem, onRestored: () => void): Promise<void> => {
  const { _id, resource } = item;
  const path = `/trash/${encodeURIComponent(_id)}/restore`;
  const restore = async () => {
    showSuccess((await send<{ message: string }>({ method: 'POST', path, body: {} })).message);
    onRestored();
  };
  await attempt(restore, () => void restoreFromTrash(item, onRestored));
  await Promise.all([refetchQueries(queryKeys.trash), invalidateResource(resource)]);
};

/** Items by their ids, or all that match a filter. */
export type TrashTarget = { ids: string[] } | { filter: NonNullable<TrashBulkRequest['filter']> };

/** Restores or permanently deletes items: all or none, unless `partial`. */
export const changeTrash = (
  body: Pick<TrashBulkRequest, 'action' | 'partial'> & TrashTarget,
): Promise<TrashBulkResult> => {
  const title = body.action === 'restore' ? 'Restoring items…' : 'Deleting items…';
  return requestChange('POST', '/trash/bulk', { title, body });
};
