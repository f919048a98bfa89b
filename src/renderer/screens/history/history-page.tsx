import { Button, Skeleton } from '@mantine/core';
import { IconColumns2, IconHistory, IconLock } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { HistoryEntry } from '#shared/history.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { getComparePath, useHistory } from '../../resource-kit/history/history.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { parsePageParams, updateListParams } from '../../resource-kit/list-params.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { HistoryEntryItem } from './history-entry.tsx';
import classes from './history-page.module.css';

/** Back to where the history was opened; the window's first page has no previous page. */
const useBack = () => {
  const navigate = useNavigate();
  const isFirst = (window.history.state?.idx ?? 0) === 0;
  return { label: 'Back', onClick: () => void (isFirst ? navigate('/') : navigate(-1)) };
};

/** Shows a page about the record in the address, if the user may change the record. */
export const RecordPage = ({ Content }: { Content: ComponentType<{ resource: Resource; recordId: string }> }) => {
  const { resource: name = '', recordId = '' } = useParams();
  const resource = findResource(name);
  const can = useCan(name);
  const back = useBack();
  if (resource && can('update')) return <Content resource={resource} recordId={recordId} />;
  const title = resource
    ? `You don’t have permission to view the history of ${inSentence(resource.labelPlural)}`
    : 'This page doesn’t exist';
  return (
    <div className={listClasses.page}>
      <PageHeader title="History" back={back} />
      <EmptyState icon={IconLock} title={title} />
    </div>
  );
};

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
        picture={<RecordPicture image={newestEntry?.image} size={36} />}
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
          <ol aria-label="Changes">
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

export const HistoryPage = () => <RecordPage Content={RecordHistory} />;
