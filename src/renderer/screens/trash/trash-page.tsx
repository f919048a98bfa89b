import { Button, Group, Select } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import type { TrashItem } from '#shared/history.ts';
import { can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import { pageTitles } from '#shared/routes.ts';
import { SelectionBar } from '../../resource-kit/bulk/bulk-bar.tsx';
import { restoreFromTrash, useTrash } from '../../resource-kit/history/trash.ts';
import classes from '../../resource-kit/list/list-page.module.css';
import { useSteadyRows, WaitingRows } from '../../resource-kit/list/list-state.tsx';
import { SearchBox } from '../../resource-kit/list/list-toolbar.tsx';
import { parsePageParams, updateListParams } from '../../resource-kit/list-params.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useSession } from '../../resource-kit/session-store.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { getClearButtonProps } from '../../ui/search-select.tsx';
import { deselectHandled, deselectRow, type Selection, useSelection } from '../../ui/selection.ts';
import { EmptyState } from '../../ui/states.tsx';
import {
  confirmAndEmpty,
  confirmAndPurge,
  confirmAndPurgeMany,
  restoreMany,
  type TrashTarget,
} from './trash-actions.tsx';
import { getItemTitle, TrashContext, trashColumns } from './trash-columns.tsx';

const buttonIcon = { size: '1rem', stroke: 1.75 };

export const TrashPage = () => {
  const [search, setSearch] = useSearchParams();
  const role = useSession()?.role ?? 'USER';
  const { pageIndex, pageSize, query } = parsePageParams(search);
  const resource = search.get('resource') ?? '';
  const trash = useTrash({ pageIndex, pageSize, query, resource });
  const total = trash.data?.total ?? 0;
  const { rows, waiting } = useSteadyRows(trash, search.toString());
  // The number of items regardless of the search, and the newest one.
  const { data: unfiltered } = useTrash({ pageIndex: 0, pageSize: 1, query: '', resource: '' });
  // One of the queries may be refetched before the other.
  const itemCount = (query === '' && resource === '' ? trash.data : unfiltered)?.total ?? 0;
  const newestId = unfiltered?.data[0]?._id;
  const filters: Record<string, string> = resource ? { resource } : {};
  const selection = useSelection({ query, filters });
  const toTarget = ({ isAll, titlesById }: Selection): TrashTarget =>
    isAll ? { filter: { query, newestId, ...filters } } : { ids: [...titlesById.keys()] };
  const deselect = (handled: Selection) => selection.setState((current) => deselectHandled(current, handled));
  const deselectItem = ({ _id }: TrashItem) => selection.setState((current) => deselectRow(current, _id));
  const change = (listChange: Parameters<typeof updateListParams>[1], { replace = false } = {}) =>
    setSearch((current) => updateListParams(current, listChange), { replace });
  const types = resources.filter(({ name }) => can({ role, action: 'update', resource: name }));

  const restore = (item: TrashItem) => restoreFromTrash(item, () => deselectItem(item));
  const purge = async (item: TrashItem) => {
    const isPurged = await confirmAndPurge({ id: item._id, title: getItemTitle(item) });
    if (isPurged) deselectItem(item);
  };
  const purgeSelected = async (selected: Selection, count: number) => {
    if (await confirmAndPurgeMany(count, toTarget(selected))) deselect(selected);
  };
  const emptyTrash = async () => {
    const handled = selection.getState();
    if (newestId && (await confirmAndEmpty(itemCount, newestId))) deselect(handled);
  };

  return (
    <div className={classes.page}>
      <PageHeader title={pageTitles.trash} count={trash.data?.total}>
        {itemCount > 0 && (
          <Button variant="danger" leftSection={<IconTrash {...buttonIcon} />} onClick={() => void emptyTrash()}>
            Empty trash
          </Button>
        )}
      </PageHeader>
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
      <div className={classes.card}>
        <TrashContext value={{ restore, purge: (item) => void purge(item) }}>
          <WaitingRows {...waiting} />
          <DataTable
            label={pageTitles.trash}
            columns={trashColumns}
            rows={rows}
            onRemove={(item) => void purge(item)}
            selection={selection}
            getTitle={getItemTitle}
            isLoading={trash.isPending}
            isRefetching={trash.isPlaceholderData}
          >
            {trash.isError && rows.length === 0 && <QueryError query={trash} />}
            {trash.isSuccess && total === 0 && (
              <EmptyState
                icon={IconTrash}
                title={
                  query || resource
                    ? 'No deleted items match your search'
                    : 'Trash is empty. Deleted items are kept here for 30 days.'
                }
              />
            )}
          </DataTable>
        </TrashContext>
        <SelectionBar label="Selected items" store={selection} total={total}>
          {(selected, count) => (
            <>
              <Button
                size="compact-md"
                leftSection={<IconArrowBackUp {...buttonIcon} />}
                onClick={() => void restoreMany(count, toTarget(selected), { onDone: () => deselect(selected) })}
              >
                Restore
              </Button>
              <Button
                size="compact-md"
                variant="danger"
                leftSection={<IconTrash {...buttonIcon} />}
                onClick={() => void purgeSelected(selected, count)}
              >
                Delete permanently
              </Button>
            </>
          )}
        </SelectionBar>
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
