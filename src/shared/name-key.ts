import { normalizeLine } from './normalize-text.ts';

/** Normalizes a name for comparison, which ignores case and repeated spaces. */
export const nameKey = (name: unknown): string =>
  normalizeLine(String(name ?? ''))
    .toLowerCase()
    .replace(/ +/g, ' ');
