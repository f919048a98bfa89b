import { Avatar, Menu, Text } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Mention, MentionsPage } from '#shared/comments.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { CommentText, getUserName } from '../../resource-kit/comments/comment-text.tsx';
import { getThreadPath, markMentionsRead, openComments } from '../../resource-kit/comments/comments-store.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { formatDateTime, formatRelativeTime } from '../../ui/format.ts';
import classes from './notification-menu.module.css';

/** Marks the mentions in a thread as read, or all. */
const markRead = (threadId?: string): Promise<void> =>
  markMentionsRead(threadId === undefined ? {} : { threadIds: [threadId] }).catch((error: unknown) =>
    reportError(error, () => void markRead(threadId)),
  );

const MentionItem = ({ mention }: { mention: Mention }) => {
  const { authorName, recordTitle, createdAt, readAt, threadId } = mention;
  const author = getUserName(authorName);
  const resource = findResource(mention.resource);
  const isUnread = readAt === null;
  if (!resource) return null;
  const isDeleted = recordTitle === null;
  const record = isDeleted ? `a deleted ${inSentence(resource.label)}` : recordTitle || resource.label;
  const content = (
    <>
      <span className={classes.head}>
        {isUnread && <span className={classes.unread} role="img" aria-label="Unread" />}
        <span className={classes.title}>
          <b>{author}</b> mentioned you on <b>{record}</b>
        </span>
        <time dateTime={createdAt} title={formatDateTime(createdAt)} className={classes.time}>
          {formatRelativeTime(createdAt)}
        </time>
      </span>
      <span className={classes.text}>
        <CommentText {...mention} />
      </span>
    </>
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

/** Content of the bell's menu: the newest mentions, and a link to the notifications. */
export const NotificationMenu = ({
  mentions,
  count,
  path,
}: {
  mentions: MentionsPage | undefined;
  /** Unread notifications. */
  count: number;
  path: string;
}) => (
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
    <Menu.Label>Mentions</Menu.Label>
    {mentions?.data.map((mention) => (
      <MentionItem key={mention._id} mention={mention} />
    ))}
    {mentions?.data.length === 0 && (
      <Text c="dimmed" size="sm" px="sm" pb="xs">
        Nobody has mentioned you in a comment yet
      </Text>
    )}
  </>
);
