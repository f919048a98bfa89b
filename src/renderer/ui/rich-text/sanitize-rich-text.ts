import createDOMPurify from 'dompurify';
import { canKeepAttribute, listRemovals, richTextPolicy } from '#shared/rich-text.ts';

import { wrapContent } from './rich-text-dom.ts';

const purify = createDOMPurify(window);

const cleanClasses = (value: string): string =>
  value
    .split(/\s+/)
    .filter((name) => richTextPolicy.classPattern.test(name))
    .join(' ');

const cleanStyle = (value: string): string => {
  const { style } = document.createElement('span');
  style.cssText = value;
  return richTextPolicy.styles
    .map((name) => [name, style.getPropertyValue(name)] as const)
    .filter(([, content]) => content !== '' && richTextPolicy.styleValue.test(content))
    .map(([name, content]) => `${name}: ${content}`)
    .join('; ');
};

const divAliases: ReadonlySet<string> = new Set(richTextPolicy.divAliases);

// Only their contents are kept.
purify.addHook('uponSanitizeElement', (node) => {
  if (node instanceof HTMLElement && divAliases.has(node.localName)) wrapContent(node, 'div');
});

purify.addHook('uponSanitizeAttribute', (node, data) => {
  if (!canKeepAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue)) {
    data.keepAttr = false;
    return;
  }
  if (data.attrName === 'class') data.attrValue = cleanClasses(data.attrValue);
  else if (data.attrName === 'style') data.attrValue = cleanStyle(data.attrValue);
  else return;
  if (data.attrValue === '') data.keepAttr = false;
});

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', richTextPolicy.linkRel);
    node.setAttribute('target', richTextPolicy.linkTargetFrame);
  }
  if (node.nodeName === 'IMG' && !node.hasAttribute('src')) node.remove();
});

// Parsers drop the first line break of `pre`, so the text would lose one every time it is read.
purify.addHook('afterSanitizeElements', (node) => {
  if (node.nodeName === 'PRE' && node.textContent?.startsWith('\n')) node.firstChild?.before('\n');
});

const imageToken = `/uploads/${Math.random().toString(36).slice(2)}-`;
const embeddedImage = /(?<= src=")data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+(?=")/gi;

/** Converts a text with short addresses in place of embedded images, which would take long to parse. */
const withShortImages = (html: string, convert: (html: string) => string): string => {
  const images: string[] = [];
  const short = html.replace(embeddedImage, (image) => `${imageToken}${images.push(image) - 1}`);
  if (images.length === 0) return convert(html);
  return convert(short).replace(
    new RegExp(`${imageToken}(\\d+)`, 'g'),
    (token, index) => images[Number(index)] ?? token,
  );
};

/** Removes everything that the policy doesn't allow. */
export const sanitizeRichText = (html: string): string => withShortImages(html, sanitize);

/** Name of an image without a description, whose address screen readers would read. */
export const undescribed = 'Image without a description';

/** The text as it is shown, but not stored. */
export const sanitizeForDisplay = (html: string): string =>
  sanitizeRichText(html).replace(/<img (?![^<>]*\salt=)/g, `<img aria-label="${undescribed}" `);

const sanitize = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...richTextPolicy.tags],
    ALLOWED_ATTR: [...new Set(Object.values(richTextPolicy.attributes).flat())],
    // Validated by their own patterns above; DOMPurify would otherwise treat the values as URLs.
    ADD_URI_SAFE_ATTR: Object.keys(richTextPolicy.attributePatterns),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/|\/uploads\/)/i,
  });

/** Names everything below `root` that sanitizing removes, without duplicates. */
export const findRemovals = (root: Element): string[] => [
  ...new Set(
    [...root.querySelectorAll('*')].flatMap((element) =>
      listRemovals(
        element.localName,
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      ),
    ),
  ),
];

export const findRemovalsInHtml = (html: string): string[] => {
  const document = new DOMParser().parseFromString(html, 'text/html');
  return findRemovals(document.documentElement);
};
