const wrapContent = (element: Element, tag: string): void => {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
};

/** Programs write emphasis as styles; a text keeps it as elements. */
const toElements = (element: HTMLElement): void => {
  const { fontStyle, fontWeight, textDecoration, textDecorationLine, verticalAlign } = element.style;
  const decoration = `${textDecoration} ${textDecorationLine}`;
  const isHeading = /^h\d$/.test(element.localName);
  if (!isHeading && (fontWeight.startsWith('bold') || Number(fontWeight) >= 600))
    wrapContent(element, 'strong');
  if (fontStyle === 'italic') wrapContent(element, 'em');
  if (decoration.includes('underline') && element.localName !== 'a') wrapContent(element, 'u');
  if (decoration.includes('line-through')) wrapContent(element, 's');
  if (verticalAlign === 'super' || verticalAlign === 'sub') {
    wrapContent(element, verticalAlign === 'super' ? 'sup' : 'sub');
  }
};

/** Word marks an empty paragraph with a no-break space. */
const emptyWordParagraphs = (body: HTMLElement): void => {
  for (const mark of body.getElementsByTagName('o:p')) {
    if (mark.textContent?.trim() !== '') continue;
    const isAlone =
      mark.parentElement?.textContent?.trim() === '' && !mark.parentElement.querySelector('img');
    mark.replaceChildren(...(isAlone ? [mark.ownerDocument.createElement('br')] : []));
  }
};

/** Brings HTML of other programs to the elements that a text has, before it is sanitized. */
export const cleanPasted = (body: HTMLElement): void => {
  emptyWordParagraphs(body);
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    if (element.style) toElements(element);
  }
};
