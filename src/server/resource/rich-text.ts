import sanitizeHtml from 'sanitize-html';
import { richTextPolicy } from '#shared/rich-text.ts';
import { plainText } from './normalise.ts';

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
    a: (tagName, { href, target: _target, rel: _rel, ...attributes }) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(href && richTextPolicy.linkTarget.test(href.trim()) ? { href: href.trim() } : {}),
        target: richTextPolicy.linkTargetFrame,
        rel: richTextPolicy.linkRel,
      },
    }),
    img: (tagName, { src, ...attributes }) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(src && richTextPolicy.imageSources.test(src.trim()) ? { src: src.trim() } : {}),
      },
    }),
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
