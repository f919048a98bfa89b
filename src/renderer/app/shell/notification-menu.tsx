import { Avatar, Menu, Text } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Mention, MentionsPage } from '#shared/comments.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { notification } from '#shared/resources/notification.ts';
import { request } from '../../resource-kit/client.ts';
import { CommentText, getUserName } from '../../resource-kit/comments/comment-text.tsx';
import { getThreadPath, markMentionsRead, openComments } from '../../resource-kit/comments/comments-store.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { getRecordPath } from '../../resource-kit/record-paths.ts';
import { useCan, useUserId } from '../../resource-kit/session-store.ts';
import { formatDateTime, formatRelativeTime } from '../../ui/format.ts';
import { RecordPicture } from '../../ui/record-picture.tsx';
import classes from './notification-menu.module.css';

/** Marks the mentions in a thread as read, or all. */
const markRead = (threadId?: string): Promise<void> =>
  markMentionsRead(threadId === undefined ? {} : { threadIds: [threadId] }).catch((error: unknown) =>
    reportError(error, () => void markRead(threadId)),
  );

const ItemContent = (props: { isUnread: boolean; title: ReactNode; at: string; children: ReactNode }) => (
  <>
    <span className={classes.head}>
      {props.isUnread && <span className={classes.unread} role="img" aria-label="Unread" />}
      <span className={classes.title}>{props.title}</span>
      <time dateTime={props.at} title={formatDateTime(props.at)} className={classes.time}>
        {formatRelativeTime(props.at)}
      </time>
    </span>
    <span className={classes.text}>{props.children}</span>
  </>
);

type UserNotification = RecordOf<typeof notification>;

const NotificationItem = ({ item }: { item: UserNotification }) => (
  <Menu.Item
    className={classes.item}
    leftSection={<RecordPicture image={item.image} icon={IconBell} />}
    component={Link}
    to={getRecordPath(notification, item)}
  >
    <ItemContent isUnread={item.status === 'Unread'} title={<b>{item.name}</b>} at={item.createdAt ?? ''}>
      {item.description}
    </ItemContent>
  </Menu.Item>
);

const MentionItem = ({ mention }: { mention: Mention }) => {
  const { authorName, recordTitle, createdAt, readAt, threadId } = mention;
  const author = getUserName(authorName);
  const resource = findResource(mention.resource);
  if (!resource) return null;
  const isDeleted = recordTitle === null;
  const record = isDeleted ? `a deleted ${inSentence(resource.label)}` : recordTitle || resource.label;
  const title = (
    <>
      <b>{author}</b> mentioned you on <b>{record}</b>
    </>
  );
  const content = (
    <ItemContent isUnread={readAt === null} title={title} at={createdAt}>
      <CommentText {...mention} />
    </ItemContent>
  );
  const itemProps = {
    leftSection: <Avatar size={28} name={author} alt="" />,
    className: classes.item,
  };
  const path = getThreadPath(resource, mention);
  // The comments on a deleted record open again once it is restored.
  if (isDeleted || path === undefined) {
    const open = isDeleted ? () => void markRead(threadId) : () => openComments(mention);
    return (
      <Menu.Item {...itemProps} onClick={open}>
        {content}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...itemProps} component={Link} to={path}>
      {content}
    </Menu.Item>
  );
};

/** Items that the menu lists at least; older unread mentions follow, as no other page has them. */
const maxItems = 5;

/** The newest notifications of the user, read ones included. */
const useNotifications = (): readonly UserNotification[] => {
  const params = { pageIndex: 0, pageSize: maxItems, userId: useUserId() };
  const { data } = useQuery({
    queryKey: queryKeys.list(notification.name, params),
    queryFn: ({ signal }) => request<{ data: UserNotification[] }>('GET', '/notification/', { params, signal }),
    enabled: useCan(notification.name)('read'),
  });
  return data?.data ?? [];
};

/** Content of the bell's menu: the newest notifications and mentions, and a link to the notifications. */
export const NotificationMenu = ({
  mentions,
  count,
  path,
}: {
  mentions: MentionsPage | undefined;
  /** Unread notifications. */
  count: number;
  path: string;
}) => {
  const items = [
    ...useNotifications().map((item) => ({ item, at: item.createdAt ?? '', mention: undefined })),
    ...(mentions?.data ?? []).map((mention) => ({ mention, at: mention.createdAt, item: undefined })),
  ]
    .sort((one, other) => other.at.localeCompare(one.at))
    .filter(({ mention }, index) => index < maxItems || mention?.readAt === null);
  return (
    <>
      <Menu.Item component={Link} to={path} leftSection={<IconBell size="1rem" />}>
        {count > 0 ? `Notifications (${count} unread)` : 'Notifications'}
      </Menu.Item>
      {mentions && mentions.unread > 0 && (
        <Menu.Item leftSection={<IconChecks size="1rem" />} closeMenuOnClick={false} onClick={() => void markRead()}>
          Mark all mentions as read
        </Menu.Item>
      )}
      <Menu.Divider />
      {items.map(({ item, mention }) =>
        mention ? (
          <MentionItem key={mention._id} mention={mention} />
        ) : (
          item && <NotificationItem key={item._id} item={item} />
        ),
      )}
      {items.length === 0 && (
        <Text c="dimmed" size="sm" px="sm" py="xs">
          No notifications or mentions yet
        </Text>
      )}
    </>
  );
};
