/** A pattern for `like ... escape '\\'` that finds the word anywhere. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
