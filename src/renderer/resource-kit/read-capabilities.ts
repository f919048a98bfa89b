import * as z from 'zod/mini';
import { setTimeZone } from '../ui/time-zone.ts';

const metaSchema = z.object({ capabilities: z.array(z.string()), timeZone: z.optional(z.string()) });

/**
 * Returns the capabilities in a response to `GET /meta`, and adopts its time zone. Some servers return an HTML page for
 * unknown paths.
 */
export const readCapabilities = (meta: unknown): readonly string[] => {
  const { capabilities, timeZone } = metaSchema.safeParse(meta).data ?? { capabilities: [] };
  if (timeZone !== undefined) setTimeZone(timeZone);
  return capabilities;
};
