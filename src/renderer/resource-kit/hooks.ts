import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { SendRequest } from '../platform/index.ts';
import { showSuccess, showSuccessWithUndo } from '../ui/toasts.tsx';
import { fetchOptions, getClient } from './client.ts';
import { reportError } from './errors.ts';
import { undoChange } from './history/history.tsx';
import { recallAsset } from './library/asset-file.ts';
import type { ListParams } from './list-params.ts';
import { invalidateResource, queryClient, queryKeys } from './query-client.ts';
import { dropUnsupportedFields, isFullServer } from './server-level.ts';

/** One page of records. */
export const listQuery = <R extends Resource>(resource: R, params: ListParams) =>
  queryOptions({
    queryKey: queryKeys.list(resource.name, params),
    queryFn: ({ signal }) => getClient(resource).list(params, signal),
  });

/** One page of records. The previous page stays visible while the next one loads. */
export const useList = <R extends Resource>(resource: R, params: ListParams, enabled = true) =>
  useQuery({ ...listQuery(resource, params), placeholderData: keepPreviousData, enabled });

export const recordQuery = <R extends Resource>(resource: R, id: string) =>
  queryOptions({
    queryKey: queryKeys.record(resource.name, id),
    queryFn: ({ signal }) => getClient(resource).get(id, signal),
  });

export const useRecord = <R extends Resource>(resource: R, id: string | undefined) =>
  useQuery({ ...recordQuery(resource, id ?? ''), enabled: id !== undefined });

/** Options of a select that are loaded at once. */
export const maxOptions = 200;

/** Labels and values of the first records of a resource, for select lists; of all records if the server has no limit. */
export const optionsQuery = (resourceName: string, filters: Record<string, string> = {}) =>
  queryOptions({
    queryKey: queryKeys.options(resourceName, filters),
    queryFn: async ({ signal }) =>
      fetchOptions(resourceName, filters, { limit: (await isFullServer()) ? maxOptions : undefined, signal }),
  });

/** Labels and values of all records of a resource. */
export const allOptionsQuery = (resourceName: string) =>
  queryOptions({
    queryKey: [...queryKeys.options(resourceName, {}), 'all'],
    queryFn: ({ signal }) => fetchOptions(resourceName, {}, { signal }),
  });

/** Label of a record from the cached select options and records; null if none has it. */
export const getCachedLabel = (resourceName: string, id: unknown): string | null => {
  const cachedLists = queryClient.getQueriesData<SelectOption[]>({
    queryKey: queryKeys.allOptions(resourceName),
  });
  const options = cachedLists.flatMap(([, list]) => list ?? []);
  const record = queryClient.getQueryData<AnyRecord>(queryKeys.record(resourceName, String(id)));
  const title = record?.[findResource(resourceName)?.titleField ?? ''];
  return options.find(({ value }) => value === id)?.label ?? (typeof title === 'string' ? title : null);
};

/** Shown for a record that no longer exists, in place of its id. */
export const deletedLabel = (resourceName: string): string =>
  `Deleted ${inSentence(findResource(resourceName)?.label ?? 'item')}`;

type SaveInput = {
  /** Undefined creates a record. */
  id?: string;
  values: Record<string, unknown>;
} & Pick<SendRequest, 'onProgress' | 'signal' | 'headers'>;

/** Adds the names of files that were chosen from the library, which their records don't know. */
const nameChosenFiles = ({ fields }: Resource, values: Record<string, unknown>): Record<string, unknown> => {
  const names = Object.keys(values).flatMap((name) => {
    const chosen = fields[name] && isFileField(fields[name]) ? recallAsset(values[name]) : undefined;
    return chosen ? [[name, { name: chosen.files?.file?.name ?? chosen.name }] as const] : [];
  });
  return names.length > 0 ? { ...values, files: { ...Object(values.files), ...Object.fromEntries(names) } } : values;
};

/** Creates or updates a record. */
export const saveRecord = async (resource: Resource, { id, values, ...options }: SaveInput) => {
  const client = getClient(resource);
  const named = nameChosenFiles(resource, values);
  const supported = await dropUnsupportedFields(resource, { values: named, isNew: id === undefined });
  return id === undefined ? client.create(supported, options) : client.update(id, supported, options);
};

/** Creates or updates a record. Shows no errors: the form does that. */
export const useSaveRecord = (resource: Resource) =>
  useMutation({
    mutationFn: (input: SaveInput) => saveRecord(resource, input),
    onSuccess: () => invalidateResource(resource.name),
  });

/** Deletes a record and shows a toast with Undo if the server supports it. */
export const useDeleteRecord = <R extends Resource>(resource: R) => {
  const deletion = useMutation({
    mutationFn: (id: string) => getClient(resource).remove(id),
    onSuccess: async ({ message, historyId }) => {
      if (historyId === undefined) showSuccess(message);
      else showSuccessWithUndo(message ?? `${resource.label} deleted`, () => void undoChange(resource.name, historyId));
      await invalidateResource(resource.name);
    },
    onError: (error, id) => reportError(error, () => deletion.mutate(id)),
  });
  return deletion;
};
