import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Resource } from '#shared/resource/define-resource.ts';
import { searchColumn, searchKeyColumn } from './schema.ts';

/** Both databases index trigrams. */
const indexedLength = 3;
/** Precedes each word in a record's search text. */
export const wordGap = '  ';

/** A pattern for `like ... escape '\'` that finds the word anywhere. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Words shorter than a trigram only match at the start of a word: no index finds them elsewhere. */
const soughtOf = (word: string) => ([...word].length < indexedLength ? `${wordGap}${word}` : word);

export const wordIndexOf = (resource: Resource): string => `${resource.name}_words`;

const matchExpression = (words: string[]) =>
  words.map((word) => `"${soughtOf(word).replaceAll('"', '""')}"`).join(' AND ');

/** True on SQLite, where a search table per resource returns records in order. */
export const hasWordTables = (database: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof SqliteAdapter;

/** Condition on a row of SQLite's search table: it contains every word. */
export const matchesInTable = (resource: Resource, words: string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(wordIndexOf(resource))} match ${matchExpression(words)}`;

/** Condition on a record's row: it contains every word. */
export const matchesInRow = (
  resource: Resource,
  { words, isByTable }: { words: string[]; isByTable: boolean },
): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${resource.name}.${name}`);
  if (isByTable) {
    const table = sql.table(wordIndexOf(resource));
    return sql<boolean>`${column(searchKeyColumn)} in (select rowid from ${table} where ${matchesInTable(resource, words)})`;
  }
  const conditions = words.map(
    (word) => sql`${column(searchColumn)} like ${likePattern(soughtOf(word))} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};
