import { Anchor, Card, Group, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { findImageField, getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { findResource, referencesTo } from '#shared/resources/index.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import { Pager } from '../../ui/pagination-bar.tsx';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { getClient, request } from '../client.ts';
import { getResourceIcon } from '../declared-screens.ts';
import { getParentFields } from '../dependent-fields.ts';
import { useList } from '../hooks.ts';
import classes from '../kinds/used-by.module.css';
import { queryKeys } from '../query-client.ts';
import { QueryError } from '../query-error.tsx';
import { getListPath, getRecordPath, getRecordTitle } from '../record-paths.ts';
import { isFullServer, useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';

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
const requestUses = async (resource: Resource, id: string, signal?: AbortSignal): Promise<UsedBy[]> => {
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

const pageSize = 10;

const ReferrerList = (props: { referrer: Resource; field: string; record: AnyRecord; use: UsedBy }) => {
  const { referrer, field, record, use } = props;
  const [pageIndex, setPageIndex] = useState(0);
  const filters = { [field]: record._id };
  const list = useList(referrer, { pageIndex, pageSize, query: '', sort: null, filters });
  const rows: readonly AnyRecord[] = list.data?.data ?? [];
  const pageCount = Math.ceil((list.data?.total ?? 0) / pageSize);
  const allPath = getUsePath(use, record);
  const hasImage = findImageField(referrer) !== undefined;
  if (list.isError && !list.data) return <QueryError query={list} />;
  if (list.isPending) return <Skeleton height="6rem" />;
  return (
    <>
      <ul className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        {rows.map((row) => (
          <li key={row._id}>
            {hasImage && (
              <RecordPicture image={getRecordImage(referrer, row)} icon={getResourceIcon(use.resource)} size={24} />
            )}
            <Anchor component={Link} to={getRecordPath(referrer, row)}>
              {getRecordTitle(referrer, row)}
            </Anchor>
          </li>
        ))}
      </ul>
      <Group justify="space-between" mt="xs">
        {allPath && (
          <Anchor component={Link} to={allPath} size="sm">
            {`Show in ${inSentence(referrer.labelPlural)}`}
          </Anchor>
        )}
        {pageCount > 1 && (
          <Pager page={pageIndex + 1} pageCount={pageCount} onChange={(page) => setPageIndex(page - 1)} />
        )}
      </Group>
    </>
  );
};

const Use = ({ use, record }: { use: UsedBy; record: AnyRecord }) => {
  const referrer = findResource(use.resource);
  const can = useCan(use.resource);
  const isListed = referrer !== undefined && use.field !== null && can('read');
  if (isListed) return <ReferrerList referrer={referrer} record={record} use={use} field={use.field ?? ''} />;
  return <Text>{formatList(use.names)}</Text>;
};

const getLabel = (use: UsedBy): string =>
  formatCount(use.total, findResource(use.resource) ?? { label: use.resource, labelPlural: use.resource });

const getKey = ({ resource, field }: UsedBy): string => `${resource}-${field}`;

type UsedByProps = { resource: Resource; record: AnyRecord };

const useHasUses = ({ name }: Resource): boolean => useIsFullServer() === true && referencesTo(name).length > 0;

const useUses = ({ resource, record }: UsedByProps) => {
  const enabled = useHasUses(resource);
  return useQuery({
    queryKey: [...queryKeys.record(resource.name, record._id), 'usedBy'],
    queryFn: ({ signal }) => requestUses(resource, record._id, signal),
    enabled,
  });
};

/** The number of records that refer to this one; undefined on resources that no others refer to. */
export const useUseCount = (props: UsedByProps): number | undefined => {
  const { data = [] } = useUses(props);
  return useHasUses(props.resource) ? data.reduce((sum, { total }) => sum + total, 0) : undefined;
};

/** The records that refer to a record, by resource, with links. */
const UsedByPanel = ({ resource, record }: UsedByProps) => {
  const uses = useUses({ resource, record });
  if (uses.isError && !uses.data) return <QueryError query={uses} />;
  if (!uses.data) return <Skeleton height="6rem" />;
  const [first, ...others] = uses.data;
  if (!first) {
    return (
      <>
        <Title order={2} mb="xs">
          Used by
        </Title>
        <Text c="dimmed">{`Nothing uses this ${inSentence(resource.label)} yet`}</Text>
      </>
    );
  }
  return (
    <>
      <Title order={2} mb="sm">
        {`Used by ${formatList(uses.data.map(describeUse))}`}
      </Title>
      {others.length === 0 ? (
        <Use use={first} record={record} />
      ) : (
        <Tabs defaultValue={getKey(first)} keepMounted={false}>
          <Tabs.List aria-label="Used by" mb="sm">
            {uses.data.map((use) => (
              <Tabs.Tab key={getKey(use)} value={getKey(use)}>
                {getLabel(use)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {uses.data.map((use) => (
            <Tabs.Panel key={getKey(use)} value={getKey(use)}>
              <Use use={use} record={record} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  );
};

/** The records that refer to this one, on resources that others refer to: a card, or a part of a dialog. */
export const UsedBySection = ({ isCard = false, ...props }: UsedByProps & { isCard?: boolean }) => {
  if (!useHasUses(props.resource)) return null;
  const panel = (
    <section aria-label="Used by">
      <UsedByPanel {...props} />
    </section>
  );
  return isCard ? <Card mt="md">{panel}</Card> : panel;
};
