import { Button, CloseButton, Drawer, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { useInterval, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconCheck, IconChevronDown, IconMessageReply, IconMessages } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommentThread } from '#shared/comments.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { formatDateTime } from '../../ui/format.ts';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useOnChange } from '../../ui/use-on-change.ts';
import { attempt } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { QueryError } from '../query-error.tsx';
import { getRecordTitle } from '../record-paths.ts';
import { useDrafts } from '../save/use-draft.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentItem } from './comment-item.tsx';
import { getUserName } from './comment-text.tsx';
import classes from './comments.module.css';
import {
  addComment,
  type CommentsTarget,
  changeComment,
  closeComments,
  getBoxPlace,
  markMentionsRead,
  useThreads,
} from './comments-store.ts';

const ResolveButton = ({ target, thread }: { target: CommentsTarget; thread: CommentThread }) => {
  const [isSaving, track] = useBusy();
  const isResolved = thread.resolvedAt !== null;
  const change = { isResolved: !isResolved };
  const toggle = () =>
    attempt(
      () => track(changeComment(target, { id: thread._id, change })),
      () => void toggle(),
    );
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

/** A comment with its replies; `isRequested` if the comments were opened for it. */
const Thread = (props: { target: CommentsTarget; thread: CommentThread; isRequested: boolean }) => {
  const { target, thread, isRequested } = props;
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
            // It takes the place of the box after a reply.
            autoFocus={isReplying === false}
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

const pageSize = 50;

/** Mentions count as read once their thread is shown. */
const useMarkRead = (threads: readonly CommentThread[]): void => {
  const unread = threads.filter(({ hasUnreadMention }) => hasUnreadMention).map(({ _id }) => _id);
  const key = unread.join();
  const markRead = useEffectEvent(() => {
    // They stay unread until the next time.
    if (unread.length > 0) markMentionsRead({ threadIds: unread.slice(0, 100) }).catch(() => undefined);
  });
  useOnChange([key], () => markRead());
};

/** The open or the resolved threads of a record. */
const ThreadList = (props: {
  target: CommentsTarget;
  isResolved?: boolean;
  empty?: ReactNode;
  /** Called if the requested thread isn't among these. */
  onMissing?: () => void;
}) => {
  const { target, isResolved = false, empty = null, onMissing } = props;
  const [pageCount, setPageCount] = useState(1);
  const query = useThreads(target, { isResolved, pageSize: pageSize * pageCount });
  const { data: threads = [], total = 0 } = query.data ?? {};
  useMarkRead(threads);
  const { threadId } = target;
  const checkRequested = useEffectEvent(() => {
    if (threadId !== undefined && !threads.some(({ _id }) => _id === threadId)) onMissing?.();
  });
  // Only once: resolving the requested thread moves it, too.
  const { isFetchedAfterMount } = query;
  useEffect(() => {
    if (isFetchedAfterMount) checkRequested();
  }, [isFetchedAfterMount]);
  if (query.isError && !query.data) return <QueryError query={query} />;
  if (query.isPending) return <Skeleton height="6rem" />;
  if (threads.length === 0) return empty;
  return (
    <>
      <ul className={classes.threads} aria-label={isResolved ? 'Resolved comments' : 'Comments'}>
        {threads.map((thread) => (
          <Thread key={thread._id} target={target} thread={thread} isRequested={thread._id === threadId} />
        ))}
      </ul>
      {threads.length < total && (
        <Button variant="subtle" color="ink" loading={query.isFetching} onClick={() => setPageCount(pageCount + 1)}>
          Show more
        </Button>
      )}
    </>
  );
};

const minute = 60_000;

/** The comments on a record, and a box for a new one. */
export const Comments = (props: { target: CommentsTarget; resource: Resource; isFocused?: boolean }) => {
  const { target, resource, isFocused = target.threadId === undefined } = props;
  const { resource: resourceName, recordId } = target;
  const [isResolvedShown, setIsResolvedShown] = useState(false);
  const { data: resolved } = useThreads(target, { isResolved: true, pageSize });
  // Renders again every minute, because the times are relative.
  const [, setMinute] = useState(0);
  useInterval(() => setMinute(Date.now()), minute, { autoInvoke: true });
  return (
    <div className={classes.comments}>
      <CommentBox
        resource={resourceName}
        place={getBoxPlace({ resource: resourceName, recordId }, 'new')}
        label="New comment"
        placeholder="Write a comment"
        submitLabel="Comment"
        isFocused={isFocused}
        onSubmit={(text) => addComment({ resource: resourceName, recordId, text })}
      />
      <ThreadList
        target={target}
        empty={<EmptyState icon={IconMessages} title={`No open comments on this ${inSentence(resource.label)}`} />}
        onMissing={() => setIsResolvedShown(true)}
      />
      {resolved !== undefined && resolved.total > 0 && (
        <section>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isResolvedShown}
            onClick={() => setIsResolvedShown(!isResolvedShown)}
          >
            <IconChevronDown size="1rem" aria-hidden />
            {`${resolved.total} resolved`}
          </UnstyledButton>
          {isResolvedShown && <ThreadList target={target} isResolved />}
        </section>
      )}
    </div>
  );
};

/** The record that the comments are about. */
const Subject = ({ target, resource }: { target: CommentsTarget; resource: Resource }) => {
  const { data: record } = useRecord<Resource>(resource, target.recordId);
  return (
    <Group gap={8} wrap="nowrap">
      {record && <RecordPicture image={getRecordImage(resource, record)} size={24} />}
      <Text fz="sm" c="dimmed" truncate>
        {record ? getRecordTitle(resource, record) : resource.label}
      </Text>
    </Group>
  );
};

/** Full screen, as in comments.module.css. */
const narrowWindow = '(max-width: 40em)';

/** Closes the panel with Escape, unless the key belongs to something else, such as an open menu. */
const useEscape = (panel: RefObject<HTMLElement | null>): void =>
  useWindowEvent('keydown', (event) => {
    const { activeElement } = document;
    const isOwn = activeElement === document.body || panel.current?.contains(activeElement);
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) closeComments();
  });

/** The comments on a record, in a panel beside its page, which stays usable. A small window shows only the panel. */
export const CommentsPanel = ({ target }: { target: CommentsTarget }) => {
  const resource = findResource(target.resource);
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const panel = useRef<HTMLElement>(null);
  useEscape(panel);
  // Takes the focus from the page until the requested thread does.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  if (!resource) return null;
  const comments = (
    <>
      <Subject target={target} resource={resource} />
      <Comments target={target} resource={resource} />
    </>
  );
  if (isNarrow) {
    return (
      <Drawer opened onClose={closeComments} position="right" size="100%" title="Comments" returnFocus={false}>
        {comments}
      </Drawer>
    );
  }
  return (
    <aside ref={panel} tabIndex={-1} aria-label="Comments" className={`${classes.panel} bo-no-print`}>
      <Group justify="space-between" mih="3.5rem">
        <Title order={2} fz="1rem">
          Comments
        </Title>
        <CloseButton aria-label="Close" onClick={closeComments} />
      </Group>
      {comments}
    </aside>
  );
};
