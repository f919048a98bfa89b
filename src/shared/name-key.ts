/** ASCII words with single spaces, as most names are. Only their case has to be normalized. */
const plainName = /^[!-~]+(?: [!-~]+)*$/;

/** Normalizes a name for comparison: ignores case, surrounding spaces and repeated spaces. */
export const nameKey = (name: unknown): string => {
  const text = String(name ?? '');
  if (plainName.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
};
