import { isTyping } from './shortcuts.ts';

/** Focuses a match and selects it. */
type Match = () => void;

const fieldSelector =
  'input:not([type="search"], [type="password"]), textarea, [contenteditable="true"], [role="gridcell"], [role="rowheader"]';

const blockSelector = 'p, h1, h2, h3, h4, h5, h6, li, td, pre, br, .ql-code-block';

const findPlaces = (text: string, query: string): number[] => {
  const [within, sought] = [text.toLocaleLowerCase(), query.toLocaleLowerCase()];
  const places: number[] = [];
  for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, at + sought.length)) places.push(at);
  return places;
};

const selectRange = (start: [Node, number], end: [Node, number]): void => {
  window.getSelection()?.setBaseAndExtent(...start, ...end);
  start[0].parentElement?.scrollIntoView({ block: 'nearest' });
};

/** Matches in formatted text, in the descriptions of its images, and in the addresses of its links. */
const findInEditor = (editor: HTMLElement, query: string): Match[] => {
  let text = '';
  const parts: { at: number; node: Text }[] = [];
  const matches: { at: number; show: Match }[] = [];
  const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      parts.push({ at: text.length, node });
      text += node.data;
    } else if (node instanceof HTMLElement) {
      const element = node;
      if (element.matches(blockSelector)) text += '\n';
      const attribute = element.getAttribute('alt') ?? element.getAttribute('href') ?? '';
      if (findPlaces(attribute, query).length === 0) continue;
      // A click on an image has the editor select it.
      const show = () => (element.localName === 'img' ? element.click() : selectRange([element, 0], [element, 1]));
      matches.push({ at: text.length, show });
    }
  }
  const toPoint = (at: number): [Node, number] => {
    const part = parts.findLast((other) => other.at <= at);
    return part ? [part.node, at - part.at] : [editor, 0];
  };
  for (const at of findPlaces(text, query)) {
    const [end, offset] = toPoint(at + query.length - 1);
    matches.push({ at, show: () => selectRange(toPoint(at), [end, offset + 1]) });
  }
  return matches
    .sort((one, other) => one.at - other.at)
    .map(({ show }) => () => {
      editor.focus();
      show();
    });
};

const findInField = (field: HTMLElement, query: string): Match[] => {
  if (field.isContentEditable) return findInEditor(field, query);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (!isTyping(field)) return [];
    return findPlaces(field.value, query).map((at) => () => {
      field.focus();
      // Inputs of an email have no selection.
      if (field.selectionStart !== null) field.setSelectionRange(at, at + query.length);
    });
  }
  return findPlaces(field.textContent, query).length > 0 ? [() => field.focus()] : [];
};

/** Finds a text in everything that can be edited within an element, in its order. */
export const findMatches = (root: HTMLElement, query: string): Match[] =>
  [...root.querySelectorAll<HTMLElement>(fieldSelector)]
    .filter((field) => field.checkVisibility())
    .flatMap((field) => findInField(field, query));
