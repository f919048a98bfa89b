import { getLeaves, isBlank, isBlock, isList, renameElement, wrapContent } from './rich-text-dom.ts';

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

const stylesToElements = (element: HTMLElement): void => {
  const { fontStyle, fontWeight, textDecoration, textDecorationLine, verticalAlign } = element.style;
  const decoration = `${textDecoration} ${textDecorationLine}`;
  const isHeading = /^h\d$/.test(element.localName);
  if (!isHeading && (fontWeight.startsWith('bold') || Number(fontWeight) >= 600)) wrapContent(element, 'strong');
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
    const isAlone = mark.parentElement?.textContent?.trim() === '' && !mark.parentElement.querySelector('img');
    mark.replaceChildren(...(isAlone ? [mark.ownerDocument.createElement('br')] : []));
  }
};

/** Keeps the numbers of Word's list items, which Quill removes: a list may continue at any number. */
export const markListNumbers = (body: HTMLElement): void => {
  for (const marker of body.querySelectorAll('[style*="mso-list:ignore" i]')) {
    const number = marker.textContent.match(/\d+/g)?.at(-1);
    if (number) marker.replaceWith(Object.assign(body.ownerDocument.createElement('data'), { value: number }));
  }
};

const numberLists = (body: HTMLElement): void => {
  for (const { value, parentElement } of body.querySelectorAll<HTMLDataElement>('li:first-child data')) {
    const list = parentElement?.closest('ul');
    if (list) renameElement(list, 'ol').setAttribute('start', value);
  }
};

// Slack and Word for the web write a list for each level or item.
const joinLists = (body: HTMLElement): void => {
  const leveled = 'li:is([data-aria-level], [data-stringify-indent])';
  for (const list of body.querySelectorAll(`:is(ul, ol):has(> ${leveled})`)) {
    for (const item of list.querySelectorAll<HTMLElement>(`:scope > ${leveled}`)) {
      const indent = Number(item.dataset.stringifyIndent ?? Number(item.dataset.ariaLevel) - 1);
      if (indent > 0) item.classList.add(`ql-indent-${indent}`);
      item.dataset.list ??= list.localName === 'ol' ? 'ordered' : 'bullet';
    }
    const wrapper = list.closest('.ListContainerWrapper') ?? list;
    const previous = wrapper.previousElementSibling;
    if (isList(previous) && list.getAttribute('start') !== '1') previous.append(...list.childNodes);
    else wrapper.before(list);
    if (wrapper !== list || !list.hasChildNodes()) wrapper.remove();
  }
};

const boxes =
  ':is([role="checkbox"], [type="checkbox"], [data-checked], [data-task-state], .to-do-list .checkbox, .inline-task-list > li)';
const ticked =
  ':is([aria-checked="true"], [checked], [data-checked="true"], [data-task-state="DONE"], .checkbox-on, .checked)';

// Task lists of Google Docs, Confluence, Notion, GitHub and others.
const toChecklist = (body: HTMLElement): void => {
  for (const list of body.querySelectorAll<HTMLElement>('[data-task-list-local-id]')) renameElement(list, 'ul');
  for (const task of body.querySelectorAll<HTMLElement>('[data-task-local-id]')) renameElement(task, 'li');
  for (const item of [...body.querySelectorAll<HTMLElement>('li')].reverse()) {
    const own = [item, ...item.querySelectorAll('*')].filter((element) => element.closest('li') === item);
    const box = own.find((element) => element.matches(boxes));
    const text = getLeaves([item]).find((leaf) => !isBlank(leaf));
    const mark = text instanceof Text ? /^\s*\[([ x])\]\s/i.exec(text.data) : null;
    if (!box && !mark) continue;
    item.dataset.list = box?.matches(ticked) || mark?.[1]?.trim() ? 'checked' : 'unchecked';
    if (text instanceof Text) text.data = text.data.slice(mark?.[0].length ?? 0);
    for (const element of own) if (element.matches('input, img[aria-roledescription="checkbox"]')) element.remove();
  }
};

// ChatGPT writes the language and buttons into a code block.
const keepOnlyCode = (body: HTMLElement): void => {
  for (const pre of body.querySelectorAll('pre')) {
    const [code, ...others] = pre.querySelectorAll('div > code');
    const isWhole = code?.parentElement?.textContent.trim() === code?.textContent.trim();
    if (code && isWhole && others.length === 0) pre.replaceChildren(code);
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
  for (const block of body.querySelectorAll<HTMLElement>(':is(p, div, h1, h2, h3, h4, h5, h6, td, th)[align]'))
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
  numberLists(body);
  joinLists(body);
  toChecklist(body);
  keepOnlyCode(body);
  attributesToStyles(body);
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  // Labels of controls aren't content.
  for (const control of body.querySelectorAll('button, select, textarea, datalist')) control.replaceChildren();
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
      const isBlockBox = /^(?:block|flex|grid|list-item|table)$/.test(element.style.display);
      if (isBlockBox && !isBlock(element)) wrapContent(element, 'div');
    }
  }
};
