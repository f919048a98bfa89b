import { Avatar, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconColumns2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { type HistoryEntry, revertPermissions } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { undoBulkChange } from '../../resource-kit/bulk/bulk-change.tsx';
import { getAuthorName, undoChange } from '../../resource-kit/history/history.tsx';
import { FieldDiff, getFieldLabel, listFilledFields } from '../../resource-kit/kinds/field-diff.tsx';
import { queryClient } from '../../resource-kit/query-client.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './history-page.module.css';

const describeAction = (resource: Resource, { action, revertOf, changedFields }: HistoryEntry): string => {
  if (action === 'delete') return revertOf ? 'undid creating this' : 'deleted this';
  if (action === 'create') return revertOf ? 'restored this' : 'created this';
  if (action === 'purge') return 'permanently deleted this';
  // Purging a record erases its contents from the history.
  if (changedFields.length === 0) return revertOf ? 'reverted this' : 'changed this';
  const fields = formatList(changedFields.map((name) => getFieldLabel(resource, name)));
  return `${revertOf ? 'reverted' : 'changed'} ${fields}`;
};

const confirmMessages = {
  create: 'This deletes the item. You can restore it from Trash.',
  update: 'The changed fields go back to their previous values.',
  delete: 'This restores the item and everything deleted with it.',
} as const;

/** Tells what a list of entries leaves out of a value. */
const describeOmission = (
  { before, after, itemCounts = {}, omittedFields = [] }: HistoryEntry,
  name: string,
): string | null => {
  if (omittedFields.includes(name)) return 'Too long to show here. Compare versions to see it.';
  const count = itemCounts[name];
  if (count === 0 && before && after) return 'Only the order changed';
  const shown = new Set(
    [before, after].flatMap((record) => (record?.[name] as AnyRecord[]) ?? []).map(({ _id }) => _id),
  );
  if (count === undefined || shown.size >= count) return null;
  return `The first ${formatCount(shown.size, 'changed item')} of ${count.toLocaleString('en')}`;
};

const ChangedFields = ({ resource, entry }: { resource: Resource; entry: HistoryEntry }) => {
  const { before, after } = entry;
  const record = after ?? before;
  if (!record) return null;
  const isChange = before !== null && after !== null;
  const names = isChange
    ? entry.changedFields
    : [...listFilledFields(resource, [record]), ...(entry.omittedFields ?? [])];
  const sides = [
    ...(isChange ? [{ shows: 'before', title: 'Before' } as const] : []),
    { shows: 'after', title: isChange ? 'After' : 'Value' } as const,
  ];
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {sides.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              {getFieldLabel(resource, name)}
              <Text fz="xs" c="dimmed">
                {describeOmission(entry, name)}
              </Text>
            </th>
            {sides.map(({ shows }) => (
              <td key={shows}>
                <FieldDiff
                  resource={resource}
                  name={name}
                  before={before ?? record}
                  after={record}
                  shownVersion={shows}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const revertIcon = <IconArrowBackUp size="1rem" />;

/** Reverts an entry, or everything that an operation on several records has changed. */
const RevertButtons = ({ resource, entry }: { resource: Resource; entry: HistoryEntry }) => {
  const { _id, action, title, at, canRevert, changeId, changedRecords } = entry;
  const can = useCan(resource.name);
  const [isReverting, track] = useBusy();
  if (action === 'purge' || !can(revertPermissions[action])) return null;
  const isDeletion = action === 'delete';
  const verb = isDeletion ? 'Restore' : 'Revert';
  const allLabel = `Revert all ${changedRecords.toLocaleString('en')}`;
  const reasonId = `no-revert-${_id}`;
  const confirmed = async (question: Parameters<typeof openConfirm>[0], undo: () => Promise<unknown>) => {
    if (await openConfirm({ confirmIcon: revertIcon, ...question })) await track(undo());
  };
  const revert = () =>
    confirmed(
      {
        title: `${verb} this ${isDeletion ? 'item' : 'change'}?`,
        message: confirmMessages[action],
        detail: `${title || resource.label}, ${formatDateTime(at)}`,
        confirmLabel: verb,
      },
      () => undoChange(resource.name, _id),
    );
  const revertAll = () =>
    confirmed(
      {
        title: `Revert this change of ${formatCount(changedRecords, 'item')}?`,
        message: 'All items go back to how they were before. If one of them has changed since, none is reverted.',
        detail: formatDateTime(at),
        confirmLabel: allLabel,
      },
      () => undoBulkChange(changeId, { refetch: () => queryClient.invalidateQueries() }),
    );
  return (
    <>
      {changedRecords > 1 && canRevert && (
        <Button size="compact-md" leftSection={revertIcon} disabled={isReverting} onClick={() => void revertAll()}>
          {allLabel}
        </Button>
      )}
      {!canRevert && (
        <Text id={reasonId} fz="xs" c="dimmed">
          {isDeletion ? 'No longer in Trash' : 'Changed again since'}
        </Text>
      )}
      <Button
        size="compact-md"
        leftSection={revertIcon}
        disabled={isReverting || !canRevert}
        aria-describedby={canRevert ? undefined : reasonId}
        onClick={() => void revert()}
      >
        {verb}
      </Button>
    </>
  );
};

export const HistoryEntryItem = ({
  resource,
  entry,
  comparePath,
}: {
  resource: Resource;
  entry: HistoryEntry;
  /** Page that compares the version after this change with the current one. */
  comparePath?: string | undefined;
}) => {
  const author = getAuthorName(entry);
  return (
    <li className={classes.entry}>
      <Group justify="space-between" gap="0.625rem 1rem">
        <Group flex="1 1 16rem" gap="sm" wrap="nowrap">
          <Avatar size={28} name={author} alt="" />
          <div>
            <Text>
              <b>{author}</b> {describeAction(resource, entry)}
            </Text>
            <Text size="sm" c="dimmed">
              {formatDateTime(entry.at)}
              {entry.changedRecords > 1 && ` · together with ${formatCount(entry.changedRecords - 1, 'other item')}`}
            </Text>
          </div>
        </Group>
        <Group gap="0.625rem 0.75rem">
          <RevertButtons resource={resource} entry={entry} />
          {comparePath !== undefined && (
            <Button
              component={Link}
              to={comparePath}
              size="compact-md"
              leftSection={<IconColumns2 size="1rem" />}
              aria-label={`Compare the version of ${formatDateTime(entry.at)} with the current one`}
            >
              Compare
            </Button>
          )}
        </Group>
      </Group>
      {entry.action === 'update' && <ChangedFields resource={resource} entry={entry} />}
      {entry.action !== 'update' && (entry.before ?? entry.after) && (
        <details className={classes.details}>
          <summary>{entry.action === 'create' ? 'Initial values' : 'Values when deleted'}</summary>
          <ChangedFields resource={resource} entry={entry} />
        </details>
      )}
    </li>
  );
};
