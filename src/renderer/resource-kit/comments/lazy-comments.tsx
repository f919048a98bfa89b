import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { threadParam } from '#shared/comment-text.ts';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { withParams } from '../list-params.ts';
import { openComments, parseThreadParam, useCommentsStore } from './comments-store.ts';

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
