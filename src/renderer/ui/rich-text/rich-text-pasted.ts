import { isBlock } from './rich-text-dom.ts';

const neutralColorNames =
  /^(?:black|white(?:smoke)?|(?:dim|dark|light|slate)?gr[ae]y|silver|gainsboro|snow|(?:window|canvas)(?:text)?|transparent|inherit|initial|currentcolor)$/i;

// Maximum difference between the channels of a neutral color: Wikipedia's black is rgb(32, 33, 34).
const neutralSpread = 24;

/** Whether a color is black, white or gray, and so may be unreadable in light or dark mode. */
const isNeutral = (color: string): boolean => {
  if (neutralColorNames.test(color)) return true;
  const channels = color
    .match(/^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/)
    ?.slice(1)
    .map(Number);
  return channels !== undefined && Math.max(...channels) - Math.min(...channels) <= neutralSpread;
};

const wrapContent = (element: Element, tag: string): void => {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
};

const stylesToElements = (element: HTMLElement): void => {
  const { fontStyle, fontWeight, textDecoration, textDecorationLine, verticalAlign } = element.style;
  const decoration = `${textDecoration} ${textDecorationLine}`;
  const isHeading = /^h\d$/.test(element.localName);
  if (!isHeading && (fontWeight.startsWith('bold') || Number(fontWeight) >= 600))
    wrapContent(element, 'strong');
  if (fontStyle === 'italic') wrapContent(element, 'em');
  if (decoration.includes('underline') && !element.closest('a')) wrapContent(element, 'u');
  if (decoration.includes('line-through')) wrapContent(element, 's');
  if (verticalAlign === 'super' || verticalAlign === 'sub') {
    wrapContent(element, verticalAlign === 'super' ? 'sup' : 'sub');
  }
};

// Word marks an empty paragraph with a no-break space.
const clearWordParagraphs = (body: HTMLElement): void => {
  for (const mark of body.getElementsByTagName('o:p')) {
    if (mark.textContent?.trim() !== '') continue;
    const isAlone =
      mark.parentElement?.textContent?.trim() === '' && !mark.parentElement.querySelector('img');
    mark.replaceChildren(...(isAlone ? [mark.ownerDocument.createElement('br')] : []));
  }
};

// Google Docs exports a checklist as list items with images of the boxes.
const toChecklist = (body: HTMLElement): void => {
  for (const item of body.querySelectorAll<HTMLElement>('li[role="checkbox"]')) {
    item.dataset.list = item.getAttribute('aria-checked') === 'true' ? 'checked' : 'unchecked';
    for (const box of item.querySelectorAll('img[aria-roledescription="checkbox"]')) box.remove();
  }
};

// LibreOffice exports colors and alignment as attributes.
const attributesToStyles = (body: HTMLElement): void => {
  for (const font of body.querySelectorAll<HTMLElement>('font[color]')) {
    const span = font.ownerDocument.createElement('span');
    span.style.color = font.getAttribute('color') ?? '';
    span.append(...font.childNodes);
    font.replaceWith(span);
  }
  for (const block of body.querySelectorAll<HTMLElement>(
    ':is(p, div, h1, h2, h3, h4, h5, h6, td, th)[align]',
  ))
    block.style.textAlign ||= block.getAttribute('align') ?? '';
};

const isHighlighted = (element: HTMLElement | null): boolean =>
  element !== null && (element.style.backgroundColor !== '' || isHighlighted(element.parentElement));

// Links have their own color, and explicit black or white would be unreadable in dark mode.
const stripDefaultColors = (element: HTMLElement): void => {
  const { style } = element;
  if (isBlock(element) || isNeutral(style.backgroundColor)) {
    for (const name of ['background', 'background-color']) style.removeProperty(name);
  }
  if (element.closest('a') || (!isHighlighted(element) && isNeutral(style.color))) {
    style.removeProperty('color');
  }
};

/** Converts HTML of other programs to supported elements, before it is sanitized. */
export const cleanPasted = (body: HTMLElement): void => {
  clearWordParagraphs(body);
  toChecklist(body);
  attributesToStyles(body);
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  // Labels of controls aren't content.
  for (const control of body.querySelectorAll('button, select, textarea, datalist'))
    control.replaceChildren();
  // Word marks everything as English, the language of the app.
  for (const element of body.querySelectorAll('[lang|="en" i]')) element.removeAttribute('lang');
  for (const term of body.querySelectorAll('dt')) wrapContent(term, 'strong');
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    // Elements of other namespaces may have no style.
    if (!element.style) continue;
    if (element.style.display === 'none') element.remove();
    else {
      stylesToElements(element);
      stripDefaultColors(element);
    }
  }
};
