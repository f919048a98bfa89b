import { paragraphsOf } from '#shared/rich-text.ts';
import { sanitiseRichText } from '../records/rich-text.ts';
import { htmlToLines } from '../records/search-text.ts';

/**
 * Formats rich text for a cell: as plain text if that loses nothing, else as HTML, so that an import restores it
 * exactly.
 */
export const exportedRichText = (html: string): string => {
  const plain = htmlToLines(html);
  if (sanitiseRichText(paragraphsOf(plain)) === html) return plain;
  // Without a tag, an import would turn the lines of the text into paragraphs.
  return paragraphsOf(html) === html ? html : html.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;');
};
