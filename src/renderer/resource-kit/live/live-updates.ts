import { optimisticKey, queryClient, queryKeys, refetchQueries, refetchResource } from '../query-client.ts';
import { followLiveStream, type ServerEvent, type StreamOptions } from './live-stream.ts';

/** Milliseconds in which the changes of others cause one refetch. */
const refetchInterval = 200;

/** The events that this version knows; others are ignored. */
type LiveEvent =
  | { event: 'reset' }
  | { event: 'changes'; data: readonly { resource: string }[] }
  | { event: 'comments'; data: { resource: string; id: string; mentionedIds: readonly string[] } }
  | { event: 'presence'; data: { resource: string; id: string } };

/** A pending change of this window refetches by itself, and its value must not flicker meanwhile. */
const hasOptimisticUpdate = (resource: string): boolean =>
  queryClient.isMutating({ mutationKey: optimisticKey(resource) }) > 0;

/** Keeps what the page shows up to date with what others save. */
export const startLiveUpdates = ({ userId, begun, signal, onOpenChange }: Omit<StreamOptions, 'onEvent'>): void => {
  const changed = new Set<string>();
  let timer: number | undefined;
  const refetchChanged = () => {
    timer = undefined;
    for (const resource of changed) if (!hasOptimisticUpdate(resource)) void refetchResource(resource);
    changed.clear();
    void refetchQueries(queryKeys.home);
    void refetchQueries(queryKeys.trash);
  };
  const onEvent = (received: ServerEvent) => {
    const event = received as LiveEvent;
    if (event.event === 'reset') void queryClient.invalidateQueries();
    if (event.event === 'presence') void refetchQueries(queryKeys.presence(event.data.resource, event.data.id));
    if (event.event === 'comments') {
      const { resource, id, mentionedIds } = event.data;
      void refetchQueries(queryKeys.comments(resource, id));
      if (mentionedIds.includes(userId)) void refetchQueries(queryKeys.mentions);
    }
    if (event.event !== 'changes' || event.data.length === 0) return;
    for (const { resource } of event.data) changed.add(resource);
    timer ??= window.setTimeout(refetchChanged, refetchInterval);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  followLiveStream({ userId, begun, signal, onEvent, onOpenChange });
};
