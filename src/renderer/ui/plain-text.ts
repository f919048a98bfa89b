import { sanitizeRichText } from './rich-text/sanitize-rich-text.ts';

const blockSelector =
  'p, h1, h2, h3, h4, h5, h6, li:not(:has(> :is(ul, ol):last-child)), dt, dd, caption, figcaption, blockquote, pre, tr, br, hr';

/** Formatted text as plain lines for comparison, with markers for images and list items. */
export const toPlainText = (html: string): string => {
  const template = document.createElement('template');
  template.innerHTML = sanitizeRichText(html);
  const { content } = template;
  for (const image of content.querySelectorAll('img')) {
    image.replaceWith(image.alt ? `[Image: ${image.alt}]` : '[Image]');
  }
  for (const item of content.querySelectorAll('li')) item.prepend('• ');
  for (const nested of content.querySelectorAll('li > ul, li > ol')) nested.before('\n');
  for (const cell of content.querySelectorAll('td, th')) cell.append('\t');
  for (const element of content.querySelectorAll(blockSelector)) element.after('\n');
  return (content.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
};
