import { isArrayOf, isShape, isString } from '#shared/guards.ts';

const isMeta = isShape<{ capabilities: string[] }>({ capabilities: isArrayOf(isString) });

/** The capabilities in a response to `GET /meta`. Some servers return an HTML page for unknown paths. */
export const readCapabilities = (meta: unknown): readonly string[] => (isMeta(meta) ? meta.capabilities : []);
