/** Allowed HTML of rich text. The server sanitizes with it on write, the renderer on render. */
export const richTextPolicy = {
  tags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'blockquote', 'pre', 'code', 'hr', 'div', 'span'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'mark', 'small', 'kbd'],
    ...['ol', 'ul', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  /** Blocks that become a `div`, so that their text isn't joined with the text around them. */
  divAliases: [
    ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'address', 'hgroup', 'center'],
    ...['form', 'fieldset', 'legend', 'details', 'summary'],
  ],
  /** By tag; `*` applies to every tag. `class` and `style` are restricted further below. */
  attributes: {
    '*': ['class', 'style', 'dir', 'lang'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['data-list'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  attributePatterns: {
    dir: /^(?:ltr|rtl|auto)$/i,
    /** Language tags such as `fr` or `zh-Hant-TW`. */
    lang: /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i,
    width: /^\d{1,5}%?$/,
    height: /^\d{1,5}%?$/,
    start: /^-?\d{1,6}$/,
    colspan: /^[1-9]\d{0,2}$/,
    rowspan: /^[1-9]\d{0,2}$/,
    scope: /^(?:col|row|colgroup|rowgroup)$/i,
    'data-list': /^(?:bullet|ordered|checked|unchecked)$/,
  },
  /** Allowed CSS properties and values: colors and keywords, never url(). */
  styles: ['color', 'background-color', 'text-align'],
  styleValue: /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)|[a-z]{1,30})$/i,
  /** Classes that the editor uses for alignment, indent, size, font and direction. */
  classPattern: /^ql-(?:align|indent|size|font|direction)-[a-z0-9]{1,20}$/,
  linkSchemes: ['https', 'http', 'mailto', 'tel'],
  /** Only absolute addresses with one of `linkSchemes`, never scripts. */
  linkTarget: /^(?:https?:\/\/|mailto:|tel:)/i,
  /** Only embedded or uploaded images, so that showing a text makes no request to another site. */
  imageSources: /^(?:data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*|\/uploads\/\w[\w.-]*)$/i,
  linkRel: 'noopener noreferrer',
  linkTargetFrame: '_blank',
} as const satisfies {
  tags: readonly string[];
  attributes: Record<string, readonly string[]>;
  attributePatterns: Record<string, RegExp>;
  [name: string]: unknown;
};

const isAllowedAttribute = (tag: string, name: string): boolean => {
  const allowed: Record<string, readonly string[]> = richTextPolicy.attributes;
  return Boolean(allowed[tag]?.includes(name) || allowed['*']?.includes(name));
};

/** Whether an element may keep an attribute. Each sanitizer restricts `class` and `style` further. */
export const canKeepAttribute = (tag: string, name: string, value: string): boolean => {
  if (!isAllowedAttribute(tag, name)) return false;
  if (name === 'href') return richTextPolicy.linkTarget.test(value);
  if (name === 'src') return richTextPolicy.imageSources.test(value);
  const patterns: Record<string, RegExp> = richTextPolicy.attributePatterns;
  return patterns[name]?.test(value) ?? true;
};

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
