import sanitizeHtml from 'sanitize-html';
import { canKeepAttribute, richTextPolicy } from '#shared/rich-text.ts';
import { listRemovals } from '#shared/rich-text-removals.ts';
import { fileTypeFromContent } from '#shared/uploads.ts';
import { removeMetadataFrom } from '../files/images/remove-metadata.ts';
import { detectType } from '../files/staging.ts';
import { htmlToText } from './search-text.ts';

const allowedOnly = (tagName: string, attribs: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => canKeepAttribute(tagName, name, value)),
  ),
});

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextPolicy.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextPolicy.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedClasses: { '*': [richTextPolicy.classPattern] },
  allowedStyles: {
    '*': Object.fromEntries(richTextPolicy.styles.map((name) => [name, [richTextPolicy.styleValue]])),
  },
  allowedSchemes: [...richTextPolicy.linkSchemes],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'xmp', 'svg', 'math'],
    ...['iframe', 'object', 'video', 'audio', 'canvas'],
  ],
  transformTags: {
    '*': allowedOnly,
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: richTextPolicy.linkTargetFrame, rel: richTextPolicy.linkRel },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

const embeddedImage = /(?<=src="data:image\/\w+;base64,)[^"]+(?=")/gi;

const maxDepth = 100;
const maxMarkupLength = 500_000;

/** Rich text that would take the server too long to read. The message completes a sentence that begins with the field. */
export class RichTextLimitError extends Error {}

const checkLength = (html: string): void => {
  if (html.length <= maxMarkupLength) return;
  const imageLength = [...html.matchAll(embeddedImage)].reduce((sum, [image]) => sum + image.length, 0);
  if (html.length - imageLength > maxMarkupLength) {
    throw new RichTextLimitError(
      `can be up to ${maxMarkupLength.toLocaleString('en')} characters, formatting included`,
    );
  }
};

/** Removes everything from rich text that could run code, load remote content or cover the page. */
export const sanitizeRichText = (html: string): string => sanitizeHtml(html, options).trim();

/**
 * Sanitizes rich text that a user sent. `onRemoval` is called with the name of each removal. Throws a
 * `RichTextLimitError`.
 */
export const sanitizeSentRichText = (html: string, onRemoval: (removal: string) => void): string => {
  checkLength(html);
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    onOpenTag: (tag, attributes) => {
      depth += 1;
      if (depth > maxDepth) throw new RichTextLimitError('is nested too deeply. Paste it as plain text.');
      for (const removal of listRemovals(tag, attributes)) onRemoval(removal);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  }).trim();
};

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
