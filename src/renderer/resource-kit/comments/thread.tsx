import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconMessageReply } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CommentThread } from '#shared/comments.ts';
import { formatDateTime } from '../../ui/format.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { reportError } from '../errors.ts';
import { useDrafts } from '../save/use-draft.ts';
import { CommentBox } from './comment-box.tsx';
import { getUserName } from './comment-draft.ts';
import { CommentItem } from './comment-item.tsx';
import { addComment, changeComment } from './comment-requests.ts';
import classes from './comments.module.css';
import { type CommentsTarget, getBoxPlace } from './comments-store.ts';

const ResolveButton = ({ target, thread }: { target: CommentsTarget; thread: CommentThread }) => {
  const [isSaving, track] = useBusy();
  const isResolved = thread.resolvedAt !== null;
  const toggle = async () => {
    const saving = changeComment(target, { id: thread._id, change: { isResolved: !isResolved } });
    await track(saving).catch((error) => reportError(error, () => void toggle()));
  };
  const Icon = isResolved ? IconArrowBackUp : IconCheck;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={isSaving}
      leftSection={<Icon size="1rem" />}
      onClick={() => void toggle()}
    >
      {isResolved ? 'Reopen' : 'Resolve'}
    </Button>
  );
};

/** A comment with its replies. */
export const Thread = ({
  target,
  thread,
  isRequested,
}: {
  target: CommentsTarget;
  thread: CommentThread;
  /** The comments were opened for this thread. */
  isRequested: boolean;
}) => {
  const { _id, resolvedAt, resolvedByName, replies } = thread;
  const place = getBoxPlace({ ...target, threadId: _id }, 'reply');
  const hasDraft = useDrafts().data?.some((draft) => draft.place === place);
  const [isReplying, setIsReplying] = useState<boolean>();
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    ref.current?.scrollIntoView({ block: 'nearest' });
    ref.current?.focus();
  }, [isRequested]);
  return (
    <li ref={ref} tabIndex={-1} className={classes.thread} data-requested={isRequested || undefined}>
      <CommentItem target={target} comment={thread} />
      {replies.length > 0 && (
        <ul className={classes.replies} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply._id}>
              <CommentItem target={target} comment={reply} />
            </li>
          ))}
        </ul>
      )}
      {resolvedAt !== null && (
        <Text fz="xs" c="dimmed" mt="xs" className={classes.resolved} title={formatDateTime(resolvedAt)}>
          {`Resolved by ${getUserName(resolvedByName)}`}
        </Text>
      )}
      {(isReplying ?? hasDraft) ? (
        <CommentBox
          resource={target.resource}
          place={place}
          label="Reply"
          placeholder="Write a reply"
          submitLabel="Reply"
          isFocused
          onSubmit={async (text) => {
            const { resource, recordId } = target;
            await addComment({ resource, recordId, threadId: _id, text });
            setIsReplying(false);
          }}
          onCancel={() => setIsReplying(false)}
        />
      ) : (
        <Group gap="xs" mt="xs" className={classes.threadActions}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessageReply size="1rem" />}
            onClick={() => setIsReplying(true)}
          >
            Reply
          </Button>
          <ResolveButton target={target} thread={thread} />
        </Group>
      )}
    </li>
  );
};
