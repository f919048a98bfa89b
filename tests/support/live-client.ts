import { expect } from 'vitest';
import type { LiveChange } from '../../src/shared/live.ts';

type LiveEvent = { event: string; id: string | undefined; data: unknown };

const parseEvent = (text: string): LiveEvent | null => {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const event = fields.get('event');
  return event === undefined ? null : { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') };
};

type Options = { url: string; token: string | null; after?: string; age?: number };

/** Opens a stream of live updates and collects its events. */
export const openLive = async ({ url, token, after, age }: Options) => {
  const aborted = new AbortController();
  const response = await fetch(`${url}/v1/live${age === undefined ? '' : `?age=${age}`}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(after !== undefined && { 'last-event-id': after }),
    },
    signal: aborted.signal,
  });
  const events: LiveEvent[] = [];
  const read = async (): Promise<void> => {
    let unread = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (unread + text).split('\n\n');
      unread = blocks.pop() ?? '';
      events.push(...blocks.map(parseEvent).filter((event) => event !== null));
    }
  };
  let hasEnded = false;
  void read()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    /** All changes so far, such as `update faq 1`. */
    changes: (): string[] =>
      events
        .filter(({ event }) => event === 'changes')
        .flatMap(({ data }) => data as LiveChange[])
        .flatMap(({ action, resource, ids }) => (ids ?? ['many']).map((id) => `${action} ${resource} ${id}`)),
    lastId: (): string | undefined => events.findLast(({ id }) => id !== undefined)?.id,
    waitFor: (name: string) => expect.poll(() => events.map(({ event }) => event)).toContain(name),
    waitForEnd: () => expect.poll(() => hasEnded, { timeout: 5000 }).toBe(true),
    close: () => aborted.abort(),
  };
};
