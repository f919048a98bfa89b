import { Skeleton } from '@mantine/core';
import { IconHistory, IconLock } from '@tabler/icons-react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { useHistory } from '../../resource-kit/history/history.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { parsePageParams, updateListParams } from '../../resource-kit/list-params.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { HistoryEntryItem } from './history-entry.tsx';
import classes from './history-page.module.css';

const useBack = () => {
  const navigate = useNavigate();
  // The window's first page has no previous page.
  const isFirst = (window.history.state?.idx ?? 0) === 0;
  return { label: 'Back', onClick: () => void (isFirst ? navigate('/') : navigate(-1)) };
};

const RecordHistory = ({ resource, recordId }: { resource: Resource; recordId: string }) => {
  const [search, setSearch] = useSearchParams();
  const { pageIndex, pageSize } = parsePageParams(search);
  const history = useHistory({ resource: resource.name, recordId, pageIndex, pageSize });
  const [newestEntry] = history.data?.data ?? [];
  return (
    <div className={listClasses.page}>
      <PageHeader
        title={newestEntry?.title ? `History of “${newestEntry.title}”` : `${resource.label} history`}
        windowTitle={newestEntry && [newestEntry.title || resource.label, `${resource.label} history`]}
        count={history.data?.total}
        back={useBack()}
      />
      <div className={listClasses.card}>
        <div className={classes.body} aria-busy={history.isPending}>
          {history.isError && !history.data && <QueryError query={history} />}
          {history.isPending && <Skeleton height="12rem" radius="md" m="md" w="auto" />}
          {history.data?.total === 0 && <EmptyState icon={IconHistory} title="No history yet" />}
          <ol className={classes.changes} aria-label="Changes">
            {history.data?.data.map((entry) => (
              <HistoryEntryItem key={entry._id} resource={resource} entry={entry} />
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

const useUnavailableReason = (resource: Resource | undefined): string | null => {
  const hasHistory = useCapability('history');
  const can = useCan(resource?.name ?? '');
  if (!resource) return 'This page doesn’t exist';
  if (hasHistory === false) return 'This server doesn’t keep a history';
  return can('update')
    ? null
    : `You don’t have permission to view the history of ${inSentence(resource.labelPlural)}`;
};

export const HistoryPage = () => {
  const { resource: name = '', recordId = '' } = useParams();
  const resource = findResource(name);
  const unavailableReason = useUnavailableReason(resource);
  const back = useBack();
  if (resource && unavailableReason === null)
    return <RecordHistory resource={resource} recordId={recordId} />;
  return (
    <div className={listClasses.page}>
      <PageHeader title="History" back={back} />
      <EmptyState icon={IconLock} title={unavailableReason ?? ''} />
    </div>
  );
};
