const blockSelector =
  'p, h1, h2, h3, h4, h5, h6, div:not(:has(div, p, ul, ol, table)), li:not(:has(> :is(ul, ol):last-child)), dt, dd, caption, figcaption, blockquote, pre, tr, br, hr';

/** Elements whose text is never displayed. */
const hiddenSelector = 'script, style, title, iframe, noscript, svg, math, audio, video';

/** Formatted text as plain lines for comparison, with markers for images and list items. */
export const toPlainText = (html: string): string => {
  const template = document.createElement('template');
  // Nothing in a template runs or loads, so text needs no sanitizing.
  template.innerHTML = html;
  const { content } = template;
  for (const hidden of content.querySelectorAll(hiddenSelector)) hidden.remove();
  for (const image of content.querySelectorAll('img')) {
    image.replaceWith(image.alt ? `[Image: ${image.alt}]` : '[Image]');
  }
  for (const item of content.querySelectorAll('li')) item.prepend('• ');
  for (const nested of content.querySelectorAll('li > ul, li > ol')) nested.before('\n');
  for (const cell of content.querySelectorAll('td, th')) cell.append('\t');
  for (const element of content.querySelectorAll(blockSelector)) element.after('\n');
  return (content.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
};
