import type { TextFormat } from '#shared/import-columns.ts';
import { isHtml } from '#shared/plain-or-html.ts';
import type { CellValue } from '../../spreadsheet/column.ts';
import { withoutTags } from './search-text.ts';

const htmlCode = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const writtenLineBreak = /(?:\\r)?\\n/g;
const windowsPath = /\b[a-z]:\\|\\\\/i;

const htmlCodeNotice = 'HTML codes, such as &amp; for &, were read as characters';
const lineBreakNotice = 'The characters \\n were read as line breaks';

/** Decodes what other programs write for characters, with a notice about each kind. */
export const decodeCell = (text: string, format: TextFormat): { text: string; notices: string[] } => {
  if (!/[&\\]/.test(text)) return { text, notices: [] };
  const hasLines = (format === 'lines' || format === 'html') && !windowsPath.test(text);
  const inLines = hasLines ? text.replace(writtenLineBreak, '\n') : text;
  const isRich = format === 'html' || (format === 'lines' && isHtml(inLines));
  const decoded = isRich ? inLines : inLines.replace(htmlCode, withoutTags);
  const notices = [inLines !== text && lineBreakNotice, decoded !== inLines && htmlCodeNotice];
  return { text: decoded, notices: notices.filter((notice) => notice !== false) };
};

/** Writes text so that `decodeCell` returns it. */
export const encodeCell = (text: CellValue, format: TextFormat = 'line'): CellValue => {
  if (typeof text !== 'string') return text;
  const encoded = format === 'html' ? text : text.replace(htmlCode, (code) => code.replace('&', '&amp;'));
  return format === 'line' || format === 'list' ? encoded : encoded.replaceAll('\\n', '&#92;n');
};
