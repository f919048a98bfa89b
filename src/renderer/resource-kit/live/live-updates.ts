import { isArrayOf, isShape, isString } from '#shared/guards.ts';
import type { LiveChange } from '#shared/live.ts';
import { refetchQueries, refetchResource } from '../invalidate.ts';
import { optimisticKey, queryClient, queryKeys } from '../query-client.ts';
import { followLiveStream, type ServerEvent } from './live-stream.ts';

/** Milliseconds in which the changes of others cause one refetch. */
const refetchInterval = 200;

const isChanges = isArrayOf(
  isShape<Pick<LiveChange, 'resource' | 'ids'>>({
    resource: isString,
    ids: (value): value is string[] | null => value === null || isArrayOf(isString)(value),
  }),
);

const isComments = isShape<{ resource: string; id: string; mentionedIds: string[] }>({
  resource: isString,
  id: isString,
  mentionedIds: isArrayOf(isString),
});

const isPresence = isShape<{ resource: string; id: string }>({ resource: isString, id: isString });

/** A pending change of this window refetches by itself, and its value must not flicker meanwhile. */
const hasOptimisticUpdate = (resource: string): boolean =>
  queryClient.isMutating({ mutationKey: optimisticKey(resource) }) > 0;

type Change = Pick<LiveChange, 'resource' | 'ids'>;

const refetchChanged = async (changes: readonly Change[]): Promise<void> => {
  const resources = [...new Set(changes.map(({ resource }) => resource))];
  await Promise.all([
    ...resources.filter((resource) => !hasOptimisticUpdate(resource)).map(refetchResource),
    refetchQueries(queryKeys.home),
    refetchQueries(queryKeys.trash),
  ]);
};

type Options = {
  userId: string;
  signal: AbortSignal;
  onOpenChange: (isOpen: boolean) => void;
  /** Called when records have changed, after their queries were refetched. Null means any resource or any id. */
  onRecordsChange: (resource: string | null, ids: readonly string[] | null) => void;
};

/** Keeps what the page shows up to date with what others save. */
export const startLiveUpdates = ({ userId, signal, onOpenChange, onRecordsChange }: Options): void => {
  let pending: Change[] = [];
  let timer: number | undefined;
  const flush = async () => {
    timer = undefined;
    const changes = pending;
    pending = [];
    await refetchChanged(changes);
    for (const { resource, ids } of changes) onRecordsChange(resource, ids);
  };
  const refetchEverything = async () => {
    await queryClient.invalidateQueries();
    onRecordsChange(null, null);
  };
  const receive = ({ event, data }: ServerEvent) => {
    if (event === 'reset') void refetchEverything();
    if (event === 'presence' && isPresence(data)) void refetchQueries(queryKeys.presence(data.resource, data.id));
    if (event === 'comments' && isComments(data)) {
      void refetchQueries(queryKeys.comments(data.resource, data.id));
      if (data.mentionedIds.includes(userId)) void refetchQueries(queryKeys.mentions);
    }
    if (event !== 'changes' || !isChanges(data) || data.length === 0) return;
    pending.push(...data);
    timer ??= window.setTimeout(flush, refetchInterval);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  followLiveStream({ userId, signal, onEvent: receive, onOpenChange });
};
