import * as z from 'zod/mini';
import { http } from '../platform/http.ts';
import { NetworkError } from '../platform/platform.ts';
import { setCurrency, setTimeZone } from '../ui/format.ts';

/** Facts about the server: whether it is ours or keeps only the specification, and what differs between ours. */
export type ServerFacts = { isFull: boolean; sendsMail: boolean };

const metaSchema = z.object({
  level: z.literal('full'),
  sendsMail: z.optional(z.boolean()),
  timeZone: z.optional(z.string()),
  currency: z.optional(z.string()),
});

/** Asks the server for its facts, and adopts its time zone and currency. One that keeps only the specification has no `/meta`. */
export const fetchServer = async ({ signal }: { signal?: AbortSignal } = {}): Promise<ServerFacts> => {
  const { status, data } = await http.get<unknown>('/meta', { signal });
  if (status >= 500) throw new NetworkError('The server isn’t responding');
  // Some servers return an HTML page for unknown paths.
  const { data: meta } = metaSchema.safeParse(data);
  if (meta?.timeZone !== undefined) setTimeZone(meta.timeZone);
  setCurrency(meta?.currency);
  return { isFull: meta !== undefined, sendsMail: meta?.sendsMail === true };
};
