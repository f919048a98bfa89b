import { Select } from '@mantine/core';
import { IconArrowBackUp, IconHistory, IconLock, IconTrash } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TrashItem } from '#shared/history.ts';
import { can } from '#shared/permissions.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { useCapability } from '../../resource/capabilities.ts';
import { messageOf } from '../../resource/errors.ts';
import { historyPath } from '../../resource/history/history.ts';
import { restoreFromTrash, useTrash } from '../../resource/history/trash.ts';
import { changeListState, readPage } from '../../resource/list/list-state.ts';
import { SearchBox } from '../../resource/list/list-toolbar.tsx';
import { useSession } from '../../resource/session-store.ts';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { DataTable, type tableKit } from '../../ui/data-table.tsx';
import { formatMoment } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { daysLeft } from './days-left.ts';
import classes from './trash-page.module.css';

const icon = { size: '1.75rem', stroke: 1.5 };
const action = { size: '1.125rem', stroke: 1.75 };

const labelOf = (resource: string): string => findResource(resource)?.label ?? resource;

const Title = ({ item }: { item: TrashItem }) => (
  <ClippedText
    text={`${item.title || labelOf(item.resource)}${item.along > 0 ? ` and ${item.along} more` : ''}`}
  />
);

const Actions = ({ item }: { item: TrashItem }) => {
  const [isRestoring, setIsRestoring] = useState(false);
  const role = useSession()?.role ?? 'USER';
  const title = item.title || labelOf(item.resource);
  const restore = () => {
    setIsRestoring(true);
    void restoreFromTrash(item).finally(() => setIsRestoring(false));
  };
  return (
    <span className={classes.actions}>
      {can({ role, action: 'create', resource: item.resource }) && (
        <IconButton
          label={`Restore ${title}`}
          tooltip="Restore"
          icon={<IconArrowBackUp {...action} />}
          isDisabled={isRestoring}
          onClick={restore}
        />
      )}
      <IconButton
        label={`History of ${title}`}
        tooltip="History"
        icon={<IconHistory {...action} />}
        to={historyPath(item.resource, item.recordId)}
      />
    </span>
  );
};

const column = createColumnHelper<typeof tableKit, TrashItem>();

const columns = [
  column.display({ id: 'title', header: 'Deleted', cell: ({ row }) => <Title item={row.original} /> }),
  column.display({
    id: 'kind',
    header: 'Kind',
    meta: { width: '16%' },
    cell: ({ row }) => labelOf(row.original.resource),
  }),
  column.display({
    id: 'userName',
    header: 'Deleted by',
    meta: { width: '18%' },
    cell: ({ row }) => <ClippedText text={row.original.userName ?? 'The server'} />,
  }),
  column.display({
    id: 'deletedAt',
    header: 'Deleted on',
    meta: { width: '11rem' },
    cell: ({ row }) => <span className="bo-tabular">{formatMoment(row.original.deletedAt)}</span>,
  }),
  column.display({
    id: 'daysLeft',
    header: 'Days left',
    meta: { width: '6.5rem' },
    cell: ({ row }) => <span className="bo-tabular">{daysLeft(row.original.expiresAt, new Date())}</span>,
  }),
  column.display({
    id: 'actions',
    header: 'Action',
    meta: { width: '6.5rem' },
    cell: ({ row }) => <Actions item={row.original} />,
  }),
];

const TrashList = () => {
  const [search, setSearch] = useSearchParams();
  const role = useSession()?.role ?? 'USER';
  const { pageIndex, pageSize, query } = readPage(search);
  const resource = search.get('resource') ?? '';
  const trash = useTrash({ pageIndex, pageSize, query, resource });
  const rows = trash.data?.data ?? [];
  const total = trash.data?.total ?? 0;
  const change = (listChange: Parameters<typeof changeListState>[1], { isReplacing = false } = {}) =>
    setSearch((current) => changeListState(current, listChange), { replace: isReplacing });
  const kinds = resources.filter(({ name }) => can({ role, action: 'update', resource: name }));
  return (
    <div className={classes.page}>
      <PageHeader title="Trash" count={trash.data?.total} />
      <div className={classes.toolbar}>
        <SearchBox label="Search the trash" query={query} onChange={change} />
        <Select
          aria-label="Kind of record"
          placeholder="All kinds"
          data={kinds.map(({ name, labelPlural }) => ({ value: name, label: labelPlural }))}
          value={resource || null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear kind of record' }}
          onChange={(value) => change({ filters: { resource: value } })}
        />
      </div>
      <div className={classes.card}>
        <DataTable
          label="Trash"
          columns={columns}
          rows={rows}
          sort={null}
          onSort={() => undefined}
          isLoading={trash.isPending}
          isDimmed={trash.isPlaceholderData}
        >
          {trash.isError && rows.length === 0 && (
            <ErrorState message={messageOf(trash.error)} onRetry={() => void trash.refetch()} />
          )}
          {trash.isSuccess && total === 0 && (
            <EmptyState
              icon={<IconTrash {...icon} />}
              title={
                query || resource
                  ? 'Nothing that was deleted matches'
                  : 'The trash is empty. What is deleted stays here for 30 days'
              }
            />
          )}
        </DataTable>
        <PaginationBar
          pageIndex={pageIndex}
          pageSize={pageSize}
          total={total}
          onPageIndex={(index) => change({ pageIndex: index })}
          onPageSize={(size) => change({ pageSize: size })}
        />
      </div>
    </div>
  );
};

/** What was deleted and can be restored, of all resources. */
export const TrashPage = () => {
  const hasTrash = useCapability('trash');
  if (hasTrash !== false) return <TrashList />;
  return (
    <div className={classes.page}>
      <PageHeader title="Trash" />
      <EmptyState icon={<IconLock {...icon} />} title="This server keeps no trash" />
    </div>
  );
};
