import { type CellObject, type Range, utils } from 'xlsx';
import { isErrorText } from '#shared/import-numbers.ts';
import { uncalculated } from './errors.ts';
import type { SheetLine, WorkbookSheet } from './sheetjs.ts';

/** The content of the workbook's other parts to which cells refer. */
type CellReferences = {
  strings: readonly string[];
  /** Number formats by style. */
  formats: readonly string[];
  date1904: boolean;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntity = (entity: string, name: string, hex?: string, decimal?: string): string => {
  if (hex ?? decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  return entities[name] ?? entity;
};

/** Decodes the text of an element. Excel writes characters that XML can't contain as `_xHHHH_`. */
export const decodeText = (bytes: string): string =>
  /[&_\r\x80-\xff]/.test(bytes)
    ? Buffer.from(bytes, 'latin1')
        .toString()
        .replace(/&(\w+|#x([\da-f]{1,5})|#(\d{1,6}));/gi, decodeEntity)
        .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll('\r\n', '\n')
    : bytes;

/** The value of an attribute in the text of a tag, with any namespace prefix. */
export const xmlAttribute = (tag: string, name: string): string => findAttribute(tag, attributePattern(name));

const attributePattern = (name: string) => new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);

const findAttribute = (tag: string, pattern: RegExp): string => {
  const [, double, single] = pattern.exec(tag) ?? [];
  return double ?? single ?? '';
};

/** Compiled once, for the attributes of many cells. */
const cellAttributes = { reference: attributePattern('r'), style: attributePattern('s'), type: attributePattern('t') };

/** The serial number of an ISO date, of a date with a time or of a time. */
const toSerial = (text: string, date1904: boolean): number => {
  const date = /^\d+:/.test(text) ? `${date1904 ? '1904-01-01' : '1899-12-31'}T${text}` : text;
  const days = Date.parse(/[Z+]|-\d\d:/.test(date) ? date : `${date}Z`) / 86_400_000 + 25_569;
  if (date1904) return days - 1462;
  // Spreadsheets have a 29 February 1900.
  return days < 60 ? days - 1 : days;
};

type CellXml = { letters: string; style: string; type: string; value: string };

const toCell = ({ type, style, value }: CellXml, { strings, formats, date1904 }: CellReferences): CellObject => {
  if (value === uncalculated) return { t: 's', v: value };
  if (type === 's') {
    const text = strings[Number(value)];
    return text === undefined ? { t: 'e' } : { t: 's', v: text };
  }
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

/** A cell as most programs write it, which is read several times faster than part by part. */
const usualCell =
  /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?(?:\/>|>(?:<v>([^<]+)<\/v>|<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>)<\/c>)/y;
const cellStart = /<(?:\w+:)?c(?=[\s/>])/g;
const rowTag = /<(?:\w+:)?row(?=[\s/>])[^<>]*>/g;

/** The text of a shared or inline string, without its phonetic marks. */
export const readString = (xml: string): string => {
  const [start = '', ...marked] = xml.split(/<(?:\w+:)?rPh\b/);
  const plain = start + marked.map((part) => part.replace(/^.*?<\/(?:\w+:)?rPh>/s, '')).join('');
  return Array.from(plain.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?(?<!\/)>([^<]*)/g), ([, text]) => text).join('');
};

const readValue = (content: string, type: string): string => {
  if (type === 'inlineStr' && /<(?:\w+:)?is\b/.test(content)) return readString(content);
  const result = /<(?:\w+:)?v(?:\s[^<>]*)?\/?>([^<]*)/.exec(content);
  const value = result?.[1] ?? '';
  // An empty text is a result of a formula.
  const isResult = value.trim() !== '' || (type === 'str' && result !== null);
  return !isResult && /<(?:\w+:)?f[\s/>]/.test(content) ? uncalculated : value;
};

/** Lists the cells in the XML of a row. */
function* listCells(row: string): Generator<CellXml> {
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
    const xml = row.slice(start.index, at);
    const end = xml.indexOf('>');
    const tag = xml.slice(0, end);
    const ownType = findAttribute(tag, cellAttributes.type);
    yield {
      letters: findAttribute(tag, cellAttributes.reference).split(/\d/, 1)[0] ?? '',
      style: findAttribute(tag, cellAttributes.style),
      type: ownType,
      value: readValue(xml.slice(end), ownType),
    };
  }
}

/** Turns CDATA into other text. */
export const escapeCdata = (xml: string): string => {
  const [start = '', ...sections] = xml.split('<![CDATA[');
  const escaped = sections.map((section) => {
    const [text = '', ...rest] = section.split(']]>');
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') + rest.join(']]>');
  });
  return start + escaped.join('');
};

/** Splits the XML of a sheet into the rows and what follows them. */
const splitSheet = (xml: string): { data: string; rest: string } => {
  const start = /<((?:\w+:)?)sheetData(?:\s[^<>]*)?(?<!\/)>/.exec(xml);
  const end = start ? xml.indexOf(`</${start[1]}sheetData>`, start.index) : -1;
  if (!start || end < 0) return { data: '', rest: '' };
  return { data: escapeCdata(xml.slice(start.index + start[0].length, end)), rest: xml.slice(end) };
};

function* listMerges(rest: string): Generator<Range> {
  for (const [, ref = ''] of rest.matchAll(/<(?:\w+:)?mergeCell\b[^<>]*\bref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"/g))
    yield utils.decode_range(ref);
}

/** More characters than the tag of a cell. */
const maxCellTag = 100;

/** Finds the rows of an xlsx sheet. Their cells are read as they are needed. */
export const openSheetXml = (content: Buffer, references: CellReferences): WorkbookSheet => {
  const { data, rest } = splitSheet(content.toString('latin1'));
  const rows: { row: number; mark: SheetLine['mark']; start: number; end: number }[] = [];
  let row = 0;
  for (const { 0: tag, index: start } of data.matchAll(rowTag)) {
    const last = rows.at(-1);
    if (last) last.end = start;
    // Without its number, a row is where its first cell is.
    const head = data.slice(start, start + tag.length + maxCellTag);
    row = Number(/\sr\s*=\s*["'][A-Z]*(\d+)/.exec(head)?.[1]) || row + 1;
    const mark = /^(?:1|true)$/.test(xmlAttribute(tag, 'hidden')) ? 'hidden' : undefined;
    rows.push({ row, mark, start: start + tag.length, end: data.length });
  }
  rows.sort((a, b) => a.row - b.row);
  return {
    merges: listMerges(rest),
    readLines: function* () {
      for (const { row, mark, start, end } of rows) {
        const cells: CellObject[] = [];
        let column = -1;
        for (const cell of listCells(data.slice(start, end))) {
          column = cell.letters === '' ? column + 1 : columnIndex(cell.letters);
          // An empty text is a cell, too.
          if (cell.value === '' && cell.type !== 'str' && cell.type !== 'inlineStr') continue;
          cells[column] = toCell(cell, references);
        }
        if (cells.length > 0) yield { row, cells, mark };
      }
    },
  };
};
