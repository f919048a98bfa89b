import createDOMPurify from 'dompurify';
import { richTextPolicy } from '#shared/rich-text.ts';

const purify = createDOMPurify(window);

const isTagAttribute = (tag: string, attribute: string): boolean => {
  const allowed: Record<string, readonly string[]> = richTextPolicy.attributes;
  return Boolean(allowed[tag]?.includes(attribute) || allowed['*']?.includes(attribute));
};

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

const cleaners: Record<string, (value: string) => string> = {
  class: cleanClasses,
  style: cleanStyle,
  href: (value) => (richTextPolicy.linkTarget.test(value) ? value : ''),
  src: (value) => (richTextPolicy.imageSources.test(value) ? value : ''),
};

purify.addHook('uponSanitizeAttribute', (node, data) => {
  if (!isTagAttribute(node.nodeName.toLowerCase(), data.attrName)) {
    data.keepAttr = false;
    return;
  }
  const clean = cleaners[data.attrName];
  if (!clean) return;
  data.attrValue = clean(data.attrValue);
  if (data.attrValue === '') data.keepAttr = false;
});

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', richTextPolicy.linkRel);
    node.setAttribute('target', richTextPolicy.linkTargetFrame);
  }
  if (node.nodeName !== 'IMG') return;
  if (!node.hasAttribute('src')) node.remove();
  else if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
});

/**
 * Takes event handlers out of HTML before it is parsed. They could not run in any case, but Chromium reports each one
 * even in a document that is only parsed, and such reports would hide those that matter.
 */
export const removeEventHandlers = (html: string): string =>
  html.replace(/<[a-z][^<>]*>?/gi, (tag) => tag.replace(/([\s"'/])on[a-z]+(?=\s*=)/gi, '$1data-removed'));

/** Formatted text with everything taken out that the policy does not name. */
export const sanitizeRichText = (html: string): string =>
  purify.sanitize(removeEventHandlers(html), {
    ALLOWED_TAGS: [...richTextPolicy.tags],
    ALLOWED_ATTR: [...new Set(Object.values(richTextPolicy.attributes).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/|\/uploads\/)/i,
  });
