import sanitizeHtml from 'sanitize-html';
import { richTextPolicy } from '#shared/rich-text.ts';
import { plainText } from './normalise.ts';

const onlyIf = (
  attributes: sanitizeHtml.Attributes,
  name: string,
  pattern: RegExp,
): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => key !== name || pattern.test(value)),
  );

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
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...onlyIf(attribs, 'href', richTextPolicy.linkTarget),
        target: richTextPolicy.linkTargetFrame,
        rel: richTextPolicy.linkRel,
      },
    }),
    img: (tagName, attribs) => ({ tagName, attribs: onlyIf(attribs, 'src', richTextPolicy.imageSources) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

/** Formatted text without anything that could run, load from elsewhere or cover the page. */
export const sanitiseRichText = (html: string): string => sanitizeHtml(html, options).trim();

/** Whether a formatted text shows nothing: an editor sends markup even when nobody typed. */
export const isEmptyRichText = (html: string): boolean =>
  !/<(?:img|hr)\b/i.test(html) && plainText(html) === '';

const storedImage = /src="\/uploads\/([^"]+)"/g;

/** The stored files that a sanitised text shows. */
export const filesInRichText = (html: string): string[] =>
  [...html.matchAll(storedImage)].map(([, filename]) => filename ?? '');
