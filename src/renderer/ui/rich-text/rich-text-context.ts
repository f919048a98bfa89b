import { isBlock } from './rich-text-dom.ts';
import type { Formats } from './rich-text-writer.ts';

/** Where text is read, and the formats that it takes from the elements around it. */
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
