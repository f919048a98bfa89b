/** What stays small within a title. */
const smallWords = new Set(['a', 'as', 'for', 'from', 'the', 'to']);

/** As the entries of menus are written: Title Case on a Mac, like a sentence elsewhere. */
export const menuLabel = (label: string, { isMac }: { isMac: boolean }): string =>
  isMac
    ? label
        .split(' ')
        .map((word, index) =>
          index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
        )
        .join(' ')
    : label;
