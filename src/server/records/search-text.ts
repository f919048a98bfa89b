import sanitizeHtml from 'sanitize-html';
import { isPlainText, withoutInvisible } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { marks } from '../database/search.ts';
import type { Row } from '../database/tables.ts';

const accents = /[\u0300-\u036f]/g;
const blocks = 'p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|tr|figcaption|div|pre|blockquote';
const wordBreak = new RegExp(`<(?:br|hr|/?(?:${blocks}|t[dh]))\\b`, 'gi');
const lineBreak = new RegExp(`<(?:br|hr|/?(?:${blocks}))\\b`, 'gi');
const cellBreak = /<\/t[dh]>\s*(?=<t[dh]\b)/gi;
const codeBlock = /<pre\b(?:(?!<\/?pre\b).)*<\/pre>/gis;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Normalizes text for search: lower case, no accents or invisible characters, single spaces. */
export const normalize = (text: string): string =>
  isPlainText(text)
    ? text.toLowerCase()
    : withoutInvisible(text.normalize('NFKD')).replace(accents, '').toLowerCase().replace(/\s+/g, ' ').trim();

const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);

export const withoutTags = (html: string): string =>
  decodeEntities(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }));

/** Converts sanitized rich text, in which only tags contain angle brackets, to a single line of plain text. */
export const htmlToText = (html: string): string =>
  decodeEntities(html.replace(wordBreak, ' $&').replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** Converts rich text to lines of plain text, with tabs between table cells. */
export const htmlToLines = (html: string): string =>
  withoutTags(
    html
      .replace(codeBlock, (code) => code.replaceAll('\n', '<br>'))
      .replace(/\s+/g, ' ')
      .replace(cellBreak, '\t')
      .replace(lineBreak, '\n$&'),
  )
    .split('\n')
    .map((line) => line.replace(/[^\S\t]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

const separators = /[^\p{L}\p{N}\p{M}]+/u;
const sign = /[^\p{L}\p{N}\p{M}]/u;

/** A word without the signs around it, such as quotes and commas. */
const withoutOuterSigns = (word: string): string => {
  if (!sign.test(word)) return word;
  const letters = [...word];
  const first = letters.findIndex((letter) => !sign.test(letter));
  const last = letters.findLastIndex((letter) => !sign.test(letter));
  return letters.slice(first, last + 1).join('');
};

/** The words of a text, in lower case and without accents. Signs around a word are left out; a sign alone is a word. */
export const tokenize = (text: string): string[] =>
  normalize(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => withoutOuterSigns(word) || word);

/** The words in a compound such as “ball-point”, and the compound in one word; nothing for other words. */
export const splitWord = (word: string): string[] => {
  const parts = word.split(separators).filter(Boolean);
  return parts.length > 1 ? [...parts, parts.join('')] : [];
};

/** Words with their compounds. */
const listWords = (text: string) => tokenize(text).flatMap((word) => [word, ...splitWord(word)]);

/** A name’s words, and each two of them in one, so that “rollerpen” finds a roller pen. */
const listTitleWords = (title: string) => {
  const words = tokenize(title);
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
  return [...listWords(title), ...pairs];
};

/** The marked words of a code as a whole. */
const listCodes = (code: string) => {
  const whole = normalize(code);
  return [whole, ...splitWord(whole).slice(-1)].filter(Boolean).map((word) => marks.code + word);
};

const referenceLength = 6;

/** A short word for an id, from its random end: in capitals, which no query contains. */
export const toReferenceWord = (id: unknown): string => {
  let rest = Number.parseInt(String(id).slice(-9), 16);
  const letters = Array.from({ length: referenceLength }, () => {
    const letter = String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26);
    return letter;
  });
  return marks.reference + letters.join('');
};

/** Texts from related data: codes such as the SKUs of variants, and others. */
export type RelatedTexts = { codes: readonly string[]; texts: readonly string[] };

const listFieldWords = (resource: Resource, name: string, value: string): string[] => {
  const field = resource.fields[name];
  if (!field?.isSearchable || value === '') return [];
  if (field.kind === 'reference') return [toReferenceWord(value)];
  if (name === resource.titleField) return listTitleWords(value).map((word) => marks.title + word);
  const words = listWords(field.kind === 'richText' ? htmlToText(value) : value).map((word) => marks.text + word);
  return field.kind === 'text' && field.isCode ? [...listCodes(value), ...words] : words;
};

/** Whether an update changes the searchable text of a record's own fields. */
export const needsReindex = (resource: Resource, { current, row }: { current: Row; row: Row }): boolean =>
  Object.entries(resource.fields).some(
    ([name, field]) =>
      field.isSearchable && current[name] !== row[name] && String(current[name] ?? '') !== String(row[name] ?? ''),
  );

/**
 * Builds the text that `query` searches: the different words, each after a space and a mark. The names of referenced
 * records aren't in it, so that renaming a category changes none of its products.
 */
export const buildSearchText = (resource: Resource, values: Row, related?: RelatedTexts): string => {
  const own = Object.keys(resource.fields).flatMap((name) =>
    listFieldWords(resource, name, String(values[name] ?? '')),
  );
  const codes = related?.codes.flatMap(listCodes) ?? [];
  const texts = [...(related?.codes ?? []), ...(related?.texts ?? [])].flatMap(listWords);
  const words = new Set([...own, ...codes, ...texts.map((word) => marks.text + word)]);
  return words.size > 0 ? ` ${[...words].join(' ')} ` : '';
};
