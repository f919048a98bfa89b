import { isArrayOf, isOptional, isShape, isString } from '#shared/guards.ts';
import { setTimeZone } from '../ui/time-zone.ts';

const isMeta = isShape<{ capabilities: string[]; timeZone?: string }>({
  capabilities: isArrayOf(isString),
  timeZone: isOptional(isString),
});

/**
 * Returns the capabilities in a response to `GET /meta`, and adopts its time zone. Some servers return an HTML page for
 * unknown paths.
 */
export const readCapabilities = (meta: unknown): readonly string[] => {
  if (!isMeta(meta)) return [];
  if (meta.timeZone !== undefined) setTimeZone(meta.timeZone);
  return meta.capabilities;
};
