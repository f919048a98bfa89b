import { Button } from '@mantine/core';
import { IconArrowLeft, IconFolderOpen, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource/define-resource.ts';
import type { Status } from '#shared/resource/fields.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { messageOf } from './errors.ts';
import { useList, useQuickChange } from './hooks.ts';
import { ListContext, type ListContextValue, type Target } from './list-context.tsx';
import classes from './list-page.module.css';
import { changeListState, type ListChange, readListState } from './list-state.ts';
import { ListTabs, type TabSet } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useRemoveWithQuestion } from './remove-question.tsx';
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

const BackButton = ({ label, to }: { label: string; to: string }) => (
  <IconButton label={label} icon={<IconArrowLeft size="1.125rem" />} to={to} />
);

type ListPageProps<R extends Resource> = {
  resource: R;
  title?: string;
  columns: Column<RecordOf<R>>[];
  add?: Target;
  addLabel?: string;
  /** `empty`: only as long as there is no record. */
  addWhen?: 'always' | 'empty';
  view?: (record: RecordOf<R>) => Target;
  edit?: (record: RecordOf<R>) => Target;
  canRemove?: boolean;
  emptyText?: string;
  tabSet?: TabSet;
  /** Where this list was opened from. */
  back?: { label: string; to: string };
  /** What this list holds by its address, whatever is searched and filtered in it. */
  fixed?: Readonly<Record<string, string>>;
  /** Stands between the header and the list. */
  children?: ReactNode;
};

/** What the list is asked for, and how that changes. Past the last page it goes back to it. */
const useListPage = <R extends Resource>({
  resource,
  fixed,
}: Pick<ListPageProps<R>, 'resource' | 'fixed'>) => {
  const [search, setSearch] = useSearchParams();
  const state = readListState(resource, search);
  const list = useList(resource, { ...state, filters: { ...state.filters, ...fixed } });
  const change = (listChange: ListChange, { isReplacing = false } = {}) =>
    setSearch((current) => changeListState(current, listChange), { replace: isReplacing });
  const total = list.data?.total ?? 0;
  const lastPageIndex = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && state.pageIndex > lastPageIndex;
  useEffect(() => {
    // The last row of the last page was deleted, or the address is an old one.
    if (isPastEnd)
      setSearch((current) => changeListState(current, { pageIndex: lastPageIndex }), { replace: true });
  }, [isPastEnd, lastPageIndex, setSearch]);
  return { state, list, change, total, rows: list.data?.data ?? noRows };
};

/** What opens, edits, deletes and switches a record of the list, as far as the person may. */
const useRowActions = <R extends Resource>({
  resource,
  view,
  edit,
  canRemove = true,
}: Pick<ListPageProps<R>, 'resource' | 'view' | 'edit' | 'canRemove'>) => {
  const location = useLocation();
  const navigate = useNavigate();
  const can = useCan(resource.name);
  const quickChange = useQuickChange<Resource>(resource);
  const removeWithQuestion = useRemoveWithQuestion(resource);
  const open = (target: Target) =>
    typeof target === 'string'
      ? navigate(target, { state: { listAddress: location.pathname + location.search } })
      : target();
  const canEdit = can('update') ? edit : undefined;
  const opener = view ?? canEdit;
  return {
    view,
    edit: canEdit,
    remove: canRemove && can('delete') ? (record: AnyRecord) => void removeWithQuestion(record) : undefined,
    setStatus: can('update')
      ? ({ _id }: AnyRecord, status: Status) => quickChange.mutate({ id: _id, values: { status } })
      : undefined,
    onOpen: opener && ((record: RecordOf<R>) => open(opener(record))),
  };
};

/** A resource's records: search, filters, sorting and pages in the address; view, edit and delete at each row. */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => {
  const { resource, title = resource.labelPlural, columns, add, addWhen = 'always', tabSet, fixed } = props;
  const can = useCan(resource.name);
  const { state, list, change, total, rows } = useListPage(props);
  const { onOpen, ...actions } = useRowActions(props);
  // The cells know records of any resource; the rows that they get are this one's.
  const context = {
    resource,
    firstIndex: state.pageIndex * state.pageSize,
    rows,
    ...actions,
  } as ListContextValue;
  const addButton = add !== undefined && can('create') && (
    <AddButton label={props.addLabel ?? `Add ${resource.label}`} target={add} />
  );
  const isNarrowed = state.query !== '' || Object.keys(state.filters).length > 0;
  const isAddAtHeader = addWhen === 'always' && (total > 0 || isNarrowed || list.isPending);

  const renderInstead = () => {
    if (list.isError && rows.length === 0) {
      return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
    }
    if (!list.isSuccess || total > 0) return null;
    if (!isNarrowed) {
      return (
        <EmptyState
          icon={<IconFolderOpen size="1.75rem" stroke={1.5} />}
          title={props.emptyText ?? `There are no ${resource.labelPlural} yet`}
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

  const content = (
    <>
      <ListToolbar
        resource={resource}
        state={state}
        fixedNames={[...Object.keys(fixed ?? {}), ...(tabSet ? [tabSet.name] : [])]}
        onChange={change}
      />
      <div className={classes.card}>
        <ListContext value={context}>
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            onOpen={onOpen}
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
    </>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        count={list.data?.total}
        leading={props.back && <BackButton {...props.back} />}
      >
        {isAddAtHeader && addButton}
      </PageHeader>
      {props.children}
      {tabSet ? (
        <ListTabs resource={resource} tabSet={tabSet}>
          {content}
        </ListTabs>
      ) : (
        content
      )}
    </div>
  );
};
