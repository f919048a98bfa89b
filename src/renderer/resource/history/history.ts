import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router-dom';
import type { HistoryEntry } from '#shared/history.ts';
import { furtherRoutes } from '#shared/routes.ts';
import { useCapability } from '../capabilities.ts';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { useCan } from '../session-store.ts';

/** Where the history of a record is told. */
export const historyPath = (resource: string, recordId: string): string =>
  generatePath(furtherRoutes.history, { resource, recordId });

type HistoryParams = { resource: string; recordId: string; pageIndex: number; pageSize: number };

/** One page of what happened to a record, the newest first. */
export const useHistory = (params: HistoryParams, { isEnabled = true } = {}) =>
  useQuery({
    queryKey: queryKeys.history(params.resource, params),
    queryFn: ({ signal }) =>
      request<{ data: HistoryEntry[]; total: number }>('GET', '/history', { params, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** Whether the server keeps a history that the person who works here may see. */
export const useHasHistory = (resourceName: string): boolean => {
  const can = useCan(resourceName);
  return useCapability('history') === true && can('update');
};
