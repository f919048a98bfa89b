/** The words to mark in what a query found: singular and plural alike. */
export const listMarkedWords = (query: string): string[] =>
  query.split(/\s+/).flatMap((word) => (/[^s]s$/i.test(word) && word.length > 3 ? [word, word.slice(0, -1)] : [word]));
