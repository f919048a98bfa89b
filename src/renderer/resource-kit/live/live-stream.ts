import { lastEventHeader, livePath } from '#shared/live.ts';
import { platform } from '../../platform/index.ts';
import { checkServer, waitToRetry } from '../../platform/server.ts';

export type ServerEvent = { event: string; data: unknown };

/** Milliseconds; the server sends something every 15 seconds. */
const silenceTimeout = 45_000;
/** Milliseconds in which a leading window answers, even if timers in it are throttled. */
const answerTime = 500;
/** Milliseconds after which a window asks whether the leading one still exists. */
const askInterval = 5000;

export type StreamOptions = {
  /** Names the windows that share a stream. */
  userId: string;
  /** When the window began to read, by its clock. What changed between then and the stream's opening causes a `reset`. */
  begun: number;
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  onOpenChange: (isOpen: boolean) => void;
};

type FetchOptions = {
  begun: number;
  lastId: string | undefined;
  signal: AbortSignal;
  /** `id` is that of the event; undefined if it has none. */
  onEvent: (event: ServerEvent, id: string | undefined) => void;
};

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
const fetchEvents = async ({ begun, lastId, signal, onEvent }: FetchOptions): Promise<number> => {
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
    const { ok, status, body } = await fetch(`/v1${livePath}?age=${Math.max(Date.now() - begun, 0)}`, {
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
      for (const { event, data: json = '', id } of blocks.map(parseEvent)) {
        if (event !== undefined) onEvent({ event, data: JSON.parse(json) }, id);
      }
    }
  } catch {
    void checkServer();
  } finally {
    clearTimeout(timer);
  }
  return received;
};

type Task = { name: string; signal: AbortSignal; task: (signal: AbortSignal) => Promise<void> };

/**
 * Runs a task in one of the windows of a browser, and in another one when that is closed. The oldest window leads if two
 * do, which started at the same time or were frozen.
 */
const leadByMessages = ({ name, signal, task }: Task): void => {
  const channel = new BroadcastChannel(`${name} leader`);
  const age = Date.now() + Math.random();
  let leading: AbortController | undefined;
  let timer: number | undefined;
  const lead = () => {
    leading = new AbortController();
    channel.postMessage(age);
    void task(AbortSignal.any([signal, leading.signal]));
  };
  const ask = () => {
    channel.postMessage('who leads');
    timer = window.setTimeout(lead, answerTime);
  };
  channel.onmessage = ({ data }: MessageEvent<number | 'who leads'>) => {
    if (data === 'who leads' || (leading && data > age)) {
      if (leading) channel.postMessage(age);
      return;
    }
    leading?.abort();
    leading = undefined;
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, askInterval);
  };
  const stop = () => {
    window.clearTimeout(timer);
    channel.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  ask();
};

const isRejected = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * Between windows: an event; whether their stream is open, and when the last change came; or a new window's question for
 * that.
 */
type Message = { event: ServerEvent; id: string | undefined } | { isOpen: boolean; changedAt: number } | 'is it open';

/**
 * Receives live updates until the signal aborts or the server rejects the session. Windows of the same browser share
 * one stream, because a browser opens only a few connections to a server. After an interruption the stream continues
 * with the event after the last one.
 */
export const followLiveStream = ({ userId, begun, signal, onEvent, onOpenChange }: StreamOptions): void => {
  const name = `backoffice-live ${userId}`;
  const channel = new BroadcastChannel(name);
  let lastId: string | undefined;
  let isOpen: boolean | undefined;
  let isLeading = false;
  let changedAt = 0;

  const receive = (message: Message) => {
    if (message === 'is it open') {
      if (isLeading && isOpen !== undefined) channel.postMessage({ isOpen, changedAt } satisfies Message);
    } else if ('isOpen' in message) {
      // This window may have read before a change, and begun to listen after it.
      if (isOpen === undefined && message.changedAt > begun) onEvent({ event: 'reset', data: {} });
      isOpen = message.isOpen;
      onOpenChange(isOpen);
      changedAt = message.changedAt;
    } else {
      lastId = message.id ?? lastId;
      if (message.event.event !== 'ready') changedAt = Date.now();
      onEvent(message.event);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  channel.postMessage('is it open' satisfies Message);
  signal.addEventListener('abort', () => channel.close(), { once: true });

  const share = (message: Message) => {
    receive(message);
    if (!signal.aborted) channel.postMessage(message);
  };

  const connect = async (leading: AbortSignal): Promise<number> => {
    const status = await fetchEvents({
      begun,
      lastId,
      signal: leading,
      onEvent: (event, id) => {
        if (!isOpen) share({ isOpen: true, changedAt });
        share({ event, id });
      },
    });
    const wasOpen = isOpen === true;
    // After a lost election, the stream of another window is open.
    if (!leading.aborted) share({ isOpen: false, changedAt });
    return wasOpen ? 200 : status;
  };

  const follow = async (leading: AbortSignal): Promise<void> => {
    isLeading = true;
    share({ isOpen: false, changedAt });
    for (let attempt = 0; !leading.aborted; attempt += 1) {
      const status = await connect(leading);
      if (isRejected(status)) break;
      if (status === 200) attempt = 0;
      if (!leading.aborted) await waitToRetry(attempt, leading);
    }
    isLeading = false;
  };

  // Locks need a secure origin.
  if (!('locks' in navigator)) leadByMessages({ name, signal, task: follow });
  else navigator.locks.request(name, { signal }, () => follow(signal)).catch(() => undefined);
};
