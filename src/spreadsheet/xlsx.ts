import { basename, dirname, join } from 'node:path/posix';
import { SSF } from 'xlsx';
import { decodeText, escapeCdata, openSheetXml, readString, xmlAttribute } from './sheet-xml.ts';
import type { Workbook } from './sheetjs.ts';

/** The parts of a workbook by their names in lower case. */
type Parts = ReadonlyMap<string, Buffer>;

const readPart = (parts: Parts, name: string): string => escapeCdata(parts.get(name)?.toString('latin1') ?? '');

/** The names of the parts to which a part has a relation, by id. */
const listRelations = (parts: Parts, name: string): Map<string, string> => {
  const relations = readPart(parts, join(dirname(name), '_rels', `${basename(name)}.rels`));
  const tags = relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g);
  return new Map(
    Array.from(tags, ([tag]) => {
      const target = new URL(xmlAttribute(tag, 'Target'), `file:///${name}`).pathname.slice(1);
      return [xmlAttribute(tag, 'Id'), target.toLowerCase()];
    }),
  );
};

const findPart = (parts: Parts, pattern: RegExp): string => [...parts.keys()].find((name) => pattern.test(name)) ?? '';

const readStrings = (parts: Parts): string[] => {
  const xml = readPart(parts, findPart(parts, /(?:^|\/)sharedstrings\d*\.xml$/));
  const [, ...items] = xml.split(/<(?:\w+:)?si(?=[\s/>])/);
  return items.map((item) => decodeText(readString(item)));
};

/** Built-in dates of Asian locales, which SheetJS doesn't know. */
const asianDates = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 57, 58];
const builtInFormats = new Map<number, string>([
  ...Object.entries<string>(SSF.get_table()).map(([id, format]) => [Number(id), format] as const),
  ...asianDates.map((id) => [id, 'yyyy-mm-dd'] as const),
]);

/** The number formats of the cells' styles, in order. A workbook can redefine built-in ones. */
const readFormats = (parts: Parts): string[] => {
  const xml = readPart(parts, findPart(parts, /(?:^|\/)styles\d*\.xml$/));
  // Conditional formats have their own format tags, after those of the cells.
  const [head = '', styles = ''] = xml.split(/<(?:\w+:)?cellXfs\b/);
  const formats = new Map(builtInFormats);
  for (const [tag] of head.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)) {
    formats.set(Number(xmlAttribute(tag, 'numFmtId')), decodeText(xmlAttribute(tag, 'formatCode')));
  }
  const [cellStyles = ''] = styles.split(/<\/(?:\w+:)?cellXfs>/);
  const tags = cellStyles.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^<>]*>/g);
  return Array.from(tags, ([tag]) => formats.get(Number(xmlAttribute(tag, 'numFmtId'))) ?? '');
};

/** The rows of totals of the tables in a sheet. */
const findTotals = (parts: Parts, sheet: string): Set<number> => {
  const totals = new Set<number>();
  for (const name of listRelations(parts, sheet).values()) {
    const [table = ''] = /<(?:\w+:)?table\s[^<>]*>/.exec(readPart(parts, name)) ?? [];
    const count = Number(xmlAttribute(table, 'totalsRowCount'));
    const last = Number(xmlAttribute(table, 'ref').replace(/^.*:|\D/g, ''));
    for (let at = 0; at < Math.min(count, last); at += 1) totals.add(last - at);
  }
  return totals;
};

const isTrue = (value: string) => /^(?:1|true)$/.test(value);

/** Opens an xlsx file. SheetJS only formats its numbers: it would search each cell several times. */
export const openXlsx = (entries: readonly { name: string; content: Buffer }[]): Workbook => {
  const parts: Parts = new Map(entries.map(({ name, content }) => [name.toLowerCase(), content]));
  const name = findPart(parts, /(?:^|\/)workbook\d*\.xml$/);
  const xml = readPart(parts, name);
  const relations = listRelations(parts, name);
  const sheets = Array.from(xml.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g), ([tag]) => tag);
  const date1904 = isTrue(xmlAttribute(/<(?:\w+:)?workbookPr\b[^<>]*>/.exec(xml)?.[0] ?? '', 'date1904'));
  const references = { strings: readStrings(parts), formats: readFormats(parts), date1904 };
  return {
    names: sheets.map((tag) => decodeText(xmlAttribute(tag, 'name'))),
    date1904,
    isHidden: (index) => /hidden/i.test(xmlAttribute(sheets[index] ?? '', 'state')),
    openSheet: (index) => {
      const part = relations.get(xmlAttribute(sheets[index] ?? '', 'id')) ?? '';
      const totals = findTotals(parts, part);
      const { merges, readLines } = openSheetXml(parts.get(part) ?? Buffer.alloc(0), references);
      return {
        merges,
        readLines: function* () {
          for (const line of readLines()) yield totals.has(line.row) ? { ...line, mark: 'totals' } : line;
        },
      };
    },
  };
};
