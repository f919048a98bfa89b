import sanitizeHtml from 'sanitize-html';
import { toRichText } from '#shared/plain-or-html.ts';
import { canKeepAttribute, listRemovals, richTextPolicy } from '#shared/rich-text.ts';
import { createWorkerThread } from '../lib/worker-thread.ts';

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
    ...Object.fromEntries(richTextPolicy.divAliases.map((tag) => [tag, 'div'])),
    '*': allowedOnly,
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: richTextPolicy.linkTargetFrame, rel: richTextPolicy.linkRel },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

/** Matches the content of images in the text. */
export const embeddedImage = /(?<=src="data:image\/\w+;base64,)[^"]+(?=")/gi;

const maxDepth = 100;
const maxMarkupLength = 500_000;

/** Sanitized rich text with the names of the removed parts, or an error that continues the field's name. */
export type SanitizedText = { html: string; removals: string[] } | { error: string };

const isTooLong = (html: string): boolean => {
  if (html.length <= maxMarkupLength) return false;
  const imageLength = [...html.matchAll(embeddedImage)].reduce((sum, [image]) => sum + image.length, 0);
  return html.length - imageLength > maxMarkupLength;
};

class TooDeepError extends Error {}

/** Characters that begin markup; a text without them needs no parser. */
const markup = /[<>&]/;

/** Removes everything from rich text that could run code, load remote content or cover the page. */
export const sanitizeRichText = (html: string): string => sanitizeHtml(html, options).trim();

/** Sanitizes rich text that a user sent. Texts that would take too long to read are an error. */
export const sanitizeSentRichText = (text: string): SanitizedText => {
  const html = toRichText(text);
  if (isTooLong(html)) {
    return {
      error: `can be up to ${maxMarkupLength.toLocaleString('en')} characters, formatting included`,
    };
  }
  if (!markup.test(html)) return { html: html.trim(), removals: [] };
  const removals = new Set<string>();
  let depth = 0;
  const onOpenTag = (tag: string, attributes: sanitizeHtml.Attributes) => {
    depth += 1;
    if (depth > maxDepth) throw new TooDeepError();
    for (const removal of listRemovals(tag, attributes)) removals.add(removal);
  };
  const onCloseTag = () => {
    depth -= 1;
  };
  try {
    const clean = sanitizeHtml(html, { ...options, onOpenTag, onCloseTag }).trim();
    return { html: clean, removals: [...removals] };
  } catch (error) {
    if (error instanceof TooDeepError) return { error: 'is nested too deeply. Paste it as plain text.' };
    throw error;
  }
};

/** Shorter texts take less time than their way to another thread and back. */
const maxInlineLength = 10_000;

const sanitizeOnThread = createWorkerThread<string, SanitizedText>(
  new URL(import.meta.url.endsWith('.ts') ? './rich-text-worker.ts' : '../rich-text-worker.js', import.meta.url),
);

/**
 * Sanitizes rich text that a user sent, on another thread if it is long, so that other requests don't wait. If the thread
 * stops, only this text fails.
 */
export const sanitizeInWorker = async (html: string): Promise<SanitizedText> => {
  if (html.length <= maxInlineLength) return sanitizeSentRichText(html);
  return sanitizeOnThread(html).catch(() => ({ error: 'can’t be read. Paste it as plain text.' }));
};
