import { Anchor, Group, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { UsedBy } from '#shared/used-by.ts';
import { Pager } from '../../ui/pagination-bar.tsx';
import { useList } from '../hooks.ts';
import classes from '../kinds/used-by.module.css';
import { queryKeys } from '../query-client.ts';
import { QueryError } from '../query-error.tsx';
import { getRecordPath } from '../record-paths.ts';
import { useCan } from '../session-store.ts';
import { getRecordTitle } from './list-context.tsx';
import { describeUse, getUsePath, requestUses } from './used-by.tsx';

const pageSize = 10;

type Referrers = { referrer: Resource; field: string; record: AnyRecord; use: UsedBy };

const ReferrerList = ({ referrer, field, record, use }: Referrers) => {
  const [pageIndex, setPageIndex] = useState(0);
  const filters = { [field]: record._id };
  const list = useList(referrer, { pageIndex, pageSize, query: '', sort: null, filters });
  const rows: readonly AnyRecord[] = list.data?.data ?? [];
  const pageCount = Math.ceil((list.data?.total ?? 0) / pageSize);
  const allPath = getUsePath(use, record);
  if (list.isError && !list.data) return <QueryError query={list} />;
  if (list.isPending) return <Skeleton height="6rem" />;
  return (
    <>
      <ul className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        {rows.map((row) => (
          <li key={row._id}>
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

const getKey = ({ resource, field }: UsedBy): string => `${resource} ${field}`;

/** The records that refer to a record, by resource, with links. */
export const UsedByPanel = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const uses = useQuery({
    queryKey: [...queryKeys.record(resource.name, record._id), 'usedBy'],
    queryFn: ({ signal }) => requestUses(resource, record._id, signal),
  });
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
