import { useQuery } from '@tanstack/react-query';
import { nameKey } from '#shared/normalize-text.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages, isPositionField } from '#shared/resource-kit/fields.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { listParameters, screenPaths } from '#shared/resource-kit/paths.ts';
import { maxTextLength } from '#shared/resource-kit/values.ts';
import { getClient } from '../client.ts';
import { findScreens, type RecordCopy } from '../declared-screens.ts';
import { queryKeys } from '../query-client.ts';
import type { FormValues } from './form-values.ts';

const stripCopySuffix = (name: string): string => name.replace(/ \(copy(?: \d+)?\)$/, '');

const toCopyName = (name: string, { number, maxLength }: { number: number; maxLength: number }): string => {
  const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
  return name.slice(0, maxLength - suffix.length).trimEnd() + suffix;
};

/** The name of a copy: "Pen (copy)", or the first of "Pen (copy 2)", "Pen (copy 3)", … that isn't taken. */
export const findCopyName = (name: string, taken: readonly unknown[], maxLength: number): string => {
  const takenKeys = new Set(taken.map(nameKey));
  const original = stripCopySuffix(name);
  let number = 1;
  while (takenKeys.has(nameKey(toCopyName(original, { number, maxLength })))) number += 1;
  return toCopyName(original, { number, maxLength });
};

const maxQueryLength = 200;
const getParentFilters = ({ paths }: Resource, record: AnyRecord): Record<string, string> =>
  Object.fromEntries(listParameters(screenPaths(paths).list ?? '').map((name) => [name, String(record[name])]));

const buildName = async (resource: Resource, source: AnyRecord, signal: AbortSignal): Promise<string> => {
  const { titleField } = resource;
  const name = String(source[titleField]);
  const { data } = await getClient(resource).list(
    {
      pageIndex: 0,
      pageSize: maxPageSize,
      sort: null,
      filters: getParentFilters(resource, source),
      query: stripCopySuffix(name).slice(0, maxQueryLength),
    },
    signal,
  );
  const field = resource.fields[titleField];
  return findCopyName(
    name,
    data.map((record: AnyRecord) => record[titleField]),
    field?.kind === 'text' ? maxTextLength(field) : name.length,
  );
};

const isName = ({ fields, titleField }: Resource): boolean => {
  const field = fields[titleField];
  return field?.kind === 'text' && field.inputType === undefined;
};

const fetchCopy = async (resource: Resource, id: string, signal: AbortSignal): Promise<RecordCopy> => {
  const source: AnyRecord = await getClient(resource).get(id, signal);
  const { titleField, fields } = resource;
  const values: FormValues = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isPositionField(field) ? [] : [[name, source[name]]])),
  );
  for (const [name, { kind }] of Object.entries(fields)) if (kind === 'status') values[name] = 'INACTIVE';
  // The server makes a new slug for the copy.
  if (hasPages(resource)) values.slug = '';
  if (isName(resource) && source[titleField]) values[titleField] = await buildName(resource, source, signal);
  // The new record uses the stored files under their original names.
  if (source.files) values.files = source.files;
  const adaptCopy = findScreens(resource.name)?.adaptCopy;
  return { source, values: adaptCopy ? await adaptCopy({ source, values }) : values };
};

/** The copy of a record for the add form; nothing is saved. */
export const useRecordCopy = (resource: Resource, id: string | undefined) =>
  useQuery({
    queryKey: [...queryKeys.record(resource.name, id ?? ''), 'copy'],
    queryFn: ({ signal }) => fetchCopy(resource, id ?? '', signal),
    enabled: id !== undefined,
    // The form starts once from the values; each copy gets a name that is free at that time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
