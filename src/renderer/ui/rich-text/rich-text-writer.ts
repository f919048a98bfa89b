import type { Delta, Op } from 'quill';
import { headerRoles } from './rich-text-blots.ts';
import type { Formats } from './rich-text-dom.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** A line of the editor: a paragraph, heading, list item, table cell, line of code or divider. */
export type Line = { ops: Op[]; formats: Formats };

const lineKinds = ['header', 'list', 'table', 'blockquote', 'code-block', 'divider'];

const isEmptyParagraph = ({ ops, formats }: Line): boolean =>
  ops.length === 0 && !lineKinds.some((kind) => formats[kind]);

/** Whether a text ends with a table or divider, after which there is no place for the caret. Ignores empty paragraphs. */
export const endsWithoutParagraph = (lines: readonly Line[]): boolean => {
  const last = lines.findLast((line) => !isEmptyParagraph(line));
  return Boolean(last?.formats.table || last?.formats.divider);
};

const splitLines = ({ ops }: Delta): Line[] => {
  const lines: Line[] = [];
  let current: Op[] = [];
  const end = (formats: Formats = {}) => {
    lines.push({ ops: current, formats });
    current = [];
  };
  for (const { insert, attributes } of ops) {
    if (Object(insert).divider) lines.push({ ops: [], formats: { divider: true } });
    else if (typeof insert !== 'string') current.push({ insert, attributes });
    else {
      for (const part of insert.split(/(\n)/)) {
        if (part === '\n') end(attributes);
        else if (part !== '') current.push({ insert: part, attributes });
      }
    }
  }
  if (current.length > 0) end();
  return lines;
};

const escapeHtml = (text: unknown): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const toAttributes = (attributes: Formats): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

/** Elements by format, from the outermost to the innermost. */
const elements: readonly (readonly [format: string, toTag: (value: unknown) => string])[] = [
  ['code', () => '<code>'],
  ['script', (value) => (value === 'sub' ? '<sub>' : '<sup>')],
  ['bold', () => '<strong>'],
  ['italic', () => '<em>'],
  ['strike', () => '<s>'],
  ['underline', () => '<u>'],
  ['link', (value) => `<a href="${escapeHtml(value)}">`],
  ...['del', 'ins', 'mark', 'small', 'kbd'].map((name) => [name, () => `<${name}>`] as const),
];

const getTags = (formats: Formats): string[] => {
  const { size, font, color, background, lang } = formats;
  const span = toAttributes({
    class: [size && `ql-size-${size}`, font && `ql-font-${font}`].filter(Boolean).join(' '),
    style: [color && `color: ${color}`, background && `background-color: ${background}`].filter(Boolean).join('; '),
    lang,
  });
  const tags = elements.flatMap(([format, toTag]) => (formats[format] ? [toTag(formats[format])] : []));
  return span === '' ? tags : [...tags, `<span${span}>`];
};

const closeTags = (tags: readonly string[]): string =>
  tags
    .toReversed()
    .map((tag) => tag.replace(/^<(\w+).*$/s, '</$1>'))
    .join('');

const writeText = ({ ops }: Line): string => {
  if (ops.length === 0) return '<br>';
  let html = '';
  let open: string[] = [];
  let isAfterSpace = true;
  // Browsers would collapse these spaces.
  const keepSpaces = (text: string) =>
    text.replace(/./gs, (character) => {
      const isHidden = character === ' ' && isAfterSpace;
      isAfterSpace = character === ' ' && !isHidden;
      return isHidden ? '\u00a0' : character;
    });
  const writeEmbed = (insert: unknown, { alt, width, height }: Formats) => {
    const { image, 'line-break': isBreak } = Object(insert);
    isAfterSpace = Boolean(isBreak);
    return image === undefined
      ? '<br>'
      : `<img src="${escapeHtml(image)}"${typeof alt === 'string' ? ` alt="${escapeHtml(alt)}"` : ''}${toAttributes({ width, height })}>`;
  };
  for (const { insert, attributes = {} } of ops) {
    const tags = getTags(attributes);
    const change = tags.findIndex((tag, index) => tag !== open[index]);
    const shared = change === -1 ? tags.length : change;
    html += closeTags(open.slice(shared)) + tags.slice(shared).join('');
    html += typeof insert === 'string' ? escapeHtml(keepSpaces(insert)) : writeEmbed(insert, attributes);
    open = tags;
  }
  // The last line break of a block is invisible without a second one.
  const isOpenEnd = Object(ops.at(-1)?.insert)['line-break'];
  return `${html}${closeTags(open)}${isOpenEnd ? '<br>' : ''}`;
};

const writeBlock = (tag: string, { align, direction, indent, scope, ...formats }: Formats, content: string): string => {
  const classes = Object.entries({ align, direction, indent }).flatMap(([name, value]) =>
    value ? [`ql-${name}-${value}`] : [],
  );
  const isTask = formats.list === 'checked' || formats.list === 'unchecked';
  const attributes = toAttributes({ class: classes.join(' '), scope, 'data-list': isTask ? formats.list : undefined });
  return `<${tag}${attributes}>${content}</${tag}>`;
};

