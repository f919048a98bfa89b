import { Button, Skeleton } from '@mantine/core';
import { IconColumns2, IconHistory } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { HistoryEntry } from '#shared/history.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import { getComparePath, useHistory } from '../../resource-kit/history/history.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { parsePageParams, updateListParams } from '../../resource-kit/list-params.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { HistoryEntryItem } from './history-entry.tsx';
import classes from './history-page.module.css';
import { HistoryUnavailable, useBack, useUnavailableReason } from './unavailable.tsx';

const RecordHistory = ({ resource, recordId }: { resource: Resource; recordId: string }) => {
  const [search, setSearch] = useSearchParams();
  const { pageIndex, pageSize } = parsePageParams(search);
  const history = useHistory({ resource: resource.name, recordId, pageIndex, pageSize });
  const [newestEntry] = history.data?.data ?? [];
  const isVersion = ({ action, after }: HistoryEntry) => (action === 'create' || action === 'update') && after !== null;
  const isNewest = (entry: HistoryEntry) => pageIndex === 0 && entry === newestEntry;
  return (
    <div className={listClasses.page}>
      <PageHeader
        title={newestEntry?.title ? `History of “${newestEntry.title}”` : `${resource.label} history`}
        windowTitle={newestEntry && [newestEntry.title || resource.label, `${resource.label} history`]}
        count={history.data?.total}
        back={useBack()}
      >
        {(history.data?.total ?? 0) > 1 && newestEntry?.action !== 'purge' && (
          <Button
            component={Link}
            to={getComparePath(resource.name, recordId)}
            leftSection={<IconColumns2 size="1rem" />}
          >
            Compare versions
          </Button>
        )}
      </PageHeader>
      <div className={listClasses.card}>
        <div className={classes.body} aria-busy={history.isPending}>
          {history.isError && !history.data && <QueryError query={history} />}
          {history.isPending && <Skeleton height="12rem" radius="md" m="md" w="auto" />}
          {history.data?.total === 0 && <EmptyState icon={IconHistory} title="No history yet" />}
          <ol className={classes.changes} aria-label="Changes">
            {history.data?.data.map((entry) => (
              <HistoryEntryItem
                key={entry._id}
                resource={resource}
                entry={entry}
                comparePath={
                  isVersion(entry) && !isNewest(entry) ? getComparePath(resource.name, recordId, entry._id) : undefined
                }
              />
            ))}
          </ol>
        </div>
        <PaginationBar
          page={{ pageIndex, pageSize }}
          total={history.data?.total ?? 0}
          isLoading={history.isPending || history.isPlaceholderData}
          onChange={(change) => setSearch((current) => updateListParams(current, change))}
        />
      </div>
    </div>
  );
};

export const HistoryPage = () => {
  const { resource: name = '', recordId = '' } = useParams();
  const resource = findResource(name);
  const unavailableReason = useUnavailableReason(resource);
  if (resource && unavailableReason === null) return <RecordHistory resource={resource} recordId={recordId} />;
  return <HistoryUnavailable reason={unavailableReason} />;
};
