import { type Group, groupChildren, isBlank, isBlock, isList, renameElement } from './rich-text-dom.ts';
import { flattenLists, groupLists, setIndent } from './rich-text-lists.ts';
import { normalizeRichText } from './rich-text-normalize.ts';

export const lineBreakClass = 'ql-line-break';
export const headerRoles = { column: 'columnheader', row: 'rowheader' } as const;

// Prevents the editor from joining adjacent quotations or code blocks.
const markStart = (element: Element | undefined): void => {
  const line = element?.matches('.ql-code-block-container') ? element.firstElementChild : element;
  line?.setAttribute('data-start', '1');
};

const getLines = (element: HTMLElement): ChildNode[][] =>
  groupChildren(element).flatMap((group) => {
    if ('inline' in group) return group.inline.every(isBlank) ? [] : [group.inline];
    const { block } = group;
    return [...block.children].some(isBlock) ? getLines(block) : [[...block.childNodes]];
  });

/** A cell or list item has one line in the editor, so its blocks are joined with line breaks. */
export const toOneLine = (element: HTMLElement): void => {
  if (![...element.children].some(isBlock)) return;
  const lines = getLines(element);
  element.replaceChildren(
    ...lines.flatMap((nodes, index) => (index === 0 ? nodes : [document.createElement('br'), ...nodes])),
  );
};

const toQuoteLines = (quote: HTMLElement): HTMLElement[] =>
  [...quote.children].flatMap((child) => {
    if (!(child instanceof HTMLElement)) return [];
    return child.localName === 'p' ? [renameElement(child, 'blockquote')] : toEditorBlocks([{ block: child }]);
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

const getHeaderRole = (cell: HTMLElement): string | null => {
  if (cell.localName !== 'th') return null;
  return cell.closest('thead') ? headerRoles.column : headerRoles.row;
};

const toEmptyCell = (mergedCell: HTMLElement): HTMLElement => {
  const cell = document.createElement('td');
  const role = getHeaderRole(mergedCell);
  if (role) cell.setAttribute('role', role);
  return cell;
};

// Cells by row, padded to equal lengths; a merged cell leaves empty ones.
const toGrid = (table: HTMLElement): HTMLElement[][] => {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr')];
  const grid: HTMLElement[][] = rows.map(() => []);
  rows.forEach((row, rowIndex) => {
    for (const cell of row.cells) {
      const start = grid[rowIndex]?.findIndex((slot) => !slot) ?? -1;
      const column = start === -1 ? (grid[rowIndex]?.length ?? 0) : start;
      for (const cells of grid.slice(rowIndex, rowIndex + cell.rowSpan)) {
        for (let offset = 0; offset < Math.min(cell.colSpan, maxColumns); offset += 1) {
          const isOrigin = cells === grid[rowIndex] && offset === 0;
          cells[column + offset] = isOrigin ? cell : toEmptyCell(cell);
        }
      }
    }
  });
  const width = Math.max(0, ...grid.map((cells) => cells.length));
  return grid.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? document.createElement('td')));
};

const toEditorCell = (cell: HTMLElement, rowId: string): HTMLElement => {
  toOneLine(cell);
  const created = document.createElement('td');
  created.dataset.row = rowId;
  created.className = cell.className;
  const scope = cell.getAttribute('scope');
  if (scope) created.setAttribute('scope', scope);
  const role = getHeaderRole(cell) ?? cell.getAttribute('role');
  if (role) created.setAttribute('role', role);
  if (cell.style.color !== '') created.style.color = cell.style.color;
  created.append(...cell.childNodes);
  return created;
};

// Limits the `colspan` of a merged cell.
const maxColumns = 100;

let rowCount = 0;

const toEditorTable = (table: HTMLElement): HTMLElement[] => {
  for (const nestedTable of table.querySelectorAll('td table, th table')) {
    for (const row of nestedTable.querySelectorAll('tr'))
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
  const created = document.createElement('table');
  created.append(body);
  return [...caption, created];
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

// The editor has one flat list, whose items have levels.
const toEditorList = (lists: readonly HTMLElement[]): HTMLElement[] => {
  const list = document.createElement('ol');
  for (const { element, level, kind, start } of flattenLists(lists)) {
    for (const nested of [...element.children].filter(isList)) nested.remove();
    toOneLine(element);
    const item = renameElement(element, 'li');
    setIndent(item, level);
    item.dataset.list = kind;
    if (start !== null) item.dataset.start = String(start);
    list.append(item);
  }
  return list.hasChildNodes() ? [list] : [];
};

const toEditorBlocks = (groups: readonly Group[]): HTMLElement[] => {
  const blocks: HTMLElement[] = [];
  let previous: HTMLElement | null = null;
  for (const group of groupLists(groups)) {
    if ('inline' in group && group.inline.every(isBlank)) continue;
    if (!('block' in group)) {
      blocks.push(...('lists' in group ? toEditorList(group.lists) : [toParagraph(group.inline)]));
      previous = null;
      continue;
    }
    const { block } = group;
    const newBlocks = toEditorBlock(block);
    const isSameTag = previous?.localName === block.localName;
    if (isSameTag && /^(?:blockquote|pre)$/.test(block.localName)) markStart(newBlocks[0]);
    if (isSameTag && block.localName === 'table') blocks.push(document.createElement('p'));
    blocks.push(...newBlocks);
    previous = block;
  }
  return blocks;
};

/** Converts sanitized HTML to the structure that Quill expects. Modifies `root`. */
export const prepareForEditor = (root: HTMLElement): void => {
  normalizeRichText(root);
  root.replaceChildren(...toEditorBlocks(groupChildren(root)));
  for (const lineBreak of root.querySelectorAll('br')) {
    const marker = document.createElement('span');
    marker.className = lineBreakClass;
    lineBreak.replaceWith(marker);
  }
};
