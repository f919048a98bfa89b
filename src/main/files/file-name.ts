/** A title as the name of a file; what no system allows in one is left out. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/ · Catalogue Back Office$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100) || 'Page';
