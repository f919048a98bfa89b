import { Delta, type Op } from 'quill';
import { headerRoles } from './rich-text-blots.ts';
import { blockTags, type Context, enterElement, type Formats, isList, otherLoss, toGrid } from './rich-text-dom.ts';
import { endsWithoutParagraph, type Line } from './rich-text-writer.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

const mergedCells = 'merged table cells';
const nestedTable = 'a table within a table';
const tableInBlock = 'a table in a list or quotation';

/** Losses that a user would miss after a paste. */
export const noticeableLosses: readonly string[] = [mergedCells, nestedTable, tableInBlock];

const maxIndent = 8;

// Ids differ in all texts of the window, because a pasted table may join another one.
let rowCount = 0;

/** Reads sanitized HTML as lines of the editor, and names what these can't represent. */
class Reader {
  lines: Line[] = [];
  readonly losses = new Set<string>();
  private ops: Op[] = [];
  private isAfterSpace = true;
  private hasBreak = false;
  /** Lists that the next item may continue. */
  private openLists: { level: number; tag: string }[] = [];

  read(nodes: Iterable<Node>, context: Context): void {
    for (const node of nodes) {
      if (node instanceof Text) this.addText(node.data, context.marks);
      else if (node instanceof HTMLBRElement) this.addLineBreak(context.marks);
      else if (node instanceof HTMLImageElement) this.addImage(node, this.enter(node, context).marks);
      else if (node instanceof HTMLElement) {
        const inner = this.enter(node, context);
        if (blockTags.has(node.localName)) {
          this.endLine(context);
          this.readBlock(node, inner);
        } else this.read(node.childNodes, inner);
      }
    }
  }

  // Collapses white space as browsers do.
  private addText(data: string, attributes: Formats): void {
    const collapsed = data.replace(/[ \t\n\r\f]+/g, ' ');
    const text = this.isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
    if (text === '') return;
    this.isAfterSpace = text.endsWith(' ');
    this.ops.push({ insert: text, attributes });
  }

  private addLineBreak(attributes: Formats): void {
    this.trimEnd();
    this.ops.push({ insert: { 'line-break': true }, attributes });
    this.isAfterSpace = true;
    this.hasBreak = true;
  }

  private addImage(image: HTMLImageElement, marks: Formats): void {
    const attributes: Formats = { ...marks };
    for (const name of ['alt', 'width', 'height']) {
      if (image.hasAttribute(name)) attributes[name] = image.getAttribute(name);
    }
    this.ops.push({ insert: { image: image.getAttribute('src') }, attributes });
    this.isAfterSpace = false;
  }

  private trimEnd(): void {
    const last = this.ops.at(-1);
    if (typeof last?.insert !== 'string') return;
    last.insert = last.insert.replace(/ $/, '');
    if (last.insert === '') this.ops.pop();
  }

  /** Ends the line unless it is blank. */
  endLine({ layout, kind }: Context): void {
    this.trimEnd();
    // The last line break of a block is invisible.
    if (Object(this.ops.at(-1)?.insert)['line-break']) this.ops.pop();
    if (this.ops.length > 0 || this.hasBreak) this.lines.push({ ops: this.ops, formats: { ...layout, ...kind } });
    this.ops = [];
    this.isAfterSpace = true;
    this.hasBreak = false;
  }

  private enter(element: HTMLElement, context: Context): Context {
    return enterElement(element, context, this.losses);
  }

