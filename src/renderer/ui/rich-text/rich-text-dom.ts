export const blockTags: ReadonlySet<string> = new Set([
  ...'h1 h2 h3 h4 h5 h6 p blockquote pre hr div ol ul li dl dt dd figure figcaption'.split(' '),
  ...'table caption thead tbody tfoot tr th td'.split(' '),
]);

export const isBlock = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && blockTags.has(node.localName);

export const isList = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && (node.localName === 'ul' || node.localName === 'ol');

const isMedia = (node: Node): boolean =>
  node instanceof HTMLElement && (node.matches('img, br') || node.querySelector('img, br') !== null);

/** Whether a node is invisible; a no-break space is visible. */
export const isBlank = (node: Node): boolean => !isMedia(node) && /^[ \t\n\r\f]*$/.test(node.textContent ?? '');

export type Group = { inline: ChildNode[] } | { block: HTMLElement };

/** Children of an element in order, with adjacent inline nodes as one group. */
export const groupChildren = (element: Element): Group[] => {
  const groups: Group[] = [];
  for (const child of element.childNodes) {
    const last = groups.at(-1);
    if (isBlock(child)) groups.push({ block: child });
    else if (last && 'inline' in last) last.inline.push(child);
    else groups.push({ inline: [child] });
  }
  return groups;
};

export const getLeaves = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => {
    if (node instanceof Text || (node instanceof HTMLElement && node.matches('img, br'))) return [node];
    return getLeaves([...node.childNodes]);
  });

export const renameElement = (element: HTMLElement, tag: string): HTMLElement => {
  const renamed = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
};

export const unwrapElement = (element: Element): void => element.replaceWith(...element.childNodes);

// A range, because fields of a form can override its properties.
export const wrapContent = (element: Element, tag: string): void => {
  const range = document.createRange();
  range.selectNodeContents(element);
  range.surroundContents(document.createElement(tag));
};

const isEmptyParagraph = (element: Element | null | undefined): boolean =>
  element?.localName === 'p' && element.textContent === '' && element.matches(':has(br):not(:has(img))');

/** Whether a text ends with a table or rule, after which there is no place for the caret. Ignores empty paragraphs. */
export const endsWithoutParagraph = (root: Element): boolean => {
  const last = [...root.children].findLast((element) => !isEmptyParagraph(element));
  return last?.localName === 'table' || last?.localName === 'hr';
};

/** Serializes an element. Parsers drop the first line break of `pre`, so one is added where needed. */
export const serialize = (root: HTMLElement): string => {
  for (const pre of root.querySelectorAll('pre')) {
    if (pre.textContent?.startsWith('\n')) pre.prepend('\n');
  }
  return root.innerHTML;
};
