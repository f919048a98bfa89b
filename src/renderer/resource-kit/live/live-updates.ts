import * as z from 'zod/mini';
import { lastEventHeader, livePath } from '#shared/live.ts';
import { platform } from '../../platform/index.ts';
import { checkServer, waitToRetry } from '../../platform/server.ts';
import { optimisticKey, queryClient, queryKeys, refetchQueries, refetchResource } from '../query-client.ts';

/** Milliseconds. Records that the page read before a stream which opened later than this may have changed since. */
const slowOpening = 2000;
/** Milliseconds; the server sends something every 15 seconds. */
const silenceTimeout = 45_000;
/** Milliseconds in which the changes of others cause one refetch. */
const refetchInterval = 200;

/** The events that this version knows; others are ignored. */
const eventSchema = z.union([
  z.object({ event: z.literal('reset') }),
  z.object({ event: z.literal('changes'), data: z.array(z.object({ resource: z.string() })) }),
  z.object({
    event: z.literal('comments'),
    data: z.object({ resource: z.string(), id: z.string(), mentionedIds: z.array(z.string()) }),
  }),
  z.object({ event: z.literal('presence'), data: z.object({ resource: z.string(), id: z.string() }) }),
]);

/** `id` is undefined for an event that doesn't come from the change feed. */
type ServerEvent = { event: string; data: unknown; id: string | undefined };

const parseEvent = (block: string): Record<string, string> =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );

/**
 * Receives server-sent events until the server ends them or the connection breaks, and returns the status; 0 without a
 * response. An `EventSource` could not send the token.
 */
const fetchEvents = async (
  lastId: string | undefined,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: ServerEvent) => void },
): Promise<number> => {
  const silent = new AbortController();
  let timer: number | undefined;
  let received = 0;
  const expectData = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silent.abort(), silenceTimeout);
  };
  expectData();
  try {
    // Axios would copy the stream.
    const { ok, status, body } = await fetch(`/v1${livePath}`, {
      headers: {
        ...platform.session.getAuthHeaders(),
        accept: 'text/event-stream',
        ...(lastId !== undefined && { [lastEventHeader]: lastId }),
      },
      signal: AbortSignal.any([signal, silent.signal]),
    });
    received = status;
    if (!ok || !body) return status;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      expectData();
      const blocks = (unread + part.value).split('\n\n');
      unread = blocks.pop() ?? '';
      for (const { event, data = '', id } of blocks.map(parseEvent))
        if (event !== undefined) onEvent({ event, data: JSON.parse(data), id });
    }
  } catch {
    if (!signal.aborted) void checkServer();
  } finally {
    clearTimeout(timer);
  }
  return received;
};

/** Resolves when the window gets that state, or the signal aborts. */
const waitForVisibility = (state: DocumentVisibilityState, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => document.visibilityState === state && resolve();
    document.addEventListener('visibilitychange', check, { signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
    check();
  });

type StreamOptions = {
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * Receives live updates until the signal aborts or the server rejects the session. After an interruption the stream
 * continues with the event after the last one. A hidden window is interrupted, too, because a browser opens only a few
 * connections to a server.
 */
const followStream = async ({ signal, onEvent, onOpenChange }: StreamOptions): Promise<void> => {
  const begun = Date.now();
  let lastId: string | undefined;
  let hasFailed = false;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await waitForVisibility('visible', signal);
    const ended = new AbortController();
    const connected = AbortSignal.any([signal, ended.signal]);
    void waitForVisibility('hidden', connected).then(() => ended.abort());
    let isOpen = false;
    const isFirst = lastId === undefined;
    const status = await fetchEvents(lastId, {
      signal: connected,
      onEvent: (event) => {
        const isLate = !isOpen && isFirst && (hasFailed || Date.now() - begun > slowOpening);
        if (!isOpen) onOpenChange(true);
        isOpen = true;
        lastId = event.id ?? lastId;
        onEvent(isLate ? { ...event, event: 'reset' } : event);
      },
    });
    const wasHidden = ended.signal.aborted;
    ended.abort();
    onOpenChange(false);
    hasFailed ||= !isOpen;
    if (!isOpen && status >= 400 && status < 500 && status !== 429) return;
    if (isOpen || wasHidden) attempt = 0;
    if (!wasHidden && !signal.aborted) await waitToRetry(attempt, signal);
  }
};

/** A pending change of this window refetches by itself, and its value must not flicker meanwhile. */
const hasOptimisticUpdate = (resource: string): boolean =>
  queryClient.isMutating({ mutationKey: optimisticKey(resource) }) > 0;

/** Keeps what the page shows up to date with what others save. */
export const startLiveUpdates = ({
  userId,
  signal,
  onOpenChange,
}: Omit<StreamOptions, 'onEvent'> & { userId: string }): void => {
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
    const event = eventSchema.safeParse(received).data;
    if (event?.event === 'reset') void queryClient.invalidateQueries();
    if (event?.event === 'presence') void refetchQueries(queryKeys.presence(event.data.resource, event.data.id));
    if (event?.event === 'comments') {
      const { resource, id, mentionedIds } = event.data;
      void refetchQueries(queryKeys.comments(resource, id));
      if (mentionedIds.includes(userId)) void refetchQueries(queryKeys.mentions);
    }
    if (event?.event !== 'changes' || event.data.length === 0) return;
    for (const { resource } of event.data) changed.add(resource);
    timer ??= window.setTimeout(refetchChanged, refetchInterval);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  void followStream({ signal, onEvent, onOpenChange });
};
