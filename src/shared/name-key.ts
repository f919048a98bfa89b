/** Normalizes a name for comparison: ignores case, surrounding spaces and repeated spaces. */
export const nameKey = (name: unknown): string =>
  String(name ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