  private readBlock(block: HTMLElement, context: Context): void {
    const tag = block.localName;
    const { place } = context;
    const isInItem = place === 'list item' || place === 'table cell';
    if (tag === 'ul' || tag === 'ol') this.readList(block, context);
    else if (block instanceof HTMLTableElement) this.readTable(block, context);
    else if (tag === 'hr' && !isInItem) this.lines.push({ ops: [], formats: { divider: true } });
    else if (tag === 'blockquote' || tag === 'pre') {
      if (place !== 'page') this.losses.add(`a quotation or code block in a ${place}`);
      const start = this.lines.length;
      if (tag === 'pre') this.readCode(block, context);
      else this.readText(block, isInItem ? context : { ...context, place: 'quotation', kind: { blockquote: true } });
      // The editor would join it with the one above.
      const [previous, first] = [this.lines[start - 1], this.lines[start]];
      const format = tag === 'pre' ? 'code-block' : tag;
      if (first && previous?.formats[format] && first.formats[format]) first.formats.start = '1';
    } else if (/^h\d$/.test(tag)) {
      if (place !== 'page') this.losses.add(`a heading in a ${place}`);
      this.readText(block, { ...context, kind: { header: Number(tag[1]) } });
    } else {
      if (tag === 'dl') this.losses.add('a definition list');
      else if (tag === 'caption') this.losses.add('a table caption');
      else if (tag === 'figure')
        this.losses.add(`a figure${block.querySelector('figcaption') ? ' with a caption' : ''}`);
      else if (tag !== 'p' && tag !== 'div') this.losses.add(otherLoss);
      this.readText(block, context);
    }
  }

  private readText(block: HTMLElement, context: Context): void {
    this.read(block.childNodes, context);
    this.endLine(context);
  }

  private readCode(pre: HTMLElement, { place, marks, layout }: Context): void {
    const [only] = pre.children;
    const source = pre.childNodes.length === 1 && only?.localName === 'code' ? only : pre;
    if (source.querySelector(':not(br)') || Object.keys(marks).length > 0) {
      this.losses.add('formatting in a code block');
    }
    for (const line of source.querySelectorAll('div, p')) if (!line.querySelector('div, p')) line.after('\n');
    for (const lineBreak of source.querySelectorAll('br')) lineBreak.replaceWith('\n');
    const isCode = place === 'page' || place === 'quotation';
    for (const text of (source.textContent ?? '').replace(/\n$/, '').split('\n')) {
      this.lines.push({ ops: [{ insert: text }], formats: { ...layout, ...(isCode && { 'code-block': true }) } });
    }
  }

  /** Reads a list item or cell, which is one line: its blocks are joined with line breaks. */
  readItem(nodes: readonly Node[], context: Context, formats: Formats): void {
    const { lines: outerLines } = this;
    const lists: { list: HTMLElement; context: Context; index: number }[] = [];
    this.lines = [];
    const inside: Context = {
      ...context,
      kind: {},
      keepList: (list, listContext) => lists.push({ list, context: listContext, index: this.lines.length }),
    };
    this.read(nodes, inside);
    this.endLine(inside);
    const { lines } = this;
    this.lines = outerLines;
    const ops = lines.flatMap((line, index) => [
      ...(index > 0 ? [{ insert: { 'line-break': true } }] : []),
      ...line.ops,
    ]);
    const { header: _, ...layout } = lines.length === 1 ? (lines[0]?.formats ?? {}) : context.layout;
    const { indent, ...ownFormats } = { ...layout, ...formats };
    this.lines.push({ ops, formats: indent ? { ...ownFormats, indent } : ownFormats });
    if (lists.some(({ index }) => index < lines.length)) this.losses.add('an unsupported order of lines');
    if (lines.length > 1 && nodes.some((node) => node instanceof HTMLElement && node.matches('p, div'))) {
      this.losses.add(`several paragraphs in a ${context.place}`);
    }
    for (const { list, context: listContext } of lists) {
      const { indent: _own, ...rest } = listContext.layout;
      this.readItems(list, { ...listContext, layout: rest }, Number(indent ?? 0) + 1);
    }
  }

  private readList(list: HTMLElement, context: Context): void {
    const { place, keepList } = context;
    if (place === 'list item' && keepList) {
      keepList(list, context);
      return;
    }
    if (place !== 'page') this.losses.add(`a list in a ${place}`);
    if (place === 'table cell') {
      this.readText(list, context);
      return;
    }
    if (!this.lines.at(-1)?.formats.list) this.openLists = [];
    this.readItems(list, context, 0);
  }

