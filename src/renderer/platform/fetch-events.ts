import { NetworkError } from './platform.ts';

export type ServerEvent = { event: string; data: unknown };

/** Milliseconds; the server sends something every 15 seconds. */
const silenceTimeout = 45_000;

type Options = {
  path: string;
  headers: Record<string, string>;
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
 * Receives server-sent events until the server ends them, and returns the status. An `EventSource` could not send the
 * token. Rejects with `NetworkError` if the connection breaks.
 */
export const fetchEvents = async ({ path, headers, signal, onEvent }: Options): Promise<number> => {
  const silent = new AbortController();
  let timer: number | undefined;
  const expectData = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silent.abort(), silenceTimeout);
  };
  const read = async (): Promise<number> => {
    const response = await fetch(`/v1${path}`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!response.ok || !response.body) return response.status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      expectData();
      const blocks = (unread + part.value).split('\n\n');
      unread = blocks.pop() ?? '';
      for (const { event, data = '', id } of blocks.map(parseEvent)) {
        if (event !== undefined) onEvent({ event, data: JSON.parse(data) }, id);
      }
    }
    return response.status;
  };
  expectData();
  try {
    return await read();
  } catch (error) {
    throw new NetworkError('The connection for live updates broke', { cause: error });
  } finally {
    clearTimeout(timer);
  }
};
