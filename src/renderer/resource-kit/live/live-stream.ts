import { lastEventHeader, livePath } from '#shared/live.ts';
import { fetchEvents, type ServerEvent } from '../../platform/fetch-events.ts';
import { platform } from '../../platform/index.ts';
import { leadByMessages } from './lead-by-messages.ts';

const firstRetryDelay = 1000;
const maxRetryDelay = 30_000;
/** Milliseconds. Records that the page read before a stream which opened later than this may have changed since. */
const slowOpening = 2000;

type Message = { event: ServerEvent; id: string | undefined };

type StreamOptions = {
  /** Names the windows that share a stream. */
  userId: string;
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
};

const isRejected = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** Waits, but no longer than until the server can be reached again. */
const waitToRetry = (delay: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stopWatching();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = window.setTimeout(finish, delay);
    const stopWatching = platform.server.onStatus(({ state }) => {
      if (state === 'running' || state === 'remote') finish();
    });
    signal.addEventListener('abort', finish, { once: true });
  });

/**
 * Receives live updates until the signal aborts or the server rejects the session. Windows of the same browser share
 * one stream, because a browser opens only a few connections to a server. After an interruption the stream continues
 * with the event after the last one.
 */
export const followLiveStream = ({ userId, signal, onEvent }: StreamOptions): void => {
  const name = `backoffice-live ${userId}`;
  const channel = new BroadcastChannel(name);
  const begun = Date.now();
  let lastId: string | undefined;

  const receive = ({ event, id }: Message) => {
    lastId = id ?? lastId;
    onEvent(event);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  signal.addEventListener('abort', () => channel.close(), { once: true });

  const share = (message: Message) => {
    receive(message);
    if (!signal.aborted) channel.postMessage(message);
  };

  const connect = async (leading: AbortSignal): Promise<number> => {
    let isOpen = false;
    const wasConnected = lastId !== undefined;
    const status = await fetchEvents({
      path: livePath,
      headers: {
        ...platform.session.getAuthHeaders(),
        ...(lastId !== undefined && { [lastEventHeader]: lastId }),
      },
      signal: leading,
      onEvent: (event, id) => {
        const isLate = !isOpen && !wasConnected && Date.now() - begun > slowOpening;
        isOpen = true;
        share({ event: isLate ? { ...event, event: 'reset' } : event, id });
      },
    }).catch(() => 0);
    return isOpen ? 200 : status;
  };

  const follow = async (leading: AbortSignal): Promise<void> => {
    let delay = firstRetryDelay;
    while (!leading.aborted) {
      const status = await connect(leading);
      if (isRejected(status)) return;
      delay = status === 200 ? firstRetryDelay : Math.min(delay * 2, maxRetryDelay);
      if (!leading.aborted) await waitToRetry(delay, leading);
    }
  };

  // Locks need a secure origin.
  if (!('locks' in navigator)) leadByMessages({ name, signal, task: follow });
  else navigator.locks.request(name, { signal }, () => follow(signal)).catch(() => undefined);
};
