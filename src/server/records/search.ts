import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import { searchColumn } from '../database/schema.ts';
import { type Match, marks } from '../database/search.ts';
import { type Database, isSqlite, type Row, resourceTables } from '../database/tables.ts';
import { buildListQuery, buildSortedQuery, column, selectMatching } from './list-query.ts';
import { normalize, splitWord, tokenize, toReferenceWord } from './search-text.ts';

/** A word of a query with its forms, and the short words of the referenced records whose titles contain it. */
type Word = { text: string; forms: string[]; references: string[] };

/** Parts of a search, compared with the search texts of records. */
export type SearchMatch = {
  match: Match;
  /** Matches the record whose code is the whole query. */
  code: Match;
  /** How close the search text of a match is to the query; less is closer. */
  rank: (text: string) => number;
  /** The query with corrected typing errors, if nothing matches it as it is. */
  correctedQuery?: string;
};

/** Words to ignore beside others in a query. */
const fillers = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Both databases index three characters, so shorter words are found only at the start of a word. */
const indexedLength = 3;
/** Shorter words are too similar to each other to be corrected. */
const correctableLength = 5;
/** Records whose words are compared with a wrong one. */
const maxCandidates = 200;
const maxReferences = 5000;
const maxCorrections = 5;

/** The word in singular and plural, by the regular endings of English. */
const listForms = (word: string): string[] => {
  if (word.length < indexedLength || !/[a-z]$/.test(word)) return [word];
  if (/[^aeiou]ies$/.test(word)) return [word, `${word.slice(0, -3)}y`];
  if (/[^aeiou]y$/.test(word)) return [word, ...['ies', 'ie'].map((ending) => word.slice(0, -1) + ending)];
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return [word, word.slice(0, -2)];
  if (/[^s]s$/.test(word) && word.length > indexedLength) return [word, word.slice(0, -1)];
  return [word, `${word}${/(?:[sxz]|[cs]h)$/.test(word) ? 'es' : 's'}`];
};

const toWord = (text: string): Word => ({
  text,
  forms: [...new Set([text, ...splitWord(text).slice(-1)].flatMap(listForms))],
  references: [],
});

const atStart = (form: string, mark: string) => ` ${mark}${form}`;

const anywhere = (form: string): string[] =>
  [...form].length < indexedLength ? [marks.text, marks.title, marks.code].map((mark) => atStart(form, mark)) : [form];

const matchWord = ({ forms, references }: Word): Match => {
  const parts = [...forms.flatMap(anywhere), ...references];
  // A text with "pens" has "pen", too.
  return { any: parts.filter((part) => !parts.some((other) => other !== part && part.includes(other))) };
};

const matchTitle = ({ forms }: Word, toPart: (form: string) => string): Match => ({
  any: forms.map((form) => toPart(atStart(form, marks.title))),
});

const contains = (text: string, match: Match): boolean => {
  if (typeof match === 'string') return text.includes(match);
  if ('any' in match) return match.any.some((part) => contains(text, part));
  return match.all.every((part) => contains(text, part));
};

/** The code is closest, then whole words of the title, then beginnings of its words, then one of them, then the rest. */
const toMatches = (query: string, words: readonly Word[]): SearchMatch => {
  const code = `${atStart(normalize(query), marks.code)} `;
  const beginnings = words.map((word) => matchTitle(word, (part) => part));
  const closest: Match[] = [
    code,
    { all: words.map((word) => matchTitle(word, (part) => `${part} `)) },
    { all: beginnings },
    { any: beginnings },
  ];
  return {
    match: { all: words.map(matchWord) },
    code,
    rank: (text) => {
      const rank = closest.findIndex((match) => contains(text, match));
      return rank < 0 ? closest.length : rank;
    },
  };
};

/** Whether one letter more, less, other, or exchanged with its neighbor makes the words equal. */
const isTypingError = (one: string, other: string): boolean => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
};

/** Matches texts with a word that differs by a typing error at each of its letters, the most specific matches first. */
const listSimilar = (word: string): Match[] =>
  Array.from(word, (_, index) => {
    const [before, after] = [word.slice(0, index), word.slice(index + 2)];
    const hasAfter = after.length >= indexedLength - 1;
    const parts = [...(before ? [{ any: anywhere(before) }] : []), ...(hasAfter ? [`${after} `] : [])];
    return { all: parts, length: before.length + (hasAfter ? after.length : 0) };
  })
    .toSorted((a, b) => b.length - a.length)
    .map(({ all }) => ({ all }));

const toWords = (query: string): Word[] => {
  const words = tokenize(query);
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : words).map(toWord);
};

/**
 * Finds what a query may match in the records of a resource. Returns null for a query without words. If nothing matches,
 * `correct` looks for typing errors.
 */
export const findMatch = async (
  database: Database,
  { resource, query }: { resource: Resource; query: string },
): Promise<{ found: SearchMatch; correct: () => Promise<SearchMatch> } | null> => {
  const words = toWords(query);
  if (words.length === 0) return null;
  const tables = resourceTables(database);
  const toCriteria = (of: Resource, match: Match) => ({ resource: of, match, filters: {}, conditions: {} });
  const findTexts = (of: Resource, match: Match, limit: number): Promise<Row[]> =>
    buildListQuery(tables, toCriteria(of, match), { sort: null })
      .select(['_id', searchColumn].map((name) => column(of.name, name).as(name)))
      .limit(limit)
      .execute();

  const findReferences = async (target: Resource) => {
    const titles = { any: words.map((word) => matchTitle(word, (part) => part)) };
    const rows = await findTexts(target, titles, maxReferences);
    for (const word of words) {
      const parts = word.forms.map((form) => atStart(form, marks.title));
      const found = rows.filter((row) => parts.some((part) => String(row[searchColumn]).includes(part)));
      word.references.push(...found.map(({ _id }) => toReferenceWord(_id)));
    }
  };
  for (const field of Object.values(resource.fields)) {
    const target = field.kind === 'reference' && field.isSearchable ? findResource(field.to) : undefined;
    if (target) await findReferences(target);
  }

  const found = toMatches(query, words);
  const findCorrections = async (word: string): Promise<string[]> => {
    if (word.length < correctableLength || !/^\p{L}+$/u.test(word)) return [];
    for (const match of listSimilar(word)) {
      const rows = await findTexts(resource, match, maxCandidates);
      const texts = rows.flatMap((row) => String(row[searchColumn]).split(' '));
      const known = new Set(texts.map((text) => text.slice(1)));
      if (known.has(word)) return [];
      const similar = [...known].filter((text) => isTypingError(word, text));
      if (similar.length > 0) return similar.slice(0, maxCorrections);
    }
    return [];
  };
  const correct = async (): Promise<SearchMatch> => {
    // A filter may be the reason why nothing matches.
    const criteria = toCriteria(resource, found.match);
    // PostgreSQL expects to find a first match soon, and reads the whole table if there is none, unless they have to be sorted.
    const any = isSqlite(database) ? selectMatching(tables, criteria) : buildSortedQuery(tables, criteria, null);
    if ((await any.select(column(resource.name, '_id').as('_id')).limit(1).execute()).length > 0) return found;
    const corrected: Word[] = [];
    for (const word of words) {
      const known = await findCorrections(word.text);
      corrected.push(known[0] === undefined ? word : { ...word, text: known[0], forms: known.flatMap(listForms) });
    }
    const correctedQuery = corrected.map(({ text }) => text).join(' ');
    return words.every(({ text }, index) => text === corrected[index]?.text)
      ? found
      : { ...toMatches(correctedQuery, corrected), correctedQuery };
  };
  return { found, correct };
};
