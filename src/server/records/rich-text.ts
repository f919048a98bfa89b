import { fileTypeFromContent } from '#shared/uploads.ts';
import { removeMetadataFrom } from '../files/images/remove-metadata.ts';
import { detectType } from '../files/staging.ts';
import { embeddedImage } from './sanitize-rich-text.ts';
import { htmlToText } from './search-text.ts';

const cleanImage = async (base64: string): Promise<string> => {
  const bytes = Buffer.from(base64, 'base64');
  const extension = fileTypeFromContent(await detectType(bytes))?.extensions[0] ?? '';
  const cleaned = await removeMetadataFrom(bytes, extension);
  return cleaned ? cleaned.toString('base64') : base64;
};

/** Removes personal metadata from images embedded in sanitized rich text, as from uploaded files. */
export const withoutImageMetadata = async (html: string): Promise<string> => {
  const related: string[] = [];
  let at = 0;
  for (const { 0: base64, index } of html.matchAll(embeddedImage)) {
    related.push(html.slice(at, index), await cleanImage(base64));
    at = index + base64.length;
  }
  return [...related, html.slice(at)].join('');
};

/** Returns whether rich text shows nothing; an empty editor still sends markup. */
export const isEmptyRichText = (html: string): boolean =>
  !/<(?:img|hr)\b/i.test(html) && htmlToText(html) === '';

const storedImage = /src="\/uploads\/([^"]+)"/g;

export const filesInRichText = (html: string): string[] =>
  [...html.matchAll(storedImage)].map(([, filename]) => filename ?? '');