  private readItems(list: HTMLElement, context: Context, depth: number): void {
    let isFirst = true;
    for (const child of list.childNodes) {
      if (isList(child)) this.readItems(child, this.enter(child, context), depth + 1);
      else if (child instanceof HTMLElement || child.textContent?.trim()) {
        const item = child instanceof HTMLElement && child.localName === 'li' ? child : null;
        const inner = item ? this.enter(item, context) : context;
        const kind = item?.dataset.list ?? (list.localName === 'ol' ? 'ordered' : 'bullet');
        const level = Math.min(depth + Number(inner.layout.indent ?? 0), maxIndent);
        const start = Number(list.getAttribute('start') ?? 1);
        const isJoined = this.continueList(level, kind === 'ordered' ? 'ol' : 'ul');
        const hasStart = isFirst && (isJoined || (kind === 'ordered' && start !== 1));
        const formats = { list: kind, indent: level, ...(hasStart && { start: String(start) }) };
        isFirst = false;
        this.readItem(item ? [...item.childNodes] : [child], { ...inner, place: 'list item', kind: {} }, formats);
        if (depth > maxIndent) this.losses.add(otherLoss);
      }
    }
  }

  /** Whether an item would continue the list of the one above. */
  private continueList(level: number, tag: string): boolean {
    while ((this.openLists.at(-1)?.level ?? -1) > level) this.openLists.pop();
    const last = this.openLists.at(-1);
    if (last?.level === level && last.tag === tag) return true;
    if (last?.level === level) this.openLists.pop();
    this.openLists.push({ level, tag });
    return false;
  }

  private readTable(table: HTMLTableElement, context: Context): void {
    const { place } = context;
    if (place !== 'page') this.losses.add(place === 'table cell' ? nestedTable : tableInBlock);
    if (table.tFoot) this.losses.add('a table footer');
    if (place === 'list item' || place === 'table cell') {
      this.readText(table, context);
      return;
    }
    const outside: Context = { ...context, place: 'page', kind: {} };
    if (table.caption) this.read([table.caption], outside);
    if (this.lines.at(-1)?.formats.table) {
      this.losses.add('tables directly below each other');
      this.lines.push({ ops: [], formats: {} });
    }
    const rows = [...table.rows];
    const grid = toGrid(rows);
    const width = Math.max(0, ...grid.map((cells) => cells.length));
    for (const [rowIndex, row] of rows.entries()) {
      rowCount += 1;
      const section = row.parentElement ?? table;
      const rowContext = this.enter(row, this.enter(section, outside));
      for (let column = 0; column < width; column += 1) {
        const cell = grid[rowIndex]?.[column] ?? document.createElement('td');
        if (cell.colSpan > 1 || cell.rowSpan > 1) this.losses.add(mergedCells);
        else if (!grid[rowIndex]?.[column]) this.losses.add(otherLoss);
        const isHead = section.localName === 'thead';
        const scope = cell.getAttribute('scope');
        this.readItem(
          [...cell.childNodes],
          { ...this.enter(cell, rowContext), place: 'table cell' },
          {
            table: `kept-${rowCount}`,
            ...((isHead || cell.localName === 'th') && {
              'table-header': isHead ? headerRoles.column : headerRoles.row,
            }),
            ...(scope && { scope }),
          },
        );
      }
    }
  }
}

export const parseRichText = (html: string): HTMLElement =>
  new DOMParser().parseFromString(sanitizeRichText(html), 'text/html').body;

/** Reads sanitized HTML; `place` is a table cell if the text is pasted into one. */
export const readRichText = (
  body: HTMLElement,
  { place = 'page', isPasted = false }: { place?: Context['place']; isPasted?: boolean } = {},
): { delta: Delta; losses: string[] } => {
  const reader = new Reader();
  const context: Context = { place, marks: {}, layout: {}, kind: {} };
  if (place === 'table cell') reader.readItem([...body.childNodes], context, {});
  else {
    reader.read(body.childNodes, context);
    reader.endLine(context);
  }
  // A place to type after a table or divider.
  if (!isPasted && endsWithoutParagraph(reader.lines)) reader.lines.push({ ops: [], formats: {} });
  const delta = new Delta();
  for (const { ops, formats } of reader.lines) {
    if (formats.divider) delta.insert({ divider: true });
    else
      for (const { insert, attributes } of [...ops, { insert: '\n', attributes: formats }])
        delta.insert(insert ?? '', attributes);
  }
  const named = [...reader.losses].filter((loss) => loss !== otherLoss);
  return { delta, losses: named.length > 0 ? named : [...reader.losses] };
};
