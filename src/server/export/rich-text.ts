import { paragraphsOf } from '#shared/rich-text.ts';
import { plainLines } from '../records/normalise.ts';
import { sanitiseRichText } from '../records/rich-text.ts';

/** A formatted text for a cell: plain where that loses nothing, else as HTML, so that an import reads the same again. */
export const exportedRichText = (html: string): string => {
  const plain = plainLines(html);
  if (sanitiseRichText(paragraphsOf(plain)) === html) return plain;
  // Without a tag the lines of a text would become paragraphs.
  return paragraphsOf(html) === html ? html : html.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;');
};
