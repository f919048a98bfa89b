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
