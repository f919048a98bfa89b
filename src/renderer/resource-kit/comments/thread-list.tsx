import { Button, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CommentThread } from '#shared/comments.ts';
import { QueryError } from '../query-error.tsx';
import { markMentionsRead, useThreads } from './comment-requests.ts';
import classes from './comments.module.css';
import type { CommentsTarget } from './comments-store.ts';
import { Thread } from './thread.tsx';

const pageSize = 50;

/** Mentions count as read once their thread is shown. */
const useMarkRead = (threads: readonly CommentThread[]): void => {
  const unread = threads.filter(({ hasUnreadMention }) => hasUnreadMention).map(({ _id }) => _id);
  const key = unread.join();
  const markRead = useEffectEvent(() => {
    // They stay unread until the next time.
    if (unread.length > 0) markMentionsRead({ threadIds: unread.slice(0, 100) }).catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other threads are unread
  useEffect(() => markRead(), [key]);
};

/** The open or the resolved threads of a record. */
export const ThreadList = ({
  target,
  isResolved,
  label,
  empty = null,
  onMissing,
}: {
  target: CommentsTarget;
  isResolved: boolean;
  label: string;
  empty?: React.ReactNode;
  /** Called if the requested thread isn't among these. */
  onMissing?: () => void;
}) => {
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
      <ul className={classes.threads} aria-label={label}>
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
