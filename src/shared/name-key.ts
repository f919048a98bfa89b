const plainName = /^[!-~]+(?: [!-~]+)*$/;

/** Whether a text is ASCII words with single spaces, as most names are: only its case has to be normalized. */
export const isPlainName = (text: string): boolean => plainName.test(text);

/** Normalizes a name for comparison: ignores case, surrounding spaces and repeated spaces. */
export const nameKey = (name: unknown): string => {
  const text = String(name ?? '');
  if (isPlainName(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
};
