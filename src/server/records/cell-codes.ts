import type { CellContent } from '#shared/import-columns.ts';
import { isHtml } from '#shared/plain-or-html.ts';
import type { CellValue } from '../../spreadsheet/write.ts';
import { withoutTags } from './search-text.ts';

const htmlCode = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const writtenLineBreak = /(?:\\r)?\\n/g;
const windowsPath = /\b[a-z]:\\|\\\\/i;

const htmlCodeNotice = 'HTML codes, such as &amp; for &, were read as characters';
const lineBreakNotice = 'The characters \\n were read as line breaks';

const hasLines = (content: CellContent) => content === 'lines' || content === 'html';

/** Decodes what other programs write for characters, with a notice about each kind. */
export const decodeCell = (text: string, content: CellContent): { text: string; notices: string[] } => {
  if (!/[&\\]/.test(text)) return { text, notices: [] };
  const canHaveLines = hasLines(content) && !windowsPath.test(text);
  const inLines = canHaveLines ? text.replace(writtenLineBreak, '\n') : text;
  const isRich = content === 'html' || (content === 'lines' && isHtml(inLines));
  const decoded = isRich ? inLines : inLines.replace(htmlCode, withoutTags);
  const notices = [inLines !== text && lineBreakNotice, decoded !== inLines && htmlCodeNotice];
  return { text: decoded, notices: notices.filter((notice) => notice !== false) };
};

/** Writes text so that `decodeCell` returns it. */
export const encodeCell = (text: CellValue, content: CellContent = 'line'): CellValue => {
  if (typeof text !== 'string') return text;
  const encoded = content === 'html' ? text : text.replace(htmlCode, (code) => code.replace('&', '&amp;'));
  return hasLines(content) ? encoded.replaceAll('\\n', '&#92;n') : encoded;
};
