import {
  endsWithoutParagraph,
  getLeaves,
  groupChildren,
  isBlock,
  isList,
  renameElement,
  serialize,
} from './rich-text-dom.ts';
import { headerRoles, lineBreakClass } from './rich-text-for-editor.ts';
import { flattenLists, nestItems } from './rich-text-lists.ts';
import { sanitizeRichText, withShortImages } from './sanitize-rich-text.ts';

const toNestedLists = (root: HTMLElement): void => {
  for (const list of [...root.children].filter(isList)) list.replaceWith(...nestItems(flattenLists([list])));
};

const groupRuns = (lines: readonly HTMLElement[]): HTMLElement[][] => {
  const runs: HTMLElement[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && !line.dataset.start) last.push(line);
    else runs.push([line]);
  }
  return runs;
};

const toCodeBlocks = (root: HTMLElement): void => {
  for (const container of root.querySelectorAll<HTMLElement>('.ql-code-block-container')) {
    const blocks = groupRuns([...container.children].filter((line) => line instanceof HTMLElement)).map((lines) => {
      const pre = document.createElement('pre');
      pre.className = [...(lines[0]?.classList ?? [])].filter((name) => name !== 'ql-code-block').join(' ');
      pre.textContent = lines.map((line) => line.textContent ?? '').join('\n');
      return pre;
    });
    container.replaceWith(...blocks);
  }
};

const toQuotes = (root: HTMLElement): void => {
  for (const first of root.querySelectorAll<HTMLElement>('blockquote')) {
    // An earlier iteration may have joined it with the previous quotation.
    if (!root.contains(first)) continue;
    const lines = [first];
    let next = first.nextElementSibling;
    while (next instanceof HTMLElement && next.localName === 'blockquote' && !next.dataset.start) {
      lines.push(next);
      next = next.nextElementSibling;
    }
    if (lines.length === 1) continue;
    const quote = document.createElement('blockquote');
    first.before(quote);
    for (const line of lines) quote.append(renameElement(line, 'p'));
  }
};

const hasRole = (cell: HTMLElement, role: string): boolean => cell.getAttribute('role') === role;

const toTables = (root: HTMLElement): void => {
  for (const table of root.querySelectorAll('table')) {
    const rows = [...table.rows];
    const bodyStart = rows.findIndex((row) => ![...row.cells].every((cell) => hasRole(cell, headerRoles.column)));
    const headerRows = bodyStart === -1 ? rows : rows.slice(0, bodyStart);
    if (headerRows.length > 0) {
      const head = document.createElement('thead');
      head.append(...headerRows);
      table.prepend(head);
    }
    for (const body of table.querySelectorAll('tbody')) if (body.rows.length === 0) body.remove();
    for (const cell of table.querySelectorAll<HTMLElement>('td[role]')) renameElement(cell, 'th');
  }
};

const toLineBreaks = (root: HTMLElement): void => {
  for (const marker of root.querySelectorAll(`.${lineBreakClass}`)) marker.replaceWith(document.createElement('br'));
  for (const block of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, td, th, blockquote')) {
    const inline = [...block.childNodes].filter((node) => !isBlock(node));
    const last = getLeaves(inline).at(-1);
    // The last line break of a block is invisible without a second one.
    if (last instanceof HTMLBRElement && getLeaves(inline).length > 1) last.after(document.createElement('br'));
  }
};

// Replaces spaces that browsers would collapse with no-break spaces.
const preserveSpaces = (root: HTMLElement): void => {
  for (const block of [root, ...[...root.querySelectorAll('*')].filter(isBlock)]) {
    if (block.localName === 'pre') continue;
    for (const group of groupChildren(block)) {
      if ('block' in group) continue;
      let isAfterSpace = true;
      for (const leaf of getLeaves(group.inline)) {
        if (leaf instanceof Text) {
          leaf.data = leaf.data.replace(/./gs, (character) => {
            const isHidden = character === ' ' && isAfterSpace;
            isAfterSpace = character === ' ' && !isHidden;
            return isHidden ? '\u00a0' : character;
          });
        } else isAfterSpace = leaf instanceof HTMLBRElement;
      }
    }
  }
};

// Makes the HTML independent of the order in which classes were set.
const sortClasses = (root: HTMLElement): void => {
  for (const element of root.querySelectorAll('[class]')) element.className = [...element.classList].sort().join(' ');
};

const isEmpty = (root: HTMLElement): boolean => root.textContent.trim() === '' && !root.querySelector('img, hr');

/**
 * Sanitized HTML of the editor's content; '' if it is empty.
 * Reads the DOM itself, since Quill's own HTML export lets scripts through (CVE-2025-15056).
 */
export const readEditorHtml = ({ innerHTML }: HTMLElement): string => withShortImages(innerHTML, toStoredHtml);

const toStoredHtml = (html: string): string => {
  const root = new DOMParser().parseFromString(html, 'text/html').body;
  for (const marker of root.querySelectorAll('.ql-ui, .ql-cursor')) marker.remove();
  if (isEmpty(root)) return '';
  toLineBreaks(root);
  toCodeBlocks(root);
  toQuotes(root);
  toTables(root);
  toNestedLists(root);
  preserveSpaces(root);
  sortClasses(root);
  if (endsWithoutParagraph(root) && root.lastElementChild?.localName === 'p') root.lastElementChild.remove();
  return sanitizeRichText(serialize(root));
};
