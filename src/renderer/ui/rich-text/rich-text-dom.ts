/** Formats of the editor by name. */
export type Formats = Record<string, unknown>;

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

// A range, because fields of a form can override its properties.
export const wrapContent = (element: Element, tag: string): void => {
  const range = document.createRange();
  range.selectNodeContents(element);
  range.surroundContents(document.createElement(tag));
};

// Limits the `colspan` of a merged cell.
const maxColumns = 100;

/** Cells by row; a merged cell leaves empty ones. */
export const toGrid = (rows: readonly HTMLTableRowElement[]): HTMLTableCellElement[][] => {
  const grid: HTMLTableCellElement[][] = rows.map(() => []);
  for (const [rowIndex, { cells }] of rows.entries()) {
    const row = grid[rowIndex] ?? [];
    for (const cell of cells) {
      const gap = row.findIndex((slot) => !slot);
      const column = gap === -1 ? row.length : gap;
      for (const spanned of grid.slice(rowIndex, rowIndex + cell.rowSpan)) {
        for (let offset = 0; offset < Math.min(cell.colSpan, maxColumns); offset += 1) {
          const isOrigin = spanned === row && offset === 0;
          spanned[column + offset] = isOrigin ? cell : (cell.cloneNode() as HTMLTableCellElement);
        }
      }
    }
  }
  return grid;
};

/** The place of a text, and the formats that it inherits. */
export type Context = {
  place: 'page' | 'quotation' | 'list item' | 'table cell';
  /** Formats of text. */
  marks: Formats;
  /** Alignment, direction and indent of lines. */
  layout: Formats;
  /** Whether lines are a heading or a quotation. */
  kind: Formats;
  /** Keeps the lists in an item for later: they follow the item. */
  keepList?: (list: HTMLElement, context: Context) => void;
};

const marksByTag: Record<string, Formats> = {
  ...{ strong: { bold: true }, b: { bold: true }, em: { italic: true }, i: { italic: true }, u: { underline: true } },
  ...{ s: { strike: true }, strike: { strike: true }, sub: { script: 'sub' }, sup: { script: 'super' } },
  ...Object.fromEntries(['code', 'del', 'ins', 'mark', 'small', 'kbd'].map((tag) => [tag, { [tag]: true }])),
};

/** Named only if nothing else is lost. */
export const otherLoss = 'formatting';

/** The formats inside an element. Adds what the editor can't represent to `losses`. */
export const enterElement = (element: HTMLElement, context: Context, losses: Set<string>): Context => {
  const { style, lang, localName } = element;
  const isInline = !isBlock(element);
  const marks = { ...context.marks, ...marksByTag[localName] };
  const layout = { ...context.layout };
  if (context.marks.script && context.marks.script !== marks.script) losses.add(otherLoss);
  if (element.hasAttribute('href')) marks.link = element.getAttribute('href');
  if (element.title !== '') losses.add('a link title');
  if (lang !== '') marks.lang = lang;
  if (style.color !== '') marks.color = style.color;
  if (style.backgroundColor !== '') {
    if (isInline) marks.background = style.backgroundColor;
    else losses.add('a background colour behind a whole paragraph or cell');
  }
  for (const name of [...element.classList, style.textAlign && `ql-align-${style.textAlign}`]) {
    const [, format = '', value = ''] = /^ql-([a-z]+)-(.+)$/.exec(name) ?? [];
    if (format === 'size' || format === 'font') marks[format] = value;
    else if (format === 'indent' && !isInline) layout.indent = Number(value);
    else if (format !== '' && !isInline) layout[format] = value;
    // Alignment has no effect within a line.
    else if (format !== 'align' && format !== '') losses.add(otherLoss);
  }
  if (/^(?:left|start)$/.test(String(layout.align))) delete layout.align;
  const direction = element.dir.toLowerCase();
  if (direction === 'rtl' && !isInline) layout.direction = 'rtl';
  else if (direction === 'ltr' && !isInline) delete layout.direction;
  else if (direction !== '' && (direction !== 'ltr' || layout.direction)) losses.add('a text direction');
  return { ...context, marks, layout };
};
