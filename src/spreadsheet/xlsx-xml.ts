import { type CellValue, type Column, columnLetter } from './column.ts';
import { escapeTextCell } from './formula-escape.ts';

const namespace = 'http://schemas.openxmlformats.org';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const codeUnit = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Encodes characters that XML can't contain as `_xHHHH_`, like Excel, and escapes text that looks like such a code. */
const escapeText = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // Characters that XML can't hold.
    .replace(/[^\t\n -\ufffd]/g, codeUnit)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

const cellXml = ({ value, reference, style }: { value: CellValue; reference: string; style: string }) => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
  }
  // Excel separates lines in a cell by a line feed alone.
  const text = escapeText(escapeTextCell(value.replace(/(?<!\r)\r+\n/g, '\n')));
  return `<c r="${reference}" t="inlineStr"${style}><is><t xml:space="preserve">${text}</t></is></c>`;
};

/** The XML of a row. The first one has the titles, in bold. */
export const rowXml = (values: CellValue[], row: number): string => {
  const style = row === 1 ? ' s="1"' : '';
  const cells = values.map((value, index) => cellXml({ value, reference: `${columnLetter(index)}${row}`, style }));
  return `<row r="${row}">${cells.join('')}</row>`;
};

const usualWidth = 20;

/** The XML of a sheet before its rows. The header row is frozen. */
export const sheetStart = (columns: Column[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width ?? usualWidth}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
};

export const sheetEnd = '</sheetData></worksheet>';

/** Fits a name to Excel's rules: at most 31 characters, and no special characters of formulas. */
const sheetName = (name: string) =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'|'$/g, ' ')
    .slice(0, 31);

/** Numbered in their order: the first is `rId1`. */
const relationships = (targets: readonly (readonly [type: string, target: string])[]) => {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships">${entries.join('')}</Relationships>`;
};

const contentType = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

const styles = `${declaration}<styleSheet xmlns="${namespace}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

export const workbookParts = (names: string[]): { name: string; content: string }[] => {
  const parts = names.map((_, index) => `worksheets/sheet${index + 1}`);
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeText(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${contentType('workbook', 'sheet.main')}${contentType('styles', 'styles')}${parts.map((part) => contentType(part, 'worksheet')).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relationships([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([...parts.map((part) => ['worksheet', `${part}.xml`] as const), ['styles', 'styles.xml']]),
    },
    { name: 'xl/styles.xml', content: styles },
  ];
};
