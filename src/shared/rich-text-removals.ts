import { canKeepAttribute, richTextPolicy } from './rich-text.ts';

const namedElements: Record<string, string> = {
  script: 'a script',
  style: 'a style sheet',
  link: 'a style sheet',
  iframe: 'embedded content',
  frame: 'embedded content',
  object: 'embedded content',
  embed: 'embedded content',
  video: 'a video',
  audio: 'a sound',
  svg: 'a drawing',
  canvas: 'a drawing',
  math: 'a formula',
  form: 'a form',
  input: 'a form field',
  select: 'a form field',
  textarea: 'a form field',
  button: 'a form field',
};

/** Elements that are removed without a message: page structure, parts of named elements, invisible elements. */
const silentElements = new Set([
  ...['html', 'head', 'body', 'meta', 'title', 'base', 'source', 'track', 'option', 'noscript', 'wbr'],
  ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'address', 'font', 'colgroup', 'col'],
]);

const unsafeLink = 'a link to an address that isn’t allowed';
const foreignImage = 'an image from another address';

/** Removals that a user would miss after pasting; the rest is markup that programs add. */
const noticeableRemovals = new Set([...Object.values(namedElements), foreignImage]);
noticeableRemovals.delete('a style sheet');
noticeableRemovals.delete('a script');

const quoted = (name: string): string => `“${name.slice(0, 40)}”`;

const styleNames = (style: string): string[] =>
  style.split(';').flatMap((rule) => rule.split(':')[0]?.trim().toLowerCase() || []);

const attributeRemoval = (tag: string, name: string, value: string): string | null => {
  if (/^on/i.test(name)) return 'a script';
  if (name === 'class') {
    return value.split(/\s+/).every((name) => name === '' || richTextPolicy.classPattern.test(name)) ? null : 'styling';
  }
  if (name === 'style') {
    const allowed: readonly string[] = richTextPolicy.styles;
    return styleNames(value).every((name) => allowed.includes(name)) ? null : 'styling';
  }
  if (canKeepAttribute(tag, name, value)) return null;
  if (name === 'href') return unsafeLink;
  return `the attribute ${quoted(name)}`;
};

/** Names everything that sanitizing removes from one element. */
export const listRemovals = (tag: string, attributes: Readonly<Record<string, string>>): string[] => {
  const namedElement = namedElements[tag];
  if (namedElement) return [namedElement];
  const tags: readonly string[] = richTextPolicy.tags;
  if (!tags.includes(tag)) return silentElements.has(tag) ? [] : [`the element ${quoted(tag)}`];
  if (tag === 'img' && !canKeepAttribute(tag, 'src', attributes.src ?? '')) return [foreignImage];
  return Object.entries(attributes).flatMap(([name, value]) => attributeRemoval(tag, name.toLowerCase(), value) ?? []);
};

export const isNoticeable = (removal: string): boolean => noticeableRemovals.has(removal);
