import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CommentChange, CommentThread, MentionableUser, NewComment } from '#shared/comments.ts';
import { request, send } from '../client.ts';
import { refetchQueries } from '../invalidate.ts';
import { queryKeys } from '../query-client.ts';
import type { CommentsTarget } from './comments-store.ts';

type Threads = { data: CommentThread[]; total: number };

export const useThreads = (
  { resource, recordId }: CommentsTarget,
  { isResolved, pageSize }: { isResolved: boolean; pageSize: number },
) => {
  const params = { resource, recordId, isResolved: String(isResolved), pageSize };
  return useQuery({
    queryKey: [...queryKeys.comments(resource, recordId), params],
    queryFn: ({ signal }) => request<Threads>('GET', '/comments', { params, signal }),
    placeholderData: keepPreviousData,
  });
};

export const useMentionableUsers = (resource: string, query: string | null) => {
  const params = { resource, query: query ?? '' };
  return useQuery({
    queryKey: ['mentionable', params],
    queryFn: async ({ signal }) =>
      (await request<{ data: MentionableUser[] }>('GET', '/comments/users', { params, signal })).data,
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
};

const refetchThreads = ({ resource, recordId }: CommentsTarget): Promise<void> =>
  refetchQueries(queryKeys.comments(resource, recordId));

export const addComment = async (body: NewComment): Promise<void> => {
  await send({ method: 'POST', path: '/comments', body });
  await refetchThreads(body);
};

const getPath = (id: string): string => `/comments/${encodeURIComponent(id)}`;

export const changeComment = async (
  target: CommentsTarget,
  { id, change }: { id: string; change: CommentChange },
): Promise<void> => {
  await send({ method: 'PATCH', path: getPath(id), body: change });
  await refetchThreads(target);
};

export const deleteComment = async (target: CommentsTarget, id: string): Promise<void> => {
  await request('DELETE', getPath(id));
  await refetchThreads(target);
};

/** Marks the mentions of the signed-in user as read: those in these threads, or all. */
export const markMentionsRead = async (body: { threadIds?: string[] }): Promise<void> => {
  await send({ method: 'POST', path: '/comments/mentions/read', body });
  await refetchQueries(queryKeys.mentions);
};
