import { formatCount, formatList } from './resource-kit/labels.ts';

const tag = /<(\/?)(h[1-6]|img|table|t[hd]|a)\b([^<>]*)>/gi;

/** Finds the same elements in a document, in the same order. */
export const textElementSelector = 'h1, h2, h3, h4, h5, h6, img, table, a';

const isFileName = (text: string): boolean =>
  !/\s/.test(text) &&
  (/[\d_].{3}/.test(text) || /.\.(?:png|jpe?g|gif|webp)$|^(?:image|picture|photo|screenshot)$/i.test(text));

const vagueText = /^(?:click |tap )?(?:here|this|link|more|read more|learn more)\W*$/i;

/** Names of each kind, and how to decide and correct it. */
const issues = {
  picture: [
    'picture without alternative text',
    'pictures without alternative text',
    'Describe it, or mark it as decorative',
  ],
  jump: ['skipped heading level', 'skipped heading levels', 'Use the next level below the heading above'],
  table: ['table without a header row', 'tables without a header row', 'Mark the row or column of titles as header'],
  link: ['link that doesn’t say where it leads', 'links that don’t say where they lead', 'Say where it leads'],
} as const;

type Issue = keyof typeof issues;

/** A heading, image, table or link of a text. */
export type TextElement = { label: string; issue: Issue | null };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const toPlain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();

/** Lists what a sanitized rich text consists of, with what makes it hard to read for people with a disability. */
export const listTextElements = (html: string): TextElement[] => {
  const elements: TextElement[] = [];
  const tables: TextElement[] = [];
  let level = 0;
  const contentOf = (start: number, name: string) => {
    const end = html.indexOf(`</${name}`, start);
    return toPlain(html.slice(start, end === -1 ? start : end));
  };
  for (const { 0: whole, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(tag)) {
    const element = name.toLowerCase();
    const start = index + whole.length;
    const add = (label: string, issue: Issue | null): TextElement => {
      const added = { label, issue };
      elements.push(added);
      return added;
    };
    if (slash) {
      if (element === 'table') tables.pop();
    } else if (element === 'img') {
      // A decorative picture has an empty description.
      const alt = /\salt="([^"]*)"/i.exec(attributes)?.[1];
      const issue = alt === undefined || isFileName(alt.trim()) ? 'picture' : null;
      add(`Image: ${alt === undefined ? 'no description' : toPlain(alt) || 'decorative'}`, issue);
    } else if (element === 'table') {
      tables.push(add('Table', 'table'));
    } else if (element === 'th' || (element === 'td' && /\srole="/i.test(attributes))) {
      const table = tables.at(-1);
      if (table) table.issue = null;
    } else if (element === 'a') {
      const text = contentOf(start, name);
      add(`Link: ${text}`, vagueText.test(text) ? 'link' : null);
    } else if (element !== 'td') {
      const next = Number(element[1]);
      add(`Heading ${next}: ${contentOf(start, name)}`, level > 0 && next > level + 1 ? 'jump' : null);
      level = next;
    }
  }
  return elements;
};

export const getIssueHelp = (issue: Issue): string => issues[issue][2];

/** Names what to correct in rich text before it is published; null if there is nothing. */
export const describeTextIssues = (html: string): string | null => {
  const found = listTextElements(html);
  const parts = Object.entries(issues).flatMap(([issue, [label, labelPlural]]) => {
    const count = found.filter((element) => element.issue === issue).length;
    return count === 0 ? [] : [formatCount(count, { label, labelPlural })];
  });
  return parts.length > 0 ? formatList(parts) : null;
};
