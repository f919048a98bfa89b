import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { threadParam } from '#shared/comments.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { request } from '../client.ts';
import { withParams } from '../list-params.ts';
import { queryKeys } from '../query-client.ts';
import { openComments, parseThreadParam, useCanComment, useCommentsStore } from './comments-store.ts';

/** Opens the comments on a record, and shows how many threads are open; hidden if the server has none. */
export const CommentsButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const isAvailable = useCanComment(resource.name);
  const target = { resource: resource.name, recordId: record._id };
  const { data: count = 0 } = useQuery({
    queryKey: [...queryKeys.comments(target.resource, target.recordId), 'count'],
    queryFn: async ({ signal }) => {
      const params = { ...target, isResolved: 'false', pageSize: 1 };
      return (await request<{ total: number }>('GET', '/comments', { params, signal })).total;
    },
    enabled: isAvailable,
  });
  if (!isAvailable) return null;
  return (
    <Button
      aria-haspopup="dialog"
      leftSection={<IconMessage size="1rem" />}
      rightSection={
        count > 0 && (
          <Badge size="sm" aria-hidden circle={count < 10}>
            {count}
          </Badge>
        )
      }
      onClick={() => openComments(target)}
    >
      Comments
      {count > 0 && <VisuallyHidden>{`(${count} open)`}</VisuallyHidden>}
    </Button>
  );
};

const CommentsDrawer = lazyOverlay(async () => (await import('./comments-drawer.tsx')).CommentsDrawer);

/** The comments of a record, over any page. Their code is loaded when they are first opened. */
export const LazyComments = () => {
  const target = useCommentsStore((current) => current.target);
  const [search, setSearch] = useSearchParams();
  const requested = search.get(threadParam);
  const openRequested = useEffectEvent((param: string) => {
    const thread = parseThreadParam(param);
    if (thread) openComments(thread);
    setSearch((current) => withParams(current, { [threadParam]: null }), { replace: true });
  });
  useEffect(() => {
    if (requested !== null) openRequested(requested);
  }, [requested]);
  return target && <CommentsDrawer key={`${target.resource} ${target.recordId} ${target.threadId}`} target={target} />;
};
