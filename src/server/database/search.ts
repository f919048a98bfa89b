import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { searchColumn, searchKeyColumn } from './schema.ts';

/** Both databases index trigrams. */
const trigramLength = 3;
/** Precedes each word in a record's search text. */
export const wordSeparator = '  ';

/** A pattern for `like ... escape '\'` that finds the word anywhere. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Words shorter than a trigram only match at the start of a word: no index finds them elsewhere. */
const toSearchPattern = (word: string) => ([...word].length < trigramLength ? `${wordSeparator}${word}` : word);

export const searchIndexName = (resource: Resource): string => `${resource.name}_words`;

const matchExpression = (words: string[]) =>
  words.map((word) => `"${toSearchPattern(word).replaceAll('"', '""')}"`).join(' AND ');

/** Condition on a row of SQLite's search table: it contains every word. */
export const matchesFts = (resource: Resource, words: string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(searchIndexName(resource))} match ${matchExpression(words)}`;

/** Condition on a record's row: it contains every word. */
export const matchesSearch = (
  resource: Resource,
  { words, hasFtsTable }: { words: string[]; hasFtsTable: boolean },
): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${resource.name}.${name}`);
  if (hasFtsTable) {
    const table = sql.table(searchIndexName(resource));
    return sql<boolean>`${column(searchKeyColumn)} in (select rowid from ${table} where ${matchesFts(resource, words)})`;
  }
  const conditions = words.map(
    (word) => sql`${column(searchColumn)} like ${likePattern(toSearchPattern(word))} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};
