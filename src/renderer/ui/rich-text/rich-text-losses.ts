import { blockTags, getLeaves, groupChildren, isList } from './rich-text-dom.ts';
import { flattenLists, groupLists } from './rich-text-lists.ts';
import { normalizeRichText } from './rich-text-normalize.ts';

const parse = (html: string): HTMLElement => {
  const root = new DOMParser().parseFromString(html, 'text/html').body;
  normalizeRichText(root);
  return root;
};

const inlineTags = new Set('strong em u s del ins sub sup code mark small kbd'.split(' '));

const findClass = (element: Element, prefix: string): string | undefined =>
  [...element.classList].find((name) => name.startsWith(prefix));

// Formats by name: if nested elements set the same one, the inner element wins.
const getMarks = (element: HTMLElement): Record<string, string | null | undefined> => {
  const { localName, style } = element;
  return {
    ...(inlineTags.has(localName) && { [localName]: localName }),
    ...(localName === 'a' && {
      link: `${element.getAttribute('href')} ${element.getAttribute('title') ?? ''}`,
    }),
    ...(!blockTags.has(localName) && {
      direction: element.getAttribute('dir'),
      background: style.backgroundColor,
    }),
    lang: element.getAttribute('lang'),
    color: style.color,
    size: findClass(element, 'ql-size-'),
    font: findClass(element, 'ql-font-'),
  };
};

const describeMarks = (leaf: Node): string => {
  const marks = new Map<string, string>();
  for (let element = leaf.parentElement; element; element = element.parentElement) {
    for (const [name, value] of Object.entries(getMarks(element))) {
      if (value && !marks.has(name)) marks.set(name, value);
    }
  }
  return [...marks]
    .map((mark) => mark.join(' '))
    .sort()
    .join(' + ');
};

const getContent = (leaf: Node): string => {
  if (leaf instanceof Text) return leaf.data;
  if (leaf instanceof HTMLImageElement) {
    return JSON.stringify(['src', 'alt', 'width', 'height'].map((name) => leaf.getAttribute(name) ?? ''));
  }
  return '\n';
};

const describeInline = (nodes: readonly Node[]): string[] => {
  const runs: { marks: string; newText: string }[] = [];
  for (const leaf of getLeaves(nodes)) {
    const marks = `${leaf instanceof Text ? '' : leaf.nodeName} ${describeMarks(leaf)}`;
    const last = runs.at(-1);
    if (last?.marks === marks) last.newText += getContent(leaf);
    else if (getContent(leaf) !== '') runs.push({ marks, newText: getContent(leaf) });
  }
  return runs.map(({ marks, newText }) => `${marks}: ${newText}`);
};

const inheritedClass = /^ql-(?:size|font)-/;

const describeAttributes = (element: HTMLElement): string => {
  const classes = [...element.classList].filter((name) => !inheritedClass.test(name)).sort();
  const values = ['dir', 'scope'].map((name) => element.getAttribute(name) ?? '');
  const spans = ['colspan', 'rowspan'].map((name) => Number(element.getAttribute(name) ?? 1));
  return [...classes, element.style.backgroundColor, ...values, ...spans].join(' ');
};

const describeBlock = (block: HTMLElement): string[] => [
  `<${block.localName} ${describeAttributes(block)}>`,
  ...(block.localName === 'pre' ? [block.innerHTML] : describeContent(block)),
  `</${block.localName}>`,
];

const describeLists = (lists: readonly HTMLElement[]): string[] =>
  flattenLists(lists).flatMap(({ element, level, kind, start }) => {
    const isContent = (node: Node) => !isList(node);
    const item = element.cloneNode(true) as HTMLElement;
    const firstNested = [...element.childNodes].findIndex(isList);
    const after = firstNested === -1 ? [] : [...element.childNodes].slice(firstNested).filter(isContent);
    for (const nested of [...item.children].filter(isList)) nested.remove();
    item.classList.remove(...[...item.classList].filter((name) => name.startsWith('ql-indent-')));
    return [`item ${level} ${kind} ${start ?? ''} ${after.length}`, ...describeBlock(item)];
  });

const describeContent = (container: HTMLElement): string[] =>
  groupLists(groupChildren(container)).flatMap((group) => {
    if ('lists' in group) return describeLists(group.lists);
    return 'block' in group ? describeBlock(group.block) : describeInline(group.inline);
  });

/** Structures that the editor may not keep, by name. */
export const contentKinds: readonly (readonly [name: string, selector: string])[] = [
  ['a definition list', 'dl'],
  ['a figure with a caption', 'figure:has(figcaption)'],
  ['a figure', 'figure:not(:has(figcaption))'],
  ['a table caption', 'caption'],
  ['a table footer', 'tfoot'],
  ['merged table cells', ':is(td, th):is([colspan]:not([colspan="1"]), [rowspan]:not([rowspan="1"]))'],
  ['a table within a table', 'table table'],
  ['a list in a table cell', ':is(td, th) :is(ul, ol)'],
  ['several paragraphs in a table cell', ':is(td, th) > p'],
  ['several paragraphs in a list item', 'li > p'],
  ['a heading in a table cell', ':is(td, th) > :is(h1, h2, h3, h4, h5, h6)'],
  ['a heading in a list item', 'li > :is(h1, h2, h3, h4, h5, h6)'],
  ['a quotation or code block in a table cell', ':is(td, th) > :is(blockquote, pre)'],
  ['a quotation or code block in a list item', 'li > :is(blockquote, pre)'],
  ['a table in a list or quotation', ':is(li, blockquote) table'],
  ['a list in a quotation', 'blockquote :is(ul, ol)'],
  ['a heading in a quotation', 'blockquote :is(h1, h2, h3, h4, h5, h6)'],
  ['formatting in a code block', 'pre *'],
  ['a link title', 'a[title]'],
  ['tables directly below each other', 'table + table'],
  [
    'a background colour behind a whole paragraph or cell',
    ':is(p, h1, h2, h3, h4, h5, h6, li, td, th, tr, table)[style*="background"]',
  ],
  ['a text direction', '[dir]'],
];

const getPlainText = (root: HTMLElement): string => (root.textContent ?? '').replace(/\s+/g, '');

const sortCharacters = (newText: string): string => [...newText].sort().join('');

const hasContent = (root: HTMLElement): boolean =>
  root.querySelector('img, hr, table') !== null || getPlainText(root) !== '';

/** Names the kinds of content that `after` lacks; empty if both texts look and mean the same. */
export const findLosses = (before: string, after: string): string[] => {
  const [oldRoot, newRoot] = [parse(before), parse(after)];
  if (!hasContent(oldRoot) && !hasContent(newRoot)) return [];
  if (describeContent(oldRoot).join('\n') === describeContent(newRoot).join('\n')) return [];
  const losses = contentKinds
    .filter(([, selector]) => oldRoot.querySelectorAll(selector).length > newRoot.querySelectorAll(selector).length)
    .map(([name]) => name);
  const [oldText, newText] = [getPlainText(oldRoot), getPlainText(newRoot)];
  if (sortCharacters(oldText) !== sortCharacters(newText)) losses.push('other unsupported content');
  else if (oldText !== newText) losses.push('an unsupported order of lines');
  return losses.length > 0 ? losses : ['formatting'];
};
