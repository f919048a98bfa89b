import sanitizeHtml from 'sanitize-html';
import { isPlainText, withoutInvisible } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { wordSeparator } from '../database/search.ts';
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

export const tokenize = (text: string): string[] => normalize(text).split(' ').filter(Boolean);

const searchTokens = (resource: Resource, values: Row): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.isSearchable)
    .flatMap(([name, field]) => {
      const value = String(values[name] ?? '');
      return tokenize(field.kind === 'richText' ? htmlToText(value) : value);
    });

/** Returns whether an update changes the searchable text of a record's own fields. */
export const needsReindex = (resource: Resource, { current, row }: { current: Row; row: Row }): boolean =>
  Object.entries(resource.fields).some(
    ([name, field]) =>
      field.isSearchable && current[name] !== row[name] && String(current[name] ?? '') !== String(row[name] ?? ''),
  );

/**
 * Builds the text that `query` searches. A gap before each word allows matching word beginnings. `related` are extra
 * texts from related records.
 */
export const buildSearchText = (resource: Resource, values: Row, related: readonly string[] = []): string =>
  [...searchTokens(resource, values), ...related.flatMap(tokenize)].map((word) => wordSeparator + word).join('');
