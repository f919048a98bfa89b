import * as z from 'zod/mini';
import type { LiveChange } from '#shared/live.ts';
import { optimisticKey, queryClient, queryKeys, refetchQueries, refetchResource } from '../query-client.ts';
import { followLiveStream, type ServerEvent } from './live-stream.ts';

/** Milliseconds in which the changes of others cause one refetch. */
const refetchInterval = 200;

/** The events that this version knows; others are ignored. */
const eventSchema = z.union([
  z.object({ event: z.literal('reset') }),
  z.object({
    event: z.literal('changes'),
    data: z.array(z.object({ resource: z.string(), ids: z.nullable(z.array(z.string())) })),
  }),
  z.object({
    event: z.literal('comments'),
    data: z.object({ resource: z.string(), id: z.string(), mentionedIds: z.array(z.string()) }),
  }),
  z.object({ event: z.literal('presence'), data: z.object({ resource: z.string(), id: z.string() }) }),
]);

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
  const receive = (received: ServerEvent) => {
    const event = eventSchema.safeParse(received).data;
    if (event?.event === 'reset') void refetchEverything();
    if (event?.event === 'presence') void refetchQueries(queryKeys.presence(event.data.resource, event.data.id));
    if (event?.event === 'comments') {
      const { resource, id, mentionedIds } = event.data;
      void refetchQueries(queryKeys.comments(resource, id));
      if (mentionedIds.includes(userId)) void refetchQueries(queryKeys.mentions);
    }
    if (event?.event !== 'changes' || event.data.length === 0) return;
    pending.push(...event.data);
    timer ??= window.setTimeout(flush, refetchInterval);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  followLiveStream({ userId, signal, onEvent: receive, onOpenChange });
};
