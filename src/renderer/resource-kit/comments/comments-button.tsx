import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { threadParam } from '#shared/comments.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { useOnChange } from '../../ui/use-on-change.ts';
import { request } from '../client.ts';
import { withParams } from '../list-params.ts';
import { queryKeys } from '../query-client.ts';
import { closeComments, openComments, parseThreadParam, useCanComment, useCommentsStore } from './comments-store.ts';

/** How many threads on a record are open. */
export const useCommentCount = (resource: string, recordId: string): number => {
  const isAvailable = useCanComment(resource);
  const { data = 0 } = useQuery({
    queryKey: [...queryKeys.comments(resource, recordId), 'count'],
    queryFn: async ({ signal }) => {
      const params = { resource, recordId, isResolved: 'false', pageSize: 1 };
      return (await request<{ total: number }>('GET', '/comments', { params, signal })).total;
    },
    enabled: isAvailable,
  });
  return data;
};

/** Opens the comments on a record, and shows how many threads are open; hidden if the server has none. */
export const CommentsButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const isAvailable = useCanComment(resource.name);
  const target = { resource: resource.name, recordId: record._id };
  const count = useCommentCount(target.resource, target.recordId);
  const isOpen = useCommentsStore((current) => current.target?.recordId === record._id);
  if (!isAvailable) return null;
  return (
    <Button
      aria-expanded={isOpen}
      leftSection={<IconMessage size="1rem" />}
      rightSection={
        count > 0 && (
          <Badge size="sm" aria-hidden circle={count < 10}>
            {count}
          </Badge>
        )
      }
      onClick={() => (isOpen ? closeComments() : openComments(target))}
    >
      Comments
      {count > 0 && <VisuallyHidden>{`(${count} open)`}</VisuallyHidden>}
    </Button>
  );
};

const CommentsPanel = lazyOverlay(async () => (await import('./comments-panel.tsx')).CommentsPanel);

/** The comments of a record, beside any page until another one opens. Their code is loaded when they are first opened. */
export const LazyComments = () => {
  const target = useCommentsStore((current) => current.target);
  const [search, setSearch] = useSearchParams();
  const requested = search.get(threadParam);
  const openRequested = useEffectEvent((param: string) => {
    const thread = parseThreadParam(param);
    if (thread) openComments(thread);
    setSearch((current) => withParams(current, { [threadParam]: null }), { replace: true });
  });
  const { pathname } = useLocation();
  // Before it opens the comments that the address asks for.
  useOnChange([pathname], () => useCommentsStore.setState({ target: null, opener: null }));
  useEffect(() => {
    if (requested !== null) openRequested(requested);
  }, [requested]);
  return target && <CommentsPanel key={`${target.resource} ${target.recordId} ${target.threadId}`} target={target} />;
};
