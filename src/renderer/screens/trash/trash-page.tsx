import { Button, Group, Select } from '@mantine/core';
import { IconArrowBackUp, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TrashBulkResult, TrashItem } from '#shared/history.ts';
import { can } from '#shared/permissions.ts';
import { formatCount, quoteSentence } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';
import { pageTitles } from '#shared/routes.ts';
import { SelectionBar } from '../../resource-kit/bulk/bulk-bar.tsx';
import { openFailedRecordsDialog, undoBulkChange } from '../../resource-kit/bulk/bulk-change.tsx';
import { getFailedRecords } from '../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import {
  changeTrash,
  refetchTrash,
  restoreFromTrash,
  type TrashTarget,
  useTrash,
} from '../../resource-kit/history/trash.ts';
import classes from '../../resource-kit/list/list-page.module.css';
import { useSteadyRows, WaitingRows } from '../../resource-kit/list/list-state.tsx';
import { SearchBox } from '../../resource-kit/list/list-toolbar.tsx';
import { parsePageParams, updateListParams } from '../../resource-kit/list-params.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useSession } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { getClearButtonProps } from '../../ui/search-select.tsx';
import { deselectHandled, deselectRow, type Selection, useSelection } from '../../ui/selection.ts';
import { EmptyState } from '../../ui/states.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { createTrashColumns, getItemTitle } from './trash-columns.tsx';

/** Runs an action, shows its outcome in a toast, and returns whether it succeeded. */
const run = async (request: () => Promise<TrashBulkResult>, handleError?: (error: unknown) => boolean) => {
  try {
    const { message, changeId } = await request();
    if (changeId === null) showSuccess(message);
    else showSuccessWithUndo(message, () => void undoBulkChange(changeId, { refetch: refetchTrash }));
    return true;
  } catch (error) {
    if (!handleError?.(error)) reportError(error);
    return false;
  } finally {
    await refetchTrash();
  }
};

/** Permanently deletes items after a confirmation, and returns whether it did. */
const confirmAndPurge = async (
  subject: string,
  target: TrashTarget,
  { confirmLabel = 'Delete permanently' }: { confirmLabel?: string } = {},
): Promise<boolean> => {
  const isConfirmed = await openConfirm({
    title: `Permanently delete ${subject}?`,
    message: 'This can’t be undone. Files that nothing else uses are deleted, too.',
    confirmLabel,
    isDestructive: true,
  });
  return isConfirmed && run(() => changeTrash({ action: 'delete', partial: true, ...target }));
};

/** Restores the selected items, or none if one can't be restored; a dialog then offers to restore the others. */
const restoreMany = async (count: number, target: TrashTarget, onDone: () => void, partial = false): Promise<void> => {
  const offerOthers = (error: unknown) => {
    const failures = getFailedRecords(error);
    if (failures.failedCount === 0) return false;
    openFailedRecordsDialog({
      title: 'Nothing was restored',
      explanation: `${formatCount(failures.failedCount, 'item')} of ${count.toLocaleString('en')} can’t be restored:`,
      ...failures,
      continueAction: {
        verb: 'Restore',
        count: count - failures.failedCount,
        onConfirm: () => void restoreMany(count, target, onDone, true),
      },
    });
    return true;
  };
  if (await run(() => changeTrash({ action: 'restore', partial, ...target }), offerOthers)) onDone();
};

const buttonIcon = { size: '1rem', stroke: 1.75 };

