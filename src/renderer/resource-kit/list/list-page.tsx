import { Button, Loader } from '@mantine/core';
import { IconArrowsSort, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { deselectRow, type SelectionStore, useSelection } from '../../ui/selection.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import type { RowDetails } from '../../ui/table-row.tsx';
import { showInfo } from '../../ui/toasts.tsx';
import { BulkBar, type SelectedRecords } from '../bulk/bulk-bar.tsx';
import { getBulkActions } from '../bulk/bulk-client.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { arrangeParam, type ListParams, tableParam, withParams } from '../list-params.ts';
import { useOpenList } from '../open-page.ts';
import { getAddPath, getRecordTitle } from '../record-paths.ts';
import { WaitingRecords } from '../save/queue-notices.tsx';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';
import { ColumnMenu } from './column-menu.tsx';
import { useListColumns } from './columns.tsx';
import { EmptyList } from './empty-list.tsx';
import { SheetButton, TilesButton, useSheetMode } from './list-modes.tsx';
import classes from './list-page.module.css';
import {
  isFiltered,
  ListPlaceholder,
  ListTabs,
  type TabFilter,
  useLeaveSearch,
  useListPage,
  WaitingRows,
} from './list-state.tsx';
import { type CustomFilter, ListToolbar } from './list-toolbar.tsx';
import { getViewColumns, setColumns } from './saved-views.ts';
import { ListContext, type RowActions, type Target, useRowActions } from './use-row-actions.ts';
import { ViewMenu } from './view-menu.tsx';

const AddButton = ({ label, target }: { label: string; target: Target }) => {
  const navigate = useNavigate();
  useShortcut('add', () => (typeof target === 'string' ? void navigate(target) : target()));
  const buttonProps = { leftSection: <IconPlus size="1rem" />, variant: 'brand', children: label };
  return typeof target === 'string' ? (
    <Button {...buttonProps} component={Link} to={target} />
  ) : (
    <Button {...buttonProps} onClick={target} />
  );
};

const RecordSheet = lazyComponent(
  async () => (await import('../sheet/record-sheet.tsx')).RecordSheet,
  <Loader m="auto" />,
);

const ArrangeRecords = lazyComponent(
  async () => (await import('../arrange/arrange-records.tsx')).ArrangeRecords,
  <Loader m="auto" />,
);

/**
 * Whether the order of a list's records on the website is being arranged, which is part of the address. A search or another
 * filter shows the list instead.
 */
const useArrangeMode = (
  { fields: { position } }: Resource,
  { canEdit, params, fixedFilters }: { canEdit: boolean; params: ListParams; fixedFilters: Record<string, string> },
) => {
  const [search, setSearch] = useSearchParams();
  const within = position?.kind === 'number' ? position.within : undefined;
  const isAvailable = useIsFullServer() === true && canEdit && position !== undefined;
  const { [within ?? '']: chosen, ...others } = params.filters;
  const parent = fixedFilters[within ?? ''] ?? chosen;
  const isWhole = params.query === '' && Object.keys(others).length === 0;
  const canOpen = within === undefined || parent !== undefined;
  return {
    isAvailable,
    isOpen: isAvailable && canOpen && isWhole && search.has(arrangeParam),
    filters: within !== undefined && parent !== undefined ? { [within]: parent } : {},
    open: () => {
      if (!canOpen) return showInfo('Filter by a category first: its products are arranged together');
      setSearch({ ...(within && chosen && { [within]: chosen }), [arrangeParam]: 'true' });
    },
    close: () => setSearch((current) => withParams(current, { [arrangeParam]: null })),
  };
};

export type ListPageProps<R extends Resource> = RowActions<R> & {
  title?: string;
  windowTitle?: readonly string[];
  columns: Column<RecordOf<R>>[];
  add?: Target;
  addLabel?: string;
  /** `empty`: only while there is no record. */
  showAdd?: 'always' | 'empty';
  headerActions?: ReactNode;
  selectionActions?: (selected: SelectedRecords) => ReactNode;
  emptyText?: string;
  tabFilter?: TabFilter;
  customFilters?: readonly CustomFilter[];
  details?: RowDetails<RecordOf<R>>;
  breadcrumb?: readonly { label: string; to: string }[];
  /** Filters set by the address, which the user can't change. */
  fixedFilters?: Readonly<Record<string, string>>;
  children?: ReactNode;
  /** Shows the records as tiles, unless the user prefers the table. */
  tiles?: (shown: { params: ListParams; selection: SelectionStore | undefined; placeholder: ReactNode }) => ReactNode;
};

/** List page of a resource. Search, filters, sorting and page are part of the address. */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => {
  const { resource, title = resource.labelPlural, showAdd = 'always', tabFilter, fixedFilters = {} } = props;
  const { add = getAddPath(resource, fixedFilters) } = props;
  const can = useCan(resource.name);
  const { state, params, views, list, change, total, rows, waiting } = useListPage(resource, fixedFilters);
  const columnSettings = getViewColumns(views.preferences, views.current);
  const { widths } = views.preferences;
  const columns = useListColumns(resource, props.columns, columnSettings);
  const selection = useSelection(params);
  const onDeleted = useCallback((id: string) => selection.setState((current) => deselectRow(current, id)), [selection]);
  const { actions, handlers } = useRowActions(props, onDeleted);
  const canEdit = actions.edit !== undefined;
  const sheet = useSheetMode(resource, { canEdit });
  const arrange = useArrangeMode(resource, { canEdit, params, fixedFilters });
  // The checkbox column keeps its space while that is unknown.
  const hasBulk = useIsFullServer() !== false;
  const bulkActions = getBulkActions(resource, {
    canUpdate: hasBulk && actions.setStatus !== undefined,
    canDelete: hasBulk && actions.remove !== undefined,
  });
  const latestRows = useRef<readonly AnyRecord[]>([]);
  useEffect(() => {
    latestRows.current = rows;
  }, [rows]);
  const leaveSearch = useLeaveSearch({ query: state.query, isSettled: !list.isPending && !list.isPlaceholderData });
  const firstIndex = state.pageIndex * state.pageSize;
  const query = list.data?.correctedQuery ?? state.query;
  const context = useMemo(
    () => ({ ...actions, resource, firstIndex, query, getRows: () => latestRows.current }),
    [actions, resource, firstIndex, query],
  );
  const addLabel = props.addLabel ?? `Add ${resource.label}`;
  const mayAdd = add !== undefined && can('create');
  const addButton = mayAdd && <AddButton label={addLabel} target={add} />;
  const isEmpty = list.isSuccess && !list.isPlaceholderData && total === 0 && !isFiltered(state) && !sheet.isOpen;
  const canAdd = mayAdd && (showAdd === 'always' || total === 0);
  useOpenList({
    resource,
    title,
    params,
    total,
    sheet,
    add: canAdd ? { label: addLabel, target: add } : undefined,
  });

  const selectable = bulkActions.length > 0 ? selection : undefined;
  const [search] = useSearchParams();
  const tiles = search.has(tableParam) ? undefined : props.tiles;
  const placeholder = (
    <ListPlaceholder
      resource={resource}
      total={total}
      state={state}
      tabFilter={tabFilter}
      listQuery={list}
      hasRows={rows.length > 0}
      onChange={change}
    />
  );
  const table = tiles?.({ params, selection: selectable, placeholder }) ?? (
    <>
      <WaitingRows {...waiting} />
      <DataTable
        label={title}
        columns={columns.visible}
        {...handlers}
        widths={widths}
        onWidthsChange={(next) =>
          views.change((latest) => ({ ...latest, widths: Object.keys(next).length > 0 ? next : undefined }))
        }
        rows={rows}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selection={selectable}
        getTitle={(row) => getRecordTitle(resource, row)}
        details={props.details}
        isLoading={list.isPending}
        isRefetching={list.isPlaceholderData}
      >
        {placeholder}
      </DataTable>
      <PaginationBar
        page={state}
        total={total}
        isLoading={list.isPending || list.isPlaceholderData}
        onChange={change}
      />
    </>
  );
  const firstLabel = showAdd === 'always' ? 'Add the first one' : addLabel;
  const empty = (
    <div className={classes.card}>
      <EmptyList
        resource={resource}
        title={props.emptyText}
        add={mayAdd ? { label: firstLabel, target: add } : undefined}
      />
    </div>
  );
  const content = isEmpty ? (
    empty
  ) : (
    <ListToolbar
      resource={resource}
      state={state}
      customFilters={props.customFilters}
      hiddenFilters={[...Object.keys(fixedFilters), ...(tabFilter ? [tabFilter.name] : [])]}
      correctedQuery={list.data?.correctedQuery}
      onChange={change}
      onLeaveSearch={leaveSearch}
      buttons={
        !resource.isSingleton && (
          <>
            <ViewMenu views={views} fixedFilters={fixedFilters} />
            <ColumnMenu
              columns={columns.configured}
              isCustomized={columnSettings !== null || widths !== undefined}
              onChange={(settings) => views.change((latest) => setColumns(latest, views.current, settings))}
            />
            {props.tiles && <TilesButton />}
            {arrange.isAvailable && (
              <Button
                variant="subtle"
                bg={arrange.isOpen ? 'var(--bo-selected)' : undefined}
                aria-pressed={arrange.isOpen}
                leftSection={<IconArrowsSort size="1rem" aria-hidden />}
                onClick={arrange.isOpen ? arrange.close : arrange.open}
              >
                Arrange
              </Button>
            )}
            {sheet.isAvailable && <SheetButton sheet={sheet} isDisabled={total === 0} />}
          </>
        )
      }
      selectionBar={
        !sheet.isOpen &&
        !arrange.isOpen && (
          <BulkBar resource={resource} params={params} total={total} store={selection} actions={bulkActions}>
            {props.selectionActions}
          </BulkBar>
        )
      }
    >
      <ListContext value={context}>
        {arrange.isOpen ? (
          <ArrangeRecords
            key={JSON.stringify(arrange.filters)}
            resource={resource}
            title={title}
            filters={arrange.filters}
            onClose={arrange.close}
          />
        ) : sheet.isOpen ? (
          <RecordSheet
            // Another filter is another sheet.
            key={JSON.stringify([params.query, params.sort, params.filters])}
            resource={resource}
            title={title}
            params={params}
            // The sheet loads records of this resource only.
            columns={columns.visible as unknown as Column<AnyRecord>[]}
            lockedFields={Object.keys(fixedFilters)}
            onClose={sheet.close}
          />
        ) : (
          table
        )}
      </ListContext>
    </ListToolbar>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        windowTitle={props.windowTitle}
        count={isEmpty ? undefined : list.data?.total}
        breadcrumb={props.breadcrumb}
      >
        {!isEmpty && <ExportMenu resource={resource} title={title} params={params} total={total} />}
        {props.headerActions}
        {showAdd === 'always' && addButton}
      </PageHeader>
      {props.children}
      <WaitingRecords resource={resource} />
      {tabFilter ? (
        <ListTabs resource={resource} tabFilter={tabFilter}>
          {content}
        </ListTabs>
      ) : (
        content
      )}
    </div>
  );
};
