import { Card, Skeleton } from '@mantine/core';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { findResource, referencesTo } from '#shared/resources/index.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { getClient, request } from '../client.ts';
import { getParentFields } from '../dependent-fields.ts';
import { getListPath } from '../record-paths.ts';
import { isFullServer, useIsFullServer } from '../server-level.ts';
import { getRecordTitle } from './list-context.tsx';

/** Records that refer to another one; `total` is null if the request failed. */
export type Use = Omit<UsedBy, 'total'> & { total: number | null };

const getCascadingChildren = (resource: Resource) =>
  referencesTo(resource.name).filter(({ onDelete }) => onDelete === 'cascade');

const countChildren = async (
  { resource: child, fieldName: field }: { resource: Resource; fieldName: string },
  id: string,
): Promise<Use> => {
  const page = { pageIndex: 0, pageSize: maxReferrerNames, query: '', sort: null, filters: { [field]: id } };
  const { data, total } = await getClient(child).list(page);
  const names = data.map((record) => getRecordTitle(child, record));
  return { resource: child.name, field, total, blocks: false, names };
};

/** Fetches the references to a record from a server of ours. */
export const requestUses = async (resource: Resource, id: string, signal?: AbortSignal): Promise<UsedBy[]> => {
  const path = `/${resource.name}/usedBy/${encodeURIComponent(id)}`;
  return (await request<{ data: UsedBy[] }>('GET', path, { signal })).data;
};

/** Fetches the references to a record. Servers of the specification only report blockers when they reject the deletion. */
export const fetchUses = async (resource: Resource, id: string): Promise<Use[]> => {
  if (referencesTo(resource.name).length === 0) return [];
  try {
    if (await isFullServer()) return await requestUses(resource, id);
    const counts = await Promise.all(getCascadingChildren(resource).map((child) => countChildren(child, id)));
    return counts.filter(({ total }) => total !== 0);
  } catch {
    return getCascadingChildren(resource).map(({ resource: { name }, fieldName }) => ({
      resource: name,
      field: fieldName,
      total: null,
      blocks: false,
      names: [],
    }));
  }
};

export const describeUse = ({ resource, total }: Use): string => {
  const target = findResource(resource);
  return formatCountInSentence(total ?? 0, target ?? { label: resource, labelPlural: resource });
};

export const getUsePath = ({ resource, field }: Use, record: AnyRecord): string | undefined => {
  const target = findResource(resource);
  if (!target || field === null) return undefined;
  // A filter can show the label of its value only if the filters of its parents are set.
  const parents = getParentFields(target, field).flatMap((name) => {
    const value = record[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return getListPath(target, { ...Object.fromEntries(parents), [field]: record._id });
};

const UsedByPanel = lazyComponent(
  async () => (await import('./used-by-panel.tsx')).UsedByPanel,
  <Skeleton height="6rem" />,
);

type UsedByProps = { resource: Resource; record: AnyRecord };

const useIsAvailable = (resource: Resource): boolean =>
  useIsFullServer() === true && referencesTo(resource.name).length > 0;

/** Card with the records that refer to this one, on resources that others refer to. */
export const UsedByCard = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <Card mt="md" component="section" aria-label="Used by">
      <UsedByPanel {...props} />
    </Card>
  );

/** The same without a card, for dialogs. */
export const UsedByList = (props: UsedByProps) =>
  useIsAvailable(props.resource) && (
    <section aria-label="Used by">
      <UsedByPanel {...props} />
    </section>
  );
