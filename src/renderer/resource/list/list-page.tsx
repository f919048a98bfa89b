import { Button } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource/define-resource.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { addAddress } from '../addresses.ts';
import { bulkActionsOf } from '../bulk/bulk-actions.ts';
import { useSelection } from '../bulk/use-selection.ts';
import { useCapability } from '../capabilities.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { useCan } from '../session-store.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ListContext, type ListContextValue, type Target, titleOf } from './list-context.tsx';
import { isNarrowed, ListInstead } from './list-instead.tsx';
import classes from './list-page.module.css';
import { type ChosenRecords, ListTable } from './list-table.tsx';
import { ListTabs, type TabSet } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useListColumns } from './use-list-columns.ts';
import { useListPage } from './use-list-page.ts';
import { useListViews } from './use-list-views.ts';
import { type RowActions, useRowActions } from './use-row-actions.ts';
import { ViewMenu } from './view-menu.tsx';

const AddButton = ({ label, target }: { label: string; target: Target }) => {
  const navigate = useNavigate();
  useShortcut('add', () => (typeof target === 'string' ? void navigate(target) : target()));
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

export type ListPageProps<R extends Resource> = RowActions<R> & {
  title?: string;
  columns: Column<RecordOf<R>>[];
  add?: Target;
  addLabel?: string;
  /** `empty`: only as long as there is no record. */
  addWhen?: 'always' | 'empty';
  /** What else can be done from here, beside adding a record. */
  headerActions?: ReactNode;
  /** What else can be done with the chosen records, beside their status and deleting them. */
  selectionActions?: (chosen: ChosenRecords) => ReactNode;
  emptyText?: string;
  tabSet?: TabSet;
  /** Where this list was opened from. */
  back?: { label: string; to: string };
  /** What this list holds by its address, whatever is searched and filtered in it. */
  fixed?: Readonly<Record<string, string>>;
  /** Stands between the header and the list. */
  children?: ReactNode;
};

/** A resource's records: search, filters, sorting and pages in the address; view, edit and delete at each row. */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => {
  const { resource, title = resource.labelPlural, addWhen = 'always', tabSet, fixed = {} } = props;
  const { add = addAddress(resource, fixed) } = props;
  const can = useCan(resource.name);
  const { state, params, list, change, total, rows } = useListPage(resource, fixed);
  const views = useListViews(resource, state);
  const columns = useListColumns(resource, props.columns, views.columns);
  const selected = useSelection<RecordOf<R>>({
    nameOf: (row) => titleOf(resource, row),
    ...{ state: params, rows, total },
  });
  const { onOpen, onEdit, ...actions } = useRowActions({ ...props, onRemoved: selected.forget });
  // As long as it is unknown, the column of the checkboxes keeps its place.
  const hasBulk = useCapability('bulk') !== false;
  const bulkActions = bulkActionsOf(resource, {
    canUpdate: hasBulk && actions.setStatus !== undefined,
    canDelete: hasBulk && actions.remove !== undefined,
  });
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
  // Not before it is known whether there is a record: it would jump away from under the pointer and the focus.
  const isAddAtHeader = addWhen === 'always' && (total > 0 || isNarrowed(state));

  const content = (
    <>
      <ListToolbar
        resource={resource}
        state={state}
        fixedNames={[...Object.keys(fixed), ...(tabSet ? [tabSet.name] : [])]}
        onChange={change}
      >
        {!resource.isSingle && (
          <>
            <ViewMenu resource={resource} views={views} />
            <ColumnMenu
              columns={columns.arranged}
              isChosen={views.columns !== undefined || views.widths !== undefined}
              onChange={views.chooseColumns}
            />
          </>
        )}
      </ListToolbar>
      <div className={classes.card}>
        <ListContext value={context}>
          <ListTable
            resource={resource}
            params={params}
            total={total}
            selected={selected}
            actions={bulkActions}
            selectionActions={props.selectionActions}
            label={title}
            columns={columns.shown}
            widths={views.widths}
            onWidths={views.setWidths}
            rows={rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            onOpen={onOpen}
            onEdit={onEdit}
            onRemove={(row) => actions.remove?.(row)()}
            isLoading={list.isPending}
            isDimmed={list.isPlaceholderData}
          >
            <ListInstead
              resource={resource}
              answer={list}
              total={total}
              hasRows={rows.length > 0}
              state={state}
              emptyText={props.emptyText}
              tabSet={tabSet}
              addButton={addButton}
              onChange={change}
            />
          </ListTable>
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
        <ExportMenu resource={resource} title={title} params={params} total={total} />
        {props.headerActions}
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
