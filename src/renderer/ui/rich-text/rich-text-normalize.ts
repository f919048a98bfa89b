import { getLeaves, groupChildren, isBlank, isBlock, isList, renameElement, unwrapElement } from './rich-text-dom.ts';

const aliases: Record<string, string> = { b: 'strong', i: 'em', strike: 's' };

// Elements that contain either text or blocks.
const itemTags = new Set(['li', 'td', 'th', 'dt', 'dd', 'caption', 'figcaption']);

const toAlignClass = (element: HTMLElement): void => {
  const align = element.style.textAlign;
  element.style.removeProperty('text-align');
  if (isBlock(element) && /^(?:center|right|justify)$/.test(align)) element.classList.add(`ql-align-${align}`);
};

const toDirectionClass = (element: HTMLElement): void => {
  const direction = element.getAttribute('dir')?.toLowerCase();
  const isPlain = direction === 'ltr' && !element.closest('[dir="rtl"], .ql-direction-rtl');
  if (isPlain || (direction === 'rtl' && isBlock(element))) element.removeAttribute('dir');
  if (direction === 'rtl' && isBlock(element)) element.classList.add('ql-direction-rtl');
};

const normalizeElement = (original: HTMLElement): void => {
  const alias = aliases[original.localName];
  const element = alias ? renameElement(original, alias) : original;
  toAlignClass(element);
  if (element.style.length === 0) element.removeAttribute('style');
  if (element.classList.length === 0) element.removeAttribute('class');
  toDirectionClass(element);
  const isEmptyLink = element.localName === 'a' && !element.hasAttribute('href');
  if (isEmptyLink || (element.localName === 'span' && element.attributes.length === 0)) unwrapElement(element);
};

// Moves inline elements into the blocks that they contain.
const hoistBlocks = (element: Element): void => {
  for (const child of [...element.children]) hoistBlocks(child);
  if (isBlock(element) || element.localName === 'body' || ![...element.children].some(isBlock)) return;
  for (const group of groupChildren(element)) {
    const nodes = 'block' in group ? [...group.block.childNodes] : group.inline;
    if (nodes.length === 0 || ('inline' in group && nodes.every(isBlank))) continue;
    const wrapper = element.cloneNode(false) as Element;
    nodes[0]?.before(wrapper);
    wrapper.append(...nodes);
    hoistBlocks(wrapper);
  }
  unwrapElement(element);
};

// Collapses whitespace as browsers do, and removes the last line break, which is invisible.
const normalizeInline = (nodes: readonly ChildNode[]): void => {
  const leaves = getLeaves(nodes);
  const last = leaves.findLast((leaf) => !isBlank(leaf));
  let previous: Text | null = null;
  let isAfterSpace = true;
  const trimEnd = () => {
    if (previous) previous.data = previous.data.replace(/ $/, '');
  };
  for (const leaf of leaves) {
    if (leaf instanceof Text) {
      const text = leaf.data.replace(/[ \t\n\r\f]+/g, ' ');
      leaf.data = isAfterSpace ? text.replace(/^ /, '') : text;
      if (leaf.data === '') continue;
      previous = leaf;
      isAfterSpace = leaf.data.endsWith(' ');
    } else {
      const isBreak = leaf instanceof HTMLBRElement;
      if (isBreak) trimEnd();
      previous = null;
      isAfterSpace = isBreak;
    }
  }
  trimEnd();
  if (last instanceof HTMLBRElement) last.remove();
};

const pushFormatsDown = (wrapper: HTMLElement): void => {
  for (const child of wrapper.children) {
    if (!(child instanceof HTMLElement)) continue;
    for (const name of wrapper.classList) {
      const prefix = /^ql-[a-z]+-/.exec(name)?.[0] ?? name;
      if (![...child.classList].some((childClass) => childClass.startsWith(prefix))) child.classList.add(name);
    }
    for (const name of ['color', 'background-color']) {
      const value = wrapper.style.getPropertyValue(name);
      if (value !== '' && child.style.getPropertyValue(name) === '') child.style.setProperty(name, value);
    }
  }
  wrapper.removeAttribute('class');
  wrapper.removeAttribute('style');
};

