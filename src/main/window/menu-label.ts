const smallWords = new Set(['a', 'as', 'for', 'from', 'the', 'to']);

/** Menu labels use title case on macOS and sentence case elsewhere. */
export const menuLabel = (label: string, { isMac }: { isMac: boolean }): string =>
  isMac
    ? label
        .split(' ')
        .map((word, index) => (index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join(' ')
    : label;
