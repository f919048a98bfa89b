import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { request } from '../client.ts';
import { queryKeys } from '../query-client.ts';
import { openComments, useCanComment } from './comments-store.ts';

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
