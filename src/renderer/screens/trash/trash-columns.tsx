import { Button, Group } from '@mantine/core';
import { IconEraser, IconHistory, IconTrash } from '@tabler/icons-react';
import type { TrashItem } from '#shared/history.ts';
import { can } from '#shared/permissions.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { user } from '#shared/resources/user.ts';
import { getResourceIcon } from '../../resource-kit/declared-screens.ts';
import { getAuthorName, getHistoryPath } from '../../resource-kit/history/history.tsx';
import classes from '../../resource-kit/list/list-page.module.css';
import { openEraseDialog } from '../../resource-kit/personal-data.tsx';
import { useSession } from '../../resource-kit/session-store.ts';
import { formatDateTime, getDaysLeft } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordPicture } from '../../ui/record-picture.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { useBusy } from '../../ui/use-busy.ts';

const icon = { size: '1rem' };

const getResourceLabel = (resource: string): string => findResource(resource)?.label ?? resource;

export const getItemTitle = ({ title, resource }: TrashItem): string => title || getResourceLabel(resource);

type ItemActions = {
  restore: (item: TrashItem) => Promise<void>;
  purge: (item: TrashItem) => Promise<void>;
};

const formatCascadedCount = ({ cascadedCount }: TrashItem): string => {
  if (cascadedCount === 0) return '';
  return ` and ${formatCount(cascadedCount, 'related item')}`;
};

const Actions = ({ item, restore, purge }: ItemActions & { item: TrashItem }) => {
  const [isRestoring, track] = useBusy();
  const role = useSession()?.role ?? 'USER';
  const title = getItemTitle(item);
  const { resource } = item;
  const canErase = resource === user.name && can({ role, action: 'delete', resource });
  return (
    <Toolbar label={`Actions for ${title}`} className={classes.actions}>
      {can({ role, action: 'create', resource }) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Restore ${title}`}
          disabled={isRestoring}
          onClick={() => void track(restore(item))}
        >
          Restore
        </Button>
      )}
      <IconButton
        isSmall
        label={`History of ${title}`}
        tooltip="History"
        icon={<IconHistory {...icon} />}
        to={getHistoryPath(resource, item.recordId)}
      />
      {canErase && (
        <IconButton
          isSmall
          label={`Erase personal data of ${title}`}
          tooltip="Erase personal data"
          icon={<IconEraser {...icon} />}
          onClick={() => openEraseDialog({ id: item.recordId, name: item.title })}
        />
      )}
      {can({ role, action: 'delete', resource }) && (
        <span className={classes.remove}>
          <IconButton
            isSmall
            label={`Delete ${title} permanently`}
            tooltip="Delete permanently"
            icon={<IconTrash {...icon} />}
            onClick={() => void purge(item)}
          />
        </span>
      )}
    </Toolbar>
  );
};

export const createTrashColumns = (actions: ItemActions): Column<TrashItem>[] => [
  {
    id: 'title',
    header: 'Item',
    isMain: true,
    cell: (item) => (
      <Group component="span" gap={10} wrap="nowrap">
        <RecordPicture image={item.image} icon={getResourceIcon(item.resource)} />
        <TruncatedText text={getItemTitle(item) + formatCascadedCount(item)} />
      </Group>
    ),
  },
  { id: 'resource', header: 'Type', width: '12%', cell: ({ resource }) => getResourceLabel(resource) },
  {
    id: 'userName',
    header: 'Deleted by',
    width: '15%',
    cell: (item) => <TruncatedText text={getAuthorName(item)} />,
  },
  {
    id: 'deletedAt',
    header: 'Deleted on',
    width: '11rem',
    cell: ({ deletedAt }) => <span className="bo-tabular">{formatDateTime(deletedAt)}</span>,
  },
  {
    id: 'daysLeft',
    header: 'Days left',
    width: '6.5rem',
    cell: ({ expiresAt }) => <span className="bo-tabular">{getDaysLeft(expiresAt, new Date())}</span>,
  },
  {
    id: 'actions',
    header: 'Action',
    width: '12rem',
    isActions: true,
    cell: (item) => <Actions item={item} {...actions} />,
  },
];
