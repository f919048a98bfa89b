import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, inSentence } from '#shared/resource-kit/labels.ts';
import { getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { useGlobalShortcut } from '../../ui/shortcuts.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { showBulkResult } from '../bulk/bulk-change.tsx';
import { send } from '../client.ts';
import { getResourceIcon } from '../declared-screens.ts';
import { ApiError, reportError } from '../errors.ts';
import { loadRecords } from '../load-records.ts';
import { invalidateResource } from '../query-client.ts';
import { QueryError } from '../query-error.tsx';
import { getRecordTitle } from '../record-paths.ts';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { isRearranged, keepOrder, sortByPosition, toPositions } from './arrange-order.ts';
import classes from './arrange-records.module.css';

/** More can’t be arranged by hand, and dragging would be slow. */
const maxArranged = 1000;

type ArrangeProps = {
  resource: Resource;
  title: string;
  filters: Readonly<Record<string, string>>;
  onClose: () => void;
};

type Saved = { message: string; changeId: string | null };

const useArranged = (resource: Resource, filters: ArrangeProps['filters']) =>
  useQuery({
    queryKey: ['arrange', resource.name, filters],
    queryFn: async ({ signal }) => {
      const params = { query: '', sort: null, filters };
      const { records, total } = await loadRecords(resource, params, { max: maxArranged, signal });
      return { records: sortByPosition(resource, records), total };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The records of a list in the order of the website, which the user changes by dragging or by keyboard. */
export const ArrangeRecords = ({ resource, title, filters, onClose }: ArrangeProps) => {
  const query = useArranged(resource, filters);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [isSaving, track] = useBusy();
  const stored = query.data?.records ?? [];
  const records = order ? keepOrder(stored, order) : stored;
  const isDirty = order !== null && records.some(({ _id }, index) => stored[index]?._id !== _id);
  useUnsavedChangesGuard(isDirty);

  const reload = async () => {
    setOrder(null);
    await query.refetch();
  };

  /** Saves the order, and again with the current versions if someone has changed or deleted a record meanwhile. */
  const trySave = async (base: readonly AnyRecord[], arranged: readonly AnyRecord[]): Promise<void> => {
    try {
      const body = { records: toPositions(arranged) };
      const saved = await send<Saved>({ method: 'POST', path: `/${resource.name}/updateMany`, body });
      await invalidateResource(resource.name);
      await reload();
      showBulkResult(saved, async () => {
        await invalidateResource(resource.name);
        await reload();
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.response.status !== 409) return reportError(error);
      const { data } = await query.refetch();
      if (!data) return reportError(error);
      const isOurs =
        !isRearranged(base, data.records) ||
        (await openConfirm({
          title: `Someone else arranged these ${inSentence(resource.labelPlural)}`,
          message: 'Your order replaces theirs, or theirs stays and yours is lost.',
          confirmLabel: 'Save my order',
          cancelLabel: 'Keep theirs',
        }));
      if (!isOurs) return setOrder(null);
      await trySave(
        data.records,
        keepOrder(
          data.records,
          arranged.map(({ _id }) => _id),
        ),
      );
    }
  };
  const save = () => {
    if (isDirty && !isSaving) void track(trySave(stored, records));
  };
  useGlobalShortcut('save', save);

  if (query.isLoadingError) return <QueryError query={query} />;
  if (!query.data) return <Skeleton height="16rem" m="md" />;
  const { total } = query.data;
  const close = <Button onClick={onClose}>Close</Button>;
  if (total > maxArranged || total === 0) {
    const limit = `Up to ${maxArranged.toLocaleString('en')} can be arranged, and there are ${total.toLocaleString('en')}.`;
    return (
      <EmptyState
        icon={getResourceIcon(resource.name)}
        title={total === 0 ? `There are no ${inSentence(resource.labelPlural)} to arrange` : limit}
        action={close}
      />
    );
  }
  return (
    <section className={classes.panel} aria-label={`Arrange ${title}`}>
      <SortableList
        items={records}
        getId={({ _id }) => _id}
        getHandleLabel={(record, index) => `Move ${getRecordTitle(resource, record)}, ${index + 1} of ${total}`}
        onReorder={(items) => setOrder(items.map(({ _id }) => _id))}
        isDisabled={isSaving}
        className={classes.list}
        itemClassName={classes.row}
      >
        {(record, index, handle) => (
          <>
            {handle}
            <span className={`${classes.number} bo-tabular`}>{index + 1}</span>
            <RecordPicture image={getRecordImage(resource, record)} icon={getResourceIcon(resource.name)} />
            <Text truncate>{getRecordTitle(resource, record)}</Text>
            {record.status === 'INACTIVE' && (
              <Badge variant="default" tt="none" flex="none">
                Inactive
              </Badge>
            )}
          </>
        )}
      </SortableList>
      <div className={classes.bar}>
        <Text role="status" fw={600} className="bo-tabular">
          {isDirty ? 'Order changed' : formatCountInSentence(total, resource)}
        </Text>
        <Group gap="xs" ms="auto">
          <Button {...inactiveWhen(isSaving || !isDirty, () => setOrder(null))}>Discard</Button>
          {close}
          <Button variant="brand" {...inactiveWhen(isSaving || !isDirty, save)}>
            {isSaving ? 'Saving…' : 'Save order'}
          </Button>
        </Group>
      </div>
    </section>
  );
};
