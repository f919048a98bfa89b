import { CFB } from 'xlsx';
import { type ArchiveEntry, unpackedTooLargeError } from './archive.ts';
import { uncalculated } from './errors.ts';
import type { FileLimits, SpreadsheetLimits } from './limits.ts';
import { xmlAttribute } from './sheet-xml.ts';
import { openWithSheetJs, type RowMarks, type Workbook } from './sheetjs.ts';

const emptyCell = /<table:table-cell\b([^<>]*)\/>/g;

/** Marks formulas without a result; SheetJS would silently drop these cells. */
const markFormulas = (content: string): string =>
  content.replace(emptyCell, (cell, attributes: string) => {
    if (!attributes.includes(' table:formula="')) return cell;
    if (/\boffice:(?:value|string-value|date-value|time-value|boolean-value)=/.test(attributes)) return cell;
    const otherAttributes = attributes.replace(/\b(?:table:formula|office:value-type|calcext:value-type)="[^"]*"/g, '');
    return `<table:table-cell${otherAttributes} office:value-type="string"><text:p>${uncalculated}</text:p></table:table-cell>`;
  });

/** SheetJS cuts numeric references such as those of emoji to 16 bits. */
const resolveLongReferences = (content: string): string =>
  content.replace(/&#(x[\da-f]{5,6}|\d{5,7});/gi, (reference, digits: string) => {
    const code = Number(digits.replace(/^x/i, '0x'));
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });

/** More equal rows than this are the empty rest of a sheet. */
const maxRepeatedRows = 1000;

/** The sheets in their order, with their hidden rows. */
const listSheets = (content: string): { isHidden: boolean; marks: RowMarks }[] => {
  const hiddenStyles = [...content.matchAll(/<style:style\s[^<>]*>\s*<style:table-properties\s[^<>]*>/g)]
    .filter(([tags]) => xmlAttribute(tags, 'display') === 'false')
    .map(([tags]) => xmlAttribute(tags, 'name'));
  const [, ...tables] = content.split(/(?=<table:table\s[^<>]*[^/]>)/);
  return tables.map((table) => {
    const marks: RowMarks = new Map();
    let row = 1;
    for (const [tag] of table.matchAll(/<table:table-row(?=[\s>/])[^<>]*>/g)) {
      const count = Number(xmlAttribute(tag, 'number-rows-repeated')) || 1;
      const isHidden = /^(?:collapse|filter)$/.test(xmlAttribute(tag, 'visibility'));
      for (let at = 0; isHidden && at < Math.min(count, maxRepeatedRows); at += 1) marks.set(row + at, 'hidden');
      row += count;
    }
    return { isHidden: hiddenStyles.includes(xmlAttribute(table, 'style-name')), marks };
  });
};

const rowOrCell = /<(?:\w+:)?table-(row|cell)\b([^<>]*)>/g;

const parseRepeat = (attributes: string, name: string): number =>
  Number(new RegExp(`number-${name}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/** Limit of repeated columns in a sheet with the maximum of rows; a wider block of equal cells is no data table. */
const maxRepeatedColumns = 20;

/**
 * Whether the filled cells exceed the limits. The file stores repeat counts for rows and cells, and SheetJS expands
 * them: 600 bytes can claim billions of cells.
 */
const hasTooManyRepeats = (content: string, limits: SpreadsheetLimits): boolean => {
  let rows = 1;
  let repeatedCells = 0;
  for (const [, kind, attributes = ''] of content.matchAll(rowOrCell)) {
    if (kind === 'row') rows = parseRepeat(attributes, 'rows');
    // An empty cell is self-closing; it may repeat to the end of the sheet at no cost.
    else if (!attributes.endsWith('/')) {
      const columns = parseRepeat(attributes, 'columns');
      if (columns > limits.columns || rows > limits.rows) return true;
      if (rows * columns > 1) repeatedCells += rows * columns;
    }
  }
  return repeatedCells > limits.rows * maxRepeatedColumns;
};

const repack = (parts: ReadonlyMap<string, Buffer>): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of parts) CFB.utils.cfb_add(container, `/${name}`, content, { unsafe: true });
  return CFB.write(container, { fileType: 'zip', type: 'buffer', compression: false });
};

/** Opens an ods file. Its parts are corrected before SheetJS reads it. */
export const openOds = (entries: readonly ArchiveEntry[], { fileName, limits }: FileLimits): Workbook => {
  const parts = new Map(entries.map(({ name, content }) => [name, content]));
  const content = parts.get('content.xml')?.toString() ?? '';
  if (hasTooManyRepeats(content, limits)) throw unpackedTooLargeError(fileName);
  parts.set('content.xml', Buffer.from(resolveLongReferences(markFormulas(content))));
  // Optional in an ods file, but required by SheetJS.
  if (!parts.has('styles.xml')) parts.set('styles.xml', Buffer.from('<office:document-styles/>'));
  const sheets = listSheets(content);
  return {
    ...openWithSheetJs(repack(parts), (_, index) => sheets[index]?.marks ?? new Map()),
    isHidden: (index) => sheets[index]?.isHidden === true,
  };
};
