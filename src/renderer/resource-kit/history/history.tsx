import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router-dom';
import type { HistoryEntry } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { extraRoutes } from '#shared/routes.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { requestPage, send } from '../client.ts';
import { attempt } from '../errors.ts';
import { invalidateResource, queryKeys } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';

/** Name of the user who made a change; an erased one has only an id. */
export const getAuthorName = ({ userId, userName }: { userId: string | null; userName: string | null }): string =>
  userName ?? (userId === null ? 'System' : 'Erased user');

/** Undoes a change by its history id and shows the result. Returns whether that worked. */
export const undoChange = async (resourceName: string, historyId: string): Promise<boolean> => {
  const path = `/history/${encodeURIComponent(historyId)}/revert`;
  const isUndone = await attempt(
    async () => showSuccess((await send<{ message: string }>({ method: 'POST', path, body: {} })).message),
    () => void undoChange(resourceName, historyId),
  );
  await invalidateResource(resourceName);
  return isUndone;
};

/** Link to a record's history; hidden if the server has none. */
export const HistoryButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) =>
  useCanViewHistory(resource.name) ? (
    <Button component={Link} to={getHistoryPath(resource.name, record._id)} leftSection={<IconHistory size="1rem" />}>
      History
    </Button>
  ) : null;

export const getHistoryPath = (resource: string, recordId: string): string =>
  generatePath(extraRoutes.history, { resource, recordId });

/** Page that compares two versions: `from` with the current one unless `to` is given. */
export const getComparePath = (resource: string, recordId: string, from?: string): string => {
  const path = generatePath(extraRoutes.compareVersions, { resource, recordId });
  return from === undefined ? path : `${path}?${new URLSearchParams({ from })}`;
};

export const useHistory = (params: { resource: string; recordId: string; pageIndex: number; pageSize: number }) =>
  useQuery({
    queryKey: queryKeys.history(params.resource, params),
    queryFn: ({ signal }) => requestPage<HistoryEntry>('/history', { params, signal }),
    placeholderData: keepPreviousData,
  });

/** Whether the server has a history that the signed-in user may see. */
export const useCanViewHistory = (resourceName: string): boolean => {
  const can = useCan(resourceName);
  return useIsFullServer() === true && can('update');
};
