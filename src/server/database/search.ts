import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Resource } from '#shared/resource/define-resource.ts';
import { searchColumn, searchKeyColumn } from './schema.ts';

/** The three letters by which both databases index words. */
const indexedLength = 3;
/** What stands before each word in a record's search text. */
export const wordGap = '  ';

/** A pattern for `like ... escape '\'` that finds the word anywhere. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** A short word is looked for at the beginning of words only: anywhere, no index could help. */
const soughtOf = (word: string) => ([...word].length < indexedLength ? `${wordGap}${word}` : word);

/** The name of SQLite's index of the words of a resource. */
export const wordIndexOf = (resource: Resource): string => `${resource.name}_words`;

const matchExpression = (words: string[]) =>
  words.map((word) => `"${soughtOf(word).replaceAll('"', '""')}"`).join(' AND ');

/** Whether words are found by a table of their own, which gives records in their order. */
export const hasWordTables = (database: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof SqliteAdapter;

/** Of a table of words, on SQLite: those that hold every one. */
export const matchesInTable = (resource: Resource, words: string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(wordIndexOf(resource))} match ${matchExpression(words)}`;

/** Whether a record holds every word, as a condition on its row. */
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
