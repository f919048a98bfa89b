import type { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconEye, IconHistory, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { getIconButtonProps, IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { openComments } from '../comments/comments-store.ts';
import { getHistoryPath } from '../history/history.tsx';
import { getRecordTitle, type Target, useListContext } from './list-context.tsx';
import classes from './list-page.module.css';

const icon = { size: '1rem' };

const actions = [
  { name: 'view', tooltip: 'View', Icon: IconEye },
  { name: 'edit', tooltip: 'Edit', Icon: IconPencil },
] as const;

const MenuItem = ({
  Item,
  label,
  target,
  listPath,
  Icon,
}: {
  Item: typeof Menu.Item;
  label: string;
  target: Target;
  listPath: string;
  Icon: typeof IconHistory;
}) =>
  typeof target === 'string' ? (
    <Item component={Link} to={target} state={{ listPath }} leftSection={<Icon {...icon} />}>
      {label}
    </Item>
  ) : (
    <Item onClick={target} leftSection={<Icon {...icon} />}>
      {label}
    </Item>
  );

const RowMenu = ({
  title,
  history,
  comments,
  duplicate,
  listPath,
}: {
  title: string;
  history?: string;
  comments?: () => void;
  duplicate?: Target;
  listPath: string;
}) => (
  <MenuButton
    position="bottom-end"
    target={(props) => (
      <button type="button" {...getIconButtonProps('small')} {...props} aria-label={`More actions for ${title}`}>
        <IconDots {...icon} aria-hidden />
      </button>
    )}
  >
    {({ Item }) => (
      <>
        {duplicate !== undefined && (
          <MenuItem Item={Item} listPath={listPath} label="Duplicate" target={duplicate} Icon={IconCopy} />
        )}
        {comments !== undefined && (
          <MenuItem Item={Item} listPath={listPath} label="Comments" target={comments} Icon={IconMessage} />
        )}
        {history !== undefined && (
          <MenuItem Item={Item} listPath={listPath} label="History" target={history} Icon={IconHistory} />
        )}
      </>
    )}
  </MenuButton>
);

/** The actions of a row; the list decides which there are. */
export const ActionsCell = ({ record }: { record: AnyRecord }) => {
  const list = useListContext();
  const { pathname, search } = useLocation();
  const listPath = pathname + search;
  const title = getRecordTitle(list.resource, record);
  const { resource, remove } = list;
  const history = list.hasHistory ? getHistoryPath(resource.name, record._id) : undefined;
  const comments = list.hasComments ? () => openComments({ resource: resource.name, recordId: record._id }) : undefined;
  const duplicate = list.duplicate?.(record);
  return (
    <Toolbar label={`Actions for ${title}`} className={classes.actions}>
      {actions.map(({ name, tooltip, Icon }) => {
        const target = list[name]?.(record);
        return (
          target !== undefined && (
            <IconButton
              key={name}
              isSmall
              label={`${tooltip} ${title}`}
              tooltip={tooltip}
              icon={<Icon {...icon} />}
              {...(typeof target === 'string' ? { to: target, state: { listPath } } : { onClick: target })}
            />
          )
        );
      })}
      {(history !== undefined || comments !== undefined || duplicate !== undefined) && (
        <RowMenu title={title} history={history} comments={comments} duplicate={duplicate} listPath={listPath} />
      )}
      {remove && (
        <span className={classes.remove}>
          <IconButton
            isSmall
            label={`Delete ${title}`}
            tooltip="Delete"
            icon={<IconTrash {...icon} />}
            onClick={() => remove(record)}
          />
        </span>
      )}
    </Toolbar>
  );
};
