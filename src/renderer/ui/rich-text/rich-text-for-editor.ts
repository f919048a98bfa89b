import { type Group, groupChildren, isBlank, isBlock, isList, leavesOf } from './rich-text-dom.ts';
import { flattenLists, groupLists, toEditorList } from './rich-text-lists.ts';
import { normalizeRichText } from './rich-text-normalize.ts';

export const lineBreakClass = 'ql-line-break';
export const headerRoles = { column: 'columnheader', row: 'rowheader' } as const;

// Prevents the editor from joining adjacent quotations or code blocks.
const markStart = (element: Element | undefined): void => {
  const line = element?.matches('.ql-code-block-container') ? element.firstElementChild : element;
  line?.setAttribute('data-start', '1');
};

const linesIn = (element: HTMLElement): ChildNode[][] =>
  groupChildren(element).flatMap((group) => {
    if ('inline' in group) return group.inline.every(isBlank) ? [] : [group.inline];
    const { block } = group;
    return [...block.children].some(isBlock) ? linesIn(block) : [[...block.childNodes]];
  });

/** A cell or list item has one line in the editor, so its blocks are joined with line breaks. */
export const toOneLine = (element: HTMLElement): void => {
  if (![...element.children].some(isBlock)) return;
  const lines = linesIn(element);
  element.replaceChildren(
    ...lines.flatMap((nodes, index) => (index === 0 ? nodes : [document.createElement('br'), ...nodes])),
  );
};

const toQuoteLines = (quote: HTMLElement): HTMLElement[] =>
  [...quote.children].flatMap((child) => {
    if (!(child instanceof HTMLElement)) return [];
    if (child.localName !== 'p') return toEditorBlocks([{ block: child }]);
    const line = document.createElement('blockquote');
    for (const { name, value } of child.attributes) line.setAttribute(name, value);
    line.append(...child.childNodes);
    return [line];
  });

const toCodeBlock = (pre: HTMLElement): HTMLElement => {
  const container = document.createElement('div');
  container.className = 'ql-code-block-container';
  for (const text of (pre.textContent ?? '').split('\n')) {
    const line = document.createElement('div');
    line.className = `ql-code-block ${pre.className}`.trim();
    line.textContent = text;
    container.append(line);
  }
  return container;
};

const roleOf = (cell: HTMLElement): string | null => {
  if (cell.localName !== 'th') return null;
  return cell.closest('thead') ? headerRoles.column : headerRoles.row;
};

const toEmptyCell = (merged: HTMLElement): HTMLElement => {
  const cell = document.createElement('td');
  const role = roleOf(merged);
  if (role) cell.setAttribute('role', role);
  return cell;
};

// Cells by row, padded to equal lengths; a merged cell leaves empty ones.
const toGrid = (table: HTMLElement): HTMLElement[][] => {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr')];
  const grid: HTMLElement[][] = rows.map(() => []);
  rows.forEach((row, rowIndex) => {
    for (const cell of row.cells) {
      const start = grid[rowIndex]?.findIndex((taken) => !taken) ?? -1;
      const column = start === -1 ? (grid[rowIndex]?.length ?? 0) : start;
      for (const cells of grid.slice(rowIndex, rowIndex + cell.rowSpan)) {
        for (let across = column; across < column + Math.min(cell.colSpan, maxColumns); across += 1) {
          const isOwnPlace = cells === grid[rowIndex] && across === column;
          cells[across] = isOwnPlace ? cell : toEmptyCell(cell);
        }
      }
    }
  });
  const width = Math.max(0, ...grid.map((cells) => cells.length));
  return grid.map((cells) =>
    Array.from({ length: width }, (_, index) => cells[index] ?? document.createElement('td')),
  );
};

const toEditorCell = (cell: HTMLElement, rowId: string): HTMLElement => {
  toOneLine(cell);
  const own = document.createElement('td');
  own.dataset.row = rowId;
  own.className = cell.className;
  const scope = cell.getAttribute('scope');
  if (scope) own.setAttribute('scope', scope);
  const role = roleOf(cell) ?? cell.getAttribute('role');
  if (role) own.setAttribute('role', role);
  if (cell.style.color !== '') own.style.color = cell.style.color;
  own.append(...cell.childNodes);
  return own;
};

// Limits the `colspan` of a merged cell.
const maxColumns = 100;

let rowCount = 0;

const toEditorTable = (table: HTMLElement): HTMLElement[] => {
  for (const inner of table.querySelectorAll('td table, th table')) {
    for (const row of inner.querySelectorAll('tr'))
      row.replaceWith(...[...row.children].map((cell) => toParagraph(cell.childNodes)));
  }
  const caption = [...table.querySelectorAll<HTMLElement>('caption')].flatMap(toParagraphs);
  const body = document.createElement('tbody');
  for (const cells of toGrid(table)) {
    rowCount += 1;
    const row = document.createElement('tr');
    row.append(...cells.map((cell) => toEditorCell(cell, `kept-${rowCount}`)));
    body.append(row);
  }
  if (body.rows.length === 0) return caption;
  const own = document.createElement('table');
  own.append(body);
  return [...caption, own];
};

const toParagraph = (nodes: Iterable<Node>): HTMLElement => {
  const paragraph = document.createElement('p');
  paragraph.append(...nodes);
  return paragraph;
};

const toParagraphs = (element: HTMLElement): HTMLElement[] => toEditorBlocks(groupChildren(element));

const toEditorBlock = (block: HTMLElement): HTMLElement[] => {
  if (block.localName === 'blockquote') return toQuoteLines(block);
  if (block.localName === 'pre') return [toCodeBlock(block)];
  if (block.localName === 'table') return toEditorTable(block);
  return /^(?:p|h\d|hr)$/.test(block.localName) ? [block] : toParagraphs(block);
};

const toOneList = (lists: readonly HTMLElement[]): HTMLElement | null => {
  for (const { element } of flattenLists(lists)) {
    const nested = [...element.children].filter(isList);
    for (const list of nested) list.remove();
    toOneLine(element);
    element.append(...nested);
  }
  return toEditorList(flattenLists(lists));
};

const toEditorBlocks = (groups: readonly Group[]): HTMLElement[] => {
  const blocks: HTMLElement[] = [];
  let previous: HTMLElement | null = null;
  for (const group of groupLists(groups)) {
    if ('inline' in group && group.inline.every(isBlank)) continue;
    if (!('block' in group)) {
      const added = 'lists' in group ? toOneList(group.lists) : toParagraph(group.inline);
      if (added) blocks.push(added);
      previous = null;
      continue;
    }
    const { block } = group;
    const added = toEditorBlock(block);
    const isSame = previous?.localName === block.localName;
    if (isSame && /^(?:blockquote|pre)$/.test(block.localName)) markStart(added[0]);
    if (isSame && block.localName === 'table') blocks.push(document.createElement('p'));
    blocks.push(...added);
    previous = block;
  }
  return blocks;
};

const toEditorBreaks = (root: HTMLElement): void => {
  for (const lineBreak of leavesOf([root]).filter((leaf) => leaf instanceof HTMLBRElement)) {
    const own = document.createElement('span');
    own.className = lineBreakClass;
    lineBreak.replaceWith(own);
  }
};

/** Converts sanitized HTML to the structure that Quill expects. Modifies `root`. */
export const prepareForEditor = (root: HTMLElement): void => {
  normalizeRichText(root);
  root.replaceChildren(...toEditorBlocks(groupChildren(root)));
  toEditorBreaks(root);
};
