import { ActionIcon, Avatar, Menu, Text, Tooltip } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comment } from '#shared/comments.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { formatDateTime, formatRelativeTime } from '../../ui/format.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { attempt } from '../errors.ts';
import { useUserId } from '../session-store.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentText, decodeMentions, getUserName } from './comment-text.tsx';
import classes from './comments.module.css';
import { type CommentsTarget, changeComment, deleteComment, getBoxPlace } from './comments-store.ts';

const icon = { size: '1rem' };

const Time = ({ at }: { at: string }) => (
  <Tooltip label={formatDateTime(at)}>
    <time dateTime={at} title={formatDateTime(at)} className={classes.time}>
      {formatRelativeTime(at)}
    </time>
  </Tooltip>
);

const confirmDelete = async (target: CommentsTarget, comment: Comment): Promise<void> => {
  const isConfirmed = await openConfirm({
    title: 'Delete comment?',
    message: 'This can’t be undone.',
    confirmLabel: 'Delete',
    isDestructive: true,
  });
  if (!isConfirmed) return;
  const isDeleted = await attempt(
    () => deleteComment(target, comment._id),
    () => void confirmDelete(target, comment),
  );
  if (isDeleted) showSuccess('Comment deleted');
};

const CommentMenu = ({ target, comment, onEdit }: { target: CommentsTarget; comment: Comment; onEdit: () => void }) => {
  const isOwn = useUserId() === comment.authorId;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`More actions for the comment of ${getUserName(comment.authorName)}`}
        >
          <IconDots {...icon} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOwn && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void confirmDelete(target, comment)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/** A comment with its author and time, or the box that edits it. */
export const CommentItem = ({ target, comment }: { target: CommentsTarget; comment: Comment }) => {
  const [isEditing, setIsEditing] = useState(false);
  const author = getUserName(comment.authorName);
  if (comment.isDeleted) return <Text c="dimmed">This comment was deleted</Text>;
  return (
    <article aria-label={`Comment of ${author}`} className={classes.comment}>
      <Avatar size={28} name={author} alt="" />
      <div className={classes.content}>
        <div className={classes.head}>
          <span className={classes.author}>{author}</span>
          <Time at={comment.createdAt} />
          {comment.editedAt !== null && (
            <span className={classes.time} title={formatDateTime(comment.editedAt)}>
              edited
            </span>
          )}
          <span className={classes.actions}>
            <CommentMenu target={target} comment={comment} onEdit={() => setIsEditing(true)} />
          </span>
        </div>
        {isEditing ? (
          <CommentBox
            resource={target.resource}
            place={getBoxPlace(target, `edit-${comment._id}`)}
            initial={decodeMentions(comment)}
            label="Comment"
            submitLabel="Save"
            isFocused
            onSubmit={async (text) => {
              await changeComment(target, { id: comment._id, change: { text } });
              setIsEditing(false);
            }}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <p className={classes.text}>
            <CommentText {...comment} />
          </p>
        )}
      </div>
    </article>
  );
};
