import { isBoolean, isOptional, isShape, isString } from '#shared/guards.ts';
import { http } from '../platform/http.ts';
import { NetworkError } from '../platform/platform.ts';
import { setTimeZone } from '../ui/time-zone.ts';

/** Facts about the server: whether it is ours or keeps only the specification, and what differs between ours. */
export type ServerFacts = { isFull: boolean; sendsMail: boolean };

const isMeta = isShape<{ level: 'full'; sendsMail?: boolean; timeZone?: string }>({
  level: (value): value is 'full' => value === 'full',
  sendsMail: isOptional(isBoolean),
  timeZone: isOptional(isString),
});

/** Asks the server for its facts, and adopts its time zone. One that keeps only the specification has no `/meta`. */
export const fetchServer = async ({ signal }: { signal?: AbortSignal } = {}): Promise<ServerFacts> => {
  const { status, data } = await http.get<unknown>('/meta', { signal });
  if (status >= 500) throw new NetworkError('The server isn’t responding');
  // Some servers return an HTML page for unknown paths.
  if (!isMeta(data)) return { isFull: false, sendsMail: false };
  if (data.timeZone !== undefined) setTimeZone(data.timeZone);
  return { isFull: true, sendsMail: data.sendsMail === true };
};