export const TrashPage = () => {
  const [search, setSearch] = useSearchParams();
  const role = useSession()?.role ?? 'USER';
  const { pageIndex, pageSize, query } = parsePageParams(search);
  const resource = search.get('resource') ?? '';
  const trash = useTrash({ pageIndex, pageSize, query, resource });
  const isFiltered = query !== '' || resource !== '';
  const total = trash.data?.total ?? 0;
  const { rows, waiting } = useSteadyRows(trash, search.toString());
  // The number of items regardless of the search, and the newest one.
  const { data: unfiltered } = useTrash({ pageIndex: 0, pageSize: 1, query: '', resource: '' });
  // One of the queries may be refetched before the other.
  const itemCount = (isFiltered ? unfiltered : trash.data)?.total ?? 0;
  const newestId = unfiltered?.data[0]?._id;
  const filters: Record<string, string> = resource ? { resource } : {};
  const selection = useSelection({ query, filters });
  const toTarget = ({ isAll, titlesById }: Selection): TrashTarget =>
    isAll ? { filter: { query, newestId, ...filters } } : { ids: [...titlesById.keys()] };
  const deselect = (handled: Selection) => selection.setState((current) => deselectHandled(current, handled));
  const change = (listChange: Parameters<typeof updateListParams>[1], { replace = false } = {}) =>
    setSearch((current) => updateListParams(current, listChange), { replace });
  const types = resources.filter(({ name }) => can({ role, action: 'update', resource: name }));

  const { columns, purge } = useMemo(() => {
    const deselectItem = ({ _id }: TrashItem) => selection.setState((current) => deselectRow(current, _id));
    const purgeItem = async (item: TrashItem) => {
      if (await confirmAndPurge(quoteSentence(getItemTitle(item)), { ids: [item._id] })) deselectItem(item);
    };
    const restore = (item: TrashItem) => restoreFromTrash(item, () => deselectItem(item));
    return { columns: createTrashColumns({ restore, purge: purgeItem }), purge: purgeItem };
  }, [selection]);
  const purgeSelected = async (selected: Selection, count: number) => {
    if (await confirmAndPurge(formatCount(count, 'item'), toTarget(selected))) deselect(selected);
  };
  const emptyTrash = async () => {
    const handled = selection.getState();
    const subject = itemCount === 1 ? 'the only item in Trash' : `all ${formatCount(itemCount, 'item')} in Trash`;
    const target = { filter: { query: '', newestId } };
    if (await confirmAndPurge(subject, target, { confirmLabel: 'Empty trash' })) deselect(handled);
  };

  if (trash.isSuccess && total === 0 && !isFiltered) {
    return (
      <div className={classes.page}>
        <PageHeader title={pageTitles.trash} />
        <div className={classes.card}>
          <EmptyState title="Trash is empty. Deleted items are kept here for 30 days." />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader title={pageTitles.trash} count={trash.data?.total}>
        {itemCount > 0 && newestId && (
          <Button variant="danger" leftSection={<IconTrash {...buttonIcon} />} onClick={() => void emptyTrash()}>
            Empty trash
          </Button>
        )}
      </PageHeader>
      <div className={classes.tools}>
        <Group gap={8}>
          <SearchBox label="Search trash" query={query} onChange={change} />
          <Select
            aria-label="Type"
            placeholder="All types"
            data={types.map(({ name, labelPlural }) => ({ value: name, label: labelPlural }))}
            value={resource || null}
            searchable
            clearable
            clearButtonProps={getClearButtonProps('Clear type')}
            onChange={(value) => change({ filters: { resource: value } })}
          />
        </Group>
        <SelectionBar label="Selected items" store={selection} total={total}>
          {(selected, count) => (
            <>
              <Button
                size="compact-sm"
                leftSection={<IconArrowBackUp {...buttonIcon} />}
                onClick={() => void restoreMany(count, toTarget(selected), () => deselect(selected))}
              >
                Restore
              </Button>
              <Button
                size="compact-sm"
                ms="auto"
                variant="danger"
                leftSection={<IconTrash {...buttonIcon} />}
                onClick={() => void purgeSelected(selected, count)}
              >
                Delete permanently
              </Button>
            </>
          )}
        </SelectionBar>
      </div>
      <div className={classes.card}>
        <WaitingRows {...waiting} />
        <DataTable
          label={pageTitles.trash}
          columns={columns}
          rows={rows}
          onRemove={(item) => void purge(item)}
          selection={selection}
          getTitle={getItemTitle}
          isLoading={trash.isPending}
          isRefetching={trash.isPlaceholderData}
        >
          {trash.isError && rows.length === 0 && <QueryError query={trash} />}
          {trash.isSuccess && total === 0 && (
            <EmptyState icon={IconSearchOff} title="No deleted items match your search" />
          )}
        </DataTable>
        <PaginationBar
          page={{ pageIndex, pageSize }}
          total={total}
          isLoading={trash.isPending || trash.isPlaceholderData}
          onChange={change}
        />
      </div>
    </div>
  );
};
