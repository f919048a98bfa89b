import { Button } from '@mantine/core';
import { IconFolderOpen, IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { texts } from '#shared/texts.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { messageOf } from './errors.ts';
import { useList, useRemove, useSetStatus } from './hooks.ts';
import { ListContext, type ListContextValue, type Target, titleOf } from './list-context.tsx';
import classes from './list-page.module.css';
import { changeListState, type ListChange, readListState } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { useCan } from './session-store.ts';

const noRows: never[] = [];

const AddButton = ({ label, target }: { label: string; target: Target }) => {
  const shared = { leftSection: <IconPlus size="1rem" />, 'data-brand': true, children: label };
  return typeof target === 'string' ? (
    <Button {...shared} component={Link} to={target} />
  ) : (
    <Button {...shared} onClick={target} />
  );
};

const useRemoveWithQuestion = (resource: Resource) => {
  const remove = useRemove(resource);
  return async (record: AnyRecord) => {
    const isConfirmed = await confirm({
      title: `Delete ${resource.label}`,
      question: texts.remove.confirm,
      detail: titleOf(resource, record),
      confirmLabel: 'Delete',
      confirmIcon: <IconTrash size="1rem" />,
    });
    if (isConfirmed) remove.mutate(record._id);
  };
};

/** A resource's records: search, filters, sorting and pages in the address; view, edit and delete at each row. */
export const ListPage = <R extends Resource>({
  resource,
  title = resource.labelPlural,
  columns,
  add,
  view,
  edit,
  children,
}: {
  resource: R;
  title?: string;
  columns: Column<RecordOf<R>>[];
  add?: Target;
  view?: (record: RecordOf<R>) => Target;
  edit?: (record: RecordOf<R>) => Target;
  /** Stands between the header and the list. */
  children?: ReactNode;
}) => {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const can = useCan(resource.name);
  const state = readListState(resource, search);
  const list = useList(resource, state);
  const setStatus = useSetStatus(resource);
  const removeWithQuestion = useRemoveWithQuestion(resource);
  const change = (listChange: ListChange, { isReplacing = false } = {}) =>
    setSearch((current) => changeListState(current, listChange), { replace: isReplacing });

  const rows = list.data?.data ?? noRows;
  const total = list.data?.total ?? 0;
  const lastPageIndex = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && state.pageIndex > lastPageIndex;
  useEffect(() => {
    // The last row of the last page was deleted, or the address is an old one.
    if (isPastEnd)
      setSearch((current) => changeListState(current, { pageIndex: lastPageIndex }), { replace: true });
  }, [isPastEnd, lastPageIndex, setSearch]);

  const open = (target: Target) =>
    typeof target === 'string'
      ? navigate(target, { state: { listAddress: location.pathname + location.search } })
      : target();
  const canEdit = can('update') ? edit : undefined;
  const opener = view ?? canEdit;
  // The cells know records of any resource; the rows that they get are this one's.
  const context = {
    resource,
    firstIndex: state.pageIndex * state.pageSize,
    rows,
    view,
    edit: canEdit,
    remove: can('delete') ? (record: AnyRecord) => void removeWithQuestion(record) : undefined,
    setStatus: can('update')
      ? (record: AnyRecord, status) => setStatus.mutate({ id: record._id, status })
      : undefined,
  } as ListContextValue;
  const addButton = add !== undefined && can('create') && (
    <AddButton label={`Add ${resource.label}`} target={add} />
  );
  const isNarrowed = state.query !== '' || Object.keys(state.filters).length > 0;

  const renderInstead = () => {
    if (list.isError && rows.length === 0) {
      return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
    }
    if (!list.isSuccess || total > 0) return null;
    if (!isNarrowed) {
      return (
        <EmptyState
          icon={<IconFolderOpen size="1.75rem" stroke={1.5} />}
          title={`There are no ${resource.labelPlural} yet`}
          action={addButton}
        />
      );
    }
    return (
      <EmptyState
        icon={<IconSearchOff size="1.75rem" stroke={1.5} />}
        title={`No ${resource.labelPlural} match what you are looking for`}
        action={
          <Button
            variant="default"
            onClick={() =>
              change({
                query: '',
                filters: Object.fromEntries(Object.keys(state.filters).map((name) => [name, null])),
              })
            }
          >
            Clear search and filters
          </Button>
        }
      />
    );
  };

  return (
    <div className={classes.page}>
      <PageHeader title={title} count={list.data?.total}>
        {total > 0 || isNarrowed || list.isPending ? addButton : null}
      </PageHeader>
      {children}
      <ListToolbar resource={resource} state={state} onChange={change} />
      <div className={classes.card}>
        <ListContext value={context}>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            onOpen={opener && ((record) => open(opener(record)))}
            isLoading={list.isPending}
            isDimmed={list.isPlaceholderData}
          >
            {renderInstead()}
          </DataTable>
        </ListContext>
        <PaginationBar
          pageIndex={state.pageIndex}
          pageSize={state.pageSize}
          total={total}
          onPageIndex={(pageIndex) => change({ pageIndex })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      </div>
    </div>
  );
};