const normalizePre = (pre: HTMLElement): void => {
  for (const line of pre.querySelectorAll('div, p')) if (line.querySelector('div, p') === null) line.after('\n');
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n');
  const [onlyChild, ...otherChildren] = pre.childNodes;
  if (onlyChild instanceof HTMLElement && onlyChild.localName === 'code' && otherChildren.length === 0)
    unwrapElement(onlyChild);
  pre.normalize();
  const last = getLeaves([pre]).at(-1);
  if (last instanceof Text) last.data = last.data.replace(/\n$/, '');
};

// Unwraps the paragraph of a list item, cell or caption if it is the only content.
const normalizeItem = (item: HTMLElement): void => {
  for (const child of [...item.children]) if (child.localName === 'div') normalizeBlock(child as HTMLElement);
  const groups = groupChildren(item).filter((group) => 'block' in group || !group.inline.every(isBlank));
  const visibleGroups = groups.filter((group) => !('block' in group && item.localName === 'li' && isList(group.block)));
  const [onlyChild, ...otherChildren] = visibleGroups;
  if (onlyChild && 'block' in onlyChild && onlyChild.block.localName === 'p' && otherChildren.length === 0) {
    const paragraph = onlyChild.block;
    item.classList.add(...paragraph.classList);
    const color = paragraph.style.color;
    if (color !== '') item.style.color = color;
    unwrapElement(paragraph);
  }
  normalizeChildren(item);
};

const normalizeDiv = (div: HTMLElement): void => {
  if ([...div.children].some(isBlock)) {
    normalizeFlow(div);
    pushFormatsDown(div);
    unwrapElement(div);
  } else normalizeBlock(renameElement(div, 'p'));
};

const normalizeBlock = (block: HTMLElement): void => {
  const tag = block.localName;
  if (tag === 'div') normalizeDiv(block);
  else if (tag === 'blockquote') {
    normalizeFlow(block);
    pushFormatsDown(block);
  } else if (tag === 'pre') normalizePre(block);
  else if (itemTags.has(tag)) normalizeItem(block);
  else if (/^(?:p|h\d)$/.test(tag)) {
    if (isBlank(block)) block.remove();
    else normalizeInline([...block.childNodes]);
  } else if (tag !== 'hr') normalizeChildren(block);
};

const normalizeChildren = (element: HTMLElement): void => {
  for (const group of groupChildren(element)) {
    if ('block' in group) normalizeBlock(group.block);
    else if (group.inline.every(isBlank)) for (const node of group.inline) node.remove();
    else normalizeInline(group.inline);
  }
};

// Puts text that is directly in a container of blocks into paragraphs.
const normalizeFlow = (container: HTMLElement): void => {
  for (const group of groupChildren(container)) {
    if ('block' in group || group.inline.every(isBlank)) continue;
    const paragraph = container.ownerDocument.createElement('p');
    group.inline[0]?.before(paragraph);
    paragraph.append(...group.inline);
  }
  normalizeChildren(container);
};

/** Normalizes sanitized HTML for comparison without changing how it looks. Modifies `root`. */
export const normalizeRichText = (root: HTMLElement): void => {
  moveLanguageToText(root);
  for (const element of [...root.querySelectorAll<HTMLElement>('*')]) normalizeElement(element);
  for (const cell of root.querySelectorAll<HTMLElement>('thead td')) renameElement(cell, 'th');
  hoistBlocks(root);
  root.normalize();
  normalizeFlow(root);
};

/** Languages of a part of a text, by label. */
export const languages = {
  Arabic: 'ar',
  Chinese: 'zh',
  English: 'en',
  French: 'fr',
  German: 'de',
  Hindi: 'hi',
  Italian: 'it',
  Japanese: 'ja',
  Kannada: 'kn',
  Malayalam: 'ml',
  Spanish: 'es',
  Tamil: 'ta',
} as const;

/** Moves the language of blocks to their text, since the editor marks only text. */
const moveLanguageToText = (root: HTMLElement): void => {
  const blocks = [...root.querySelectorAll<HTMLElement>('[lang]')].filter(isBlock);
  if (blocks.length === 0) return;
  for (const leaf of getLeaves([...root.childNodes])) {
    const holder = leaf.parentElement?.closest<HTMLElement>('[lang]');
    if (!holder || !root.contains(holder) || !isBlock(holder) || isBlank(leaf)) continue;
    const span = root.ownerDocument.createElement('span');
    span.lang = holder.lang;
    leaf.parentNode?.replaceChild(span, leaf);
    span.append(leaf);
  }
  for (const block of blocks) block.removeAttribute('lang');
};