// Nests the items of a flat list by level.
const writeLists = (items: readonly Line[]): string => {
  const open: { level: number; tag: string }[] = [];
  let html = '';
  const close = () => {
    html += `</li></${open.pop()?.tag}>`;
  };
  for (const item of items) {
    const { list, start, indent = 0 } = item.formats;
    const level = Number(indent);
    const tag = list === 'ordered' ? 'ol' : 'ul';
    while ((open.at(-1)?.level ?? -1) > level) close();
    const isSameLevel = open.at(-1)?.level === level;
    if (isSameLevel && open.at(-1)?.tag === tag && start === undefined) html += '</li>';
    else {
      if (isSameLevel) close();
      html += tag === 'ol' && start !== undefined && start !== '1' ? `<ol start="${start}">` : `<${tag}>`;
      open.push({ level, tag });
    }
    const indentInList = level - (open.at(-2)?.level ?? -1) - 1;
    html += writeBlock('li', { ...item.formats, indent: indentInList }, writeText(item)).replace(/<\/li>$/, '');
  }
  while (open.length > 0) close();
  return html;
};

const writeCode = (lines: readonly Line[]): string => {
  const text = lines.map(({ ops }) => ops.map(({ insert }) => String(insert)).join('')).join('\n');
  // Parsers drop the first line break of `pre`.
  return writeBlock('pre', lines[0]?.formats ?? {}, `${text.startsWith('\n') ? '\n' : ''}${escapeHtml(text)}`);
};

const writeQuotation = (lines: readonly Line[]): string => {
  const [first] = lines;
  if (first && lines.length === 1) return writeBlock('blockquote', first.formats, writeText(first));
  return `<blockquote>${lines.map((line) => writeBlock('p', line.formats, writeText(line))).join('')}</blockquote>`;
};

/** Groups adjacent lines, as long as `isJoined` holds for each and the one above it. */
const groupLines = (lines: readonly Line[], isJoined: (formats: Formats, above: Formats) => boolean): Line[][] => {
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const above = group?.at(-1);
    if (group && above && isJoined(line.formats, above.formats)) group.push(line);
    else groups.push([line]);
  }
  return groups;
};

const writeTable = (cells: readonly Line[]): string => {
  const rows = groupLines(cells, ({ table }, above) => table === above.table);
  const isHead = (row: readonly Line[]) => row.every(({ formats }) => formats['table-header'] === headerRoles.column);
  const bodyStart = rows.findIndex((row) => !isHead(row));
  const headLength = bodyStart === -1 ? rows.length : bodyStart;
  const writeSection = (tag: string, section: readonly Line[][]) =>
    section.length === 0
      ? ''
      : `<${tag}>${section.map((row) => `<tr>${row.map(writeCell).join('')}</tr>`).join('')}</${tag}>`;
  return `<table>${writeSection('thead', rows.slice(0, headLength))}${writeSection('tbody', rows.slice(headLength))}</table>`;
};

const writeCell = (cell: Line): string =>
  writeBlock(cell.formats['table-header'] ? 'th' : 'td', cell.formats, writeText(cell));

const blockOf = ({ list, table, blockquote, 'code-block': code }: Formats) =>
  list ? 'list' : table ? 'table' : blockquote ? 'quotation' : code ? 'code' : null;

const writeGroup = (lines: readonly Line[]): string => {
  const [line = { ops: [], formats: {} }] = lines;
  const { header, divider } = line.formats;
  switch (blockOf(line.formats)) {
    case 'list':
      return writeLists(lines);
    case 'table':
      return writeTable(lines);
    case 'quotation':
      return writeQuotation(lines);
    case 'code':
      return writeCode(lines);
    default:
      return divider ? '<hr>' : writeBlock(header ? `h${header}` : 'p', line.formats, writeText(line));
  }
};

const isBlank = ({ ops, formats }: Line): boolean =>
  !formats.divider &&
  ops.every(({ insert }) => (typeof insert === 'string' ? insert.trim() === '' : !Object(insert).image));

/** Sanitized HTML of the editor's content; '' if it is blank. Quill's own export lets scripts through (CVE-2025-15056). */
export const writeRichText = (content: Delta): string => {
  const lines = splitLines(content);
  if (lines.every(isBlank)) return '';
  const last = lines.at(-1);
  if (last && isEmptyParagraph(last) && endsWithoutParagraph(lines)) lines.pop();
  const groups = groupLines(lines, (formats, above) => {
    const block = blockOf(formats);
    const isNew = block !== 'list' && formats.start !== undefined;
    return block !== null && block === blockOf(above) && !isNew;
  });
  return sanitizeRichText(groups.map(writeGroup).join(''));
};
