import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { getBulkActions } from '../bulk/bulk-actions.ts';
import { type CountedTarget, countTarget } from '../bulk/bulk-target.ts';
import { useSelection } from '../bulk/selection.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import { useCapability } from '../capabilities.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { useOpenList } from '../open-page.ts';
import { getAddPath } from '../record-paths.ts';
import { WaitingRecords } from '../save/queue-notices.tsx';
import { useCan } from '../session-store.ts';
import { ColumnMenu } from './column-menu.tsx';
import { getRecordTitle, ListContext, type ListContextValue, type Target } from './list-context.tsx';
import classes from './list-page.module.css';
import { isFiltered, ListPlaceholder } from './list-placeholder.tsx';
import { ListTabs, type TabFilter } from './list-tabs.tsx';
import { type CustomFilter, ListToolbar } from './list-toolbar.tsx';
import { type RowDetails, useRowExpansion } from './row-details.tsx';
import { LazyRecordSheet, SheetButton, useSheetMode } from './sheet-mode.tsx';
import { WaitingRows } from './steady-rows.tsx';
import { useListColumns } from './use-list-columns.ts';
import { useListPage } from './use-list-page.ts';
import { type RowActions, useRowActions } from './use-row-actions.ts';
import { useSavedViews } from './use-saved-views.ts';
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

/** Selected records, for a screen's own bulk actions. */
export type SelectedRecords = {
  countTarget: () => Promise<CountedTarget>;
  count: number;
  onDone: () => void;
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
  details?: RowDetails<R>;
  back?: { label: string; to: string };
  /** Filters set by the address, which the user can't change. */
  fixedFilters?: Readonly<Record<string, string>>;
  children?: ReactNode;
};

/** List page of a resource. Search, filters, sorting and page are part of the address. */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => {
  const { resource, title = resource.labelPlural, showAdd = 'always', tabFilter, fixedFilters = {} } = props;
  const { add = getAddPath(resource, fixedFilters) } = props;
  const can = useCan(resource.name);
  const { state, params, list, change, total, rows, waiting } = useListPage(resource, fixedFilters);
  const views = useSavedViews(resource, state);
  const columns = useListColumns(resource, props.columns, views.columns);
  const selected = useSelection<RecordOf<R>>({
    getTitle: (row) => getRecordTitle(resource, row),
    state: params,
    rows,
    total,
  });
  const { onOpen, onEdit, onDuplicate, ...actions } = useRowActions({
    ...props,
    onDeleted: selected.deselect,
  });
  const sheet = useSheetMode(resource, { canEdit: onEdit !== undefined });
  const expansion = useRowExpansion(props.details);
  const { count, selection } = selected;
  const bulk = useBulkChange(resource, selected.deselectHandled);
  // The checkbox column keeps its space while the capability is unknown.
  const hasBulk = useCapability('bulk') !== false;
  const bulkActions = getBulkActions(resource, {
    canUpdate: hasBulk && actions.setStatus !== undefined,
    canDelete: hasBulk && actions.remove !== undefined,
  });
  // Cells take records of any resource; these rows are all of this one.
  const context = {
    resource,
    firstIndex: state.pageIndex * state.pageSize,
    rows,
    expansion: sheet.isOpen ? undefined : expansion,
    ...actions,
  } as ListContextValue;
  const addLabel = props.addLabel ?? `Add ${resource.label}`;
  const addButton = add !== undefined && can('create') && <AddButton label={addLabel} target={add} />;
  // Hidden until the total is known, or the button would jump from under the pointer and the focus.
  const showsAddInHeader = showAdd === 'always' && (total > 0 || isFiltered(state));
  const canAdd = add !== undefined && can('create') && (showAdd === 'always' || total === 0);
  useOpenList({
    resource,
    title,
    params,
    total,
    sheet,
    add: canAdd ? { label: addLabel, target: add } : undefined,
  });

  const content = (
    <>
      <ListToolbar
        resource={resource}
        state={state}
        customFilters={props.customFilters}
        hiddenFilters={[...Object.keys(fixedFilters), ...(tabFilter ? [tabFilter.name] : [])]}
        onChange={change}
      >
        {!resource.isSingleton && (
          <>
            <ViewMenu resource={resource} views={views} fixedFilters={fixedFilters} />
            <ColumnMenu
              columns={columns.configured}
              isCustomized={views.columns !== undefined || views.widths !== undefined}
              onChange={views.setColumns}
            />
            {sheet.isAvailable && <SheetButton sheet={sheet} isDisabled={total === 0} />}
          </>
        )}
      </ListToolbar>
      {sheet.isOpen && (
        <div className={classes.card}>
          <ListContext value={context}>
            <LazyRecordSheet
              resource={resource}
              title={title}
              params={params}
              columns={columns.visible}
              lockedFields={Object.keys(fixedFilters)}
              onClose={sheet.close}
            />
          </ListContext>
        </div>
      )}
      {!sheet.isOpen && (
        <div className={classes.card}>
          <ListContext value={context}>
            <WaitingRows {...waiting} />
            <DataTable
              label={title}
              columns={columns.visible}
              widths={views.widths}
              onWidthsChange={views.setWidths}
              rows={rows}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              onOpen={onOpen}
              onEdit={onEdit}
              onDuplicate={onDuplicate}
              onRemove={(row) => actions.remove?.(row)()}
              selection={bulkActions.length > 0 ? selected.rowSelection : undefined}
              expansion={expansion}
              isLoading={list.isPending}
              isRefetching={list.isPlaceholderData}
            >
              <ListPlaceholder
                resource={resource}
                total={total}
                state={state}
                tabFilter={tabFilter}
                addButton={addButton}
                listQuery={list}
                hasRows={rows.length > 0}
                emptyText={props.emptyText}
                onChange={change}
              />
            </DataTable>
            {count > 0 && (
              <SelectionBar
                count={count}
                total={total}
                label={`Selected ${inSentence(resource.labelPlural)}`}
                actions={bulkActions}
                isRunning={bulk.isRunning}
                onAction={(action) => void bulk.run(action, { selection, params })}
                onSelectAll={selected.selectAll}
                onClear={selected.clear}
              >
                {props.selectionActions?.({
                  countTarget: () => countTarget(resource, { selection, params }),
                  count,
                  onDone: () => selected.deselectHandled(selection),
                })}
              </SelectionBar>
            )}
          </ListContext>
          <PaginationBar
            page={state}
            total={total}
            isLoading={list.isPending || list.isPlaceholderData}
            onChange={change}
          />
        </div>
      )}
    </>
  );

  return (
    <div className={classes.page}>
      <PageHeader title={title} windowTitle={props.windowTitle} count={list.data?.total} back={props.back}>
        <ExportMenu resource={resource} title={title} params={params} total={total} />
        {props.headerActions}
        {showsAddInHeader && addButton}
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
