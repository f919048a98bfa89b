import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { Status } from '#shared/resource/fields.ts';
import type { SendRequest } from '../platform/index.ts';
import { showSuccess } from '../ui/toasts.tsx';
import { fetchOptions, type ListAnswer, resourceClient } from './client.ts';
import { reportError } from './errors.ts';
import type { ListParams } from './list-state.ts';
import { invalidateResource, queryClient, queryKeys } from './query-client.ts';

/** One page of a resource's records. While another page is under way, the one before stays. */
export const useList = <R extends Resource>(resource: R, params: ListParams) =>
  useQuery({
    queryKey: queryKeys.list(resource.name, params),
    queryFn: ({ signal }) => resourceClient(resource).list(params, signal),
    placeholderData: keepPreviousData,
  });

/** One record. */
export const useRecord = <R extends Resource>(resource: R, id: string | undefined) =>
  useQuery({
    queryKey: queryKeys.record(resource.name, id ?? ''),
    queryFn: ({ signal }) => resourceClient(resource).get(id ?? '', signal),
    enabled: id !== undefined,
  });

/** Label and value of every record of the resource of that name, for select lists. */
export const useSelectOptions = (
  resourceName: string,
  { filters = {}, isEnabled = true }: { filters?: Record<string, string>; isEnabled?: boolean } = {},
) =>
  useQuery({
    queryKey: queryKeys.options(resourceName, filters),
    queryFn: ({ signal }) => fetchOptions(resourceName, filters, signal),
    enabled: isEnabled,
  });

type SaveInput = {
  /** The record to change; without it a new one is made. */
  id?: string;
  values: Record<string, unknown>;
} & Pick<SendRequest, 'onProgress' | 'signal'>;

/** Creates or changes a record. The form that saves says what went wrong, so this stays silent. */
export const useSave = <R extends Resource>(resource: R) =>
  useMutation({
    mutationFn: ({ id, values, onProgress, signal }: SaveInput) => {
      const client = resourceClient(resource);
      return id === undefined
        ? client.create(values, { onProgress, signal })
        : client.update(id, values, { onProgress, signal });
    },
    onSuccess: () => invalidateResource(resource.name),
  });

/** Deletes a record, and says how that went. */
export const useRemove = <R extends Resource>(resource: R) =>
  useMutation({
    mutationFn: (id: string) => resourceClient(resource).remove(id),
    onSuccess: async ({ message }) => {
      showSuccess(message);
      await invalidateResource(resource.name);
    },
    onError: reportError,
  });

/** Switches a record's status at once, and back again where the server refuses. */
export const useSetStatus = <R extends Resource>(resource: R) => {
  const listsKey = queryKeys.lists(resource.name);
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: Status }) =>
      resourceClient(resource).update(id, { status }),
    onMutate: async ({ id, status }) => {
      await queryClient.cancelQueries({ queryKey: listsKey });
      const before = queryClient.getQueriesData<ListAnswer<R>>({ queryKey: listsKey });
      queryClient.setQueriesData<ListAnswer<R>>(
        { queryKey: listsKey },
        (answer) =>
          answer && {
            ...answer,
            data: answer.data.map(
              (record): RecordOf<R> => (record._id === id ? { ...record, status } : record),
            ),
          },
      );
      return { before };
    },
    onError: (error, _input, context) => {
      for (const [key, answer] of context?.before ?? []) queryClient.setQueryData(key, answer);
      reportError(error);
    },
    onSuccess: ({ message }) => showSuccess(message),
    onSettled: () => invalidateResource(resource.name),
  });
};
