import type { CellObject } from 'xlsx';
import { isErrorText } from '#shared/import-numbers.ts';
import { uncalculated } from './cell-errors.ts';

/** The content of the workbook's other parts to which cells refer. */
export type CellReferences = {
  strings: readonly { t?: string }[];
  /** Number formats by style. */
  formats: readonly string[];
  date1904: boolean;
};

export type SheetLine = { row: number; cells: CellObject[]; mark?: 'hidden' | 'totals' | undefined };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntity = (entity: string, name: string, hex?: string, decimal?: string): string => {
  if (hex ?? decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  return entities[name] ?? entity;
};

/** Decodes the text of an element. Excel writes characters that XML can't contain as `_xHHHH_`. */
const decodeText = (bytes: string): string =>
  /[&_\r\x80-\xff]/.test(bytes)
    ? Buffer.from(bytes, 'latin1')
        .toString()
        .replace(/&(\w+|#x([\da-f]{1,5})|#(\d{1,6}));/gi, decodeEntity)
        .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll('\r\n', '\n')
    : bytes;

/** The serial number of an ISO date, of a date with a time or of a time. */
const toSerial = (text: string, date1904: boolean): number => {
  const date = /^\d+:/.test(text) ? `${date1904 ? '1904-01-01' : '1899-12-31'}T${text}` : text;
  const days = Date.parse(/[Z+]|-\d\d:/.test(date) ? date : `${date}Z`) / 86_400_000 + 25_569;
  if (date1904) return days - 1462;
  // Spreadsheets have a 29 February 1900.
  return days < 60 ? days - 1 : days;
};

const toCell = (
  { type, style, value }: { type: string; style: string; value: string },
  { strings, formats, date1904 }: CellReferences,
): CellObject => {
  if (value === uncalculated) return { t: 's', v: value };
  if (type === 's') return strings[Number(value)] ? { t: 's', v: strings[Number(value)]?.t } : { t: 'e' };
  if (type === 'b') return { t: 'b', v: /^\s*(?:1|true)\s*$/i.test(value) };
  if (type === 'e') return isErrorText(value) ? { t: 's', v: value } : { t: 'e' };
  if (type !== '' && type !== 'n' && type !== 'd') return { t: 's', v: decodeText(value) };
  const number = type === 'd' ? toSerial(value, date1904) : Number.parseFloat(value);
  return { t: 'n', v: number, z: formats[Number.parseInt(style, 10)] ?? 'General' };
};

const columnIndex = (letters: string): number => {
  let index = 0;
  for (let at = 0; at < letters.length; at += 1) index = 26 * index + letters.charCodeAt(at) - 64;
  return index - 1;
};

const patterns = {
  type: /\st\s*=\s*["'](\w+)/,
  style: /\ss\s*=\s*["'](\d+)/,
  column: /\sr\s*=\s*["']([A-Z]+)/,
  row: /\sr\s*=\s*["'][A-Z]*(\d+)/,
  hidden: /\shidden\s*=\s*["'](1|true)["']/,
};

const readAttribute = (tag: string, name: keyof typeof patterns): string => patterns[name].exec(tag)?.[1] ?? '';

type CellXml = { letters: string; style: string; type: string; value: string };

/** A cell as most programs write it, which is read several times faster than part by part. */
const usualCell =
  /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?(?:\/>|>(?:<v>([^<]+)<\/v>|<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>)<\/c>)/y;

/** Reads any other cell. */
const createCellReader = (prefix: string) => {
  const valueText = new RegExp(`<${prefix}v(?:\\s[^<>]*)?>([^<]*)`);
  const formula = new RegExp(`<${prefix}f[\\s/>]`);
  const texts = new RegExp(`<${prefix}t(?:\\s[^<>]*)?>([^<]*)`, 'g');
  const withoutPhonetics = (content: string): string =>
    content
      .split(`<${prefix}rPh`)
      .map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf(`</${prefix}rPh>`))))
      .join('');
  const readValue = (content: string, type: string): string => {
    if (type === 'inlineStr' && content.includes(`<${prefix}is`)) {
      return Array.from(withoutPhonetics(content).matchAll(texts), ([, text]) => text).join('');
    }
    const value = valueText.exec(content)?.[1] ?? '';
    // An empty text is a result of a formula.
    const isResult = value.trim() !== '' || (type === 'str' && content.includes(`<${prefix}v`));
    return !isResult && formula.test(content) ? uncalculated : value;
  };
  return (xml: string): CellXml => {
    const end = xml.indexOf('>');
    const tag = xml.slice(0, end);
    const type = readAttribute(tag, 'type');
    const value = readValue(xml.slice(end), type);
    return { letters: readAttribute(tag, 'column'), style: readAttribute(tag, 'style'), type, value };
  };
};

/** Lists the cells in the XML of a row. */
const createCellLister = (prefix: string) => {
  const cellStart = new RegExp(`<${prefix}c(?=[\\s/>])`, 'g');
  const readCell = createCellReader(prefix);
  return function* (row: string): Generator<CellXml> {
    for (let at = 0; ; ) {
      usualCell.lastIndex = at;
      const [usual, letters = '', style = '', type = '', text, inlineText = ''] = usualCell.exec(row) ?? [];
      if (usual) {
        at += usual.length;
        yield { letters, style, type, value: text ?? inlineText };
        continue;
      }
      cellStart.lastIndex = at;
      const start = cellStart.exec(row);
      if (!start) return;
      at = cellStart.exec(row)?.index ?? row.length;
      yield readCell(row.slice(start.index, at));
    }
  };
};

/** Turns CDATA into other text. */
const escapeCdata = (xml: string): string => {
  const [start = '', ...sections] = xml.split('<![CDATA[');
  const escaped = sections.map((section) => {
    const [text = '', ...rest] = section.split(']]>');
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') + rest.join(']]>');
  });
  return start + escaped.join('');
};

const sheetData = /<((?:\w+:)?)sheetData(?:\s[^<>]*)?(?<!\/)>/;

/** The XML of the rows and its prefix. */
const findSheetData = (xml: string): { data: string; prefix: string } => {
  const start = sheetData.exec(xml);
  const prefix = start?.[1] ?? '';
  const end = start ? xml.indexOf(`</${prefix}sheetData>`, start.index) : -1;
  return { data: start && end > 0 ? escapeCdata(xml.slice(start.index + start[0].length, end)) : '', prefix };
};

/** More characters than the tag of a cell. */
const maxCellTag = 100;

/** Finds the rows of a sheet, and returns a function that reads their cells. */
export const openSheetXml = (content: Buffer, references: CellReferences): (() => Iterable<SheetLine>) => {
  const { data, prefix } = findSheetData(content.toString('latin1'));
  const rows: { row: number; mark: 'hidden' | undefined; start: number; end: number }[] = [];
  let row = 0;
  for (const { 0: tag, index: start } of data.matchAll(new RegExp(`<${prefix}row(?=[\\s/>])[^<>]*>`, 'g'))) {
    const last = rows.at(-1);
    if (last) last.end = start;
    // Without its number, a row is where its first cell is.
    const head = data.slice(start, start + tag.length + maxCellTag);
    row = Number(readAttribute(head, 'row')) || row + 1;
    rows.push({
      row,
      mark: readAttribute(tag, 'hidden') ? 'hidden' : undefined,
      start: start + tag.length,
      end: data.length,
    });
  }
  rows.sort((a, b) => a.row - b.row);
  const listCells = createCellLister(prefix);
  return function* () {
    for (const { row, mark, start, end } of rows) {
      const cells: CellObject[] = [];
      let column = -1;
      for (const { letters, type, style, value } of listCells(data.slice(start, end))) {
        column = letters === '' ? column + 1 : columnIndex(letters);
        // An empty text is a cell, too.
        if (value === '' && type !== 'str' && type !== 'inlineStr') continue;
        cells[column] = toCell({ type, style, value }, references);
      }
      if (cells.length > 0) yield { row, cells, mark };
    }
  };
};
