import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import {
  type CommentChange,
  type CommentThread,
  type MentionableUser,
  type NewComment,
  threadParam,
} from '#shared/comments.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { fillPath, listParameters, screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { announce } from '../../ui/announcements.tsx';
import { request, send } from '../client.ts';
import { queryKeys, refetchQueries } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';

/** The record whose comments are open, and the thread that they were opened for. */
export type CommentsTarget = { resource: string; recordId: string; threadId?: string | undefined };

/** `opener` had the focus before, and gets it back. */
type CommentsState = { target: CommentsTarget | null; opener: Element | null };

export const useCommentsStore = create<CommentsState>(() => ({ target: null, opener: null }));

export const openComments = (target: CommentsTarget): void => {
  const { opener, target: current } = useCommentsStore.getState();
  useCommentsStore.setState({ target, opener: current ? opener : document.activeElement });
};

export const closeComments = (): void => {
  const { opener } = useCommentsStore.getState();
  useCommentsStore.setState({ target: null, opener: null });
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
};

/** Whether the server has comments, and the signed-in user may see those on records of the resource. */
export const useCanComment = (resourceName: string): boolean => {
  const can = useCan(resourceName);
  return useIsFullServer() === true && can('read');
};

/** The content of the parameter that opens a thread. */
export const parseThreadParam = (param: string): CommentsTarget | null => {
  const [resource, recordId, threadId] = param.split('.');
  return resource && recordId ? { resource, recordId, threadId: threadId || undefined } : null;
};

/** Address of a thread, or of all comments, on the page of their record; undefined if the record’s id alone doesn't lead there. */
export const getThreadPath = (resource: Resource, { recordId, threadId }: CommentsTarget): string | undefined => {
  const { view, edit, list } = screenPaths(resource.paths);
  const page = [view, edit, list].find(
    (path) => path !== undefined && listParameters(path).every((name) => name === 'id'),
  );
  if (page === undefined) return undefined;
  const search = new URLSearchParams({ [threadParam]: `${resource.name}.${recordId}.${threadId ?? ''}` });
  return `${fillPath(page, { id: recordId })}${page.includes('?') ? '&' : '?'}${search}`;
};

/** Address that leads to a box for a comment. */
export const getBoxPlace = (target: CommentsTarget, box: string): string => {
  const resource = findResource(target.resource);
  return `${(resource && getThreadPath(resource, target)) ?? ''}#${box}`;
};

export const useThreads = (
  { resource, recordId }: CommentsTarget,
  { isResolved, pageSize }: { isResolved: boolean; pageSize: number },
) => {
  const params = { resource, recordId, isResolved: String(isResolved), pageSize };
  return useQuery({
    queryKey: [...queryKeys.comments(resource, recordId), params],
    queryFn: ({ signal }) => request<{ data: CommentThread[]; total: number }>('GET', '/comments', { params, signal }),
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
  announce(body.threadId === undefined ? 'Comment added' : 'Reply added');
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
