import { sanitizeRichText } from './sanitize-rich-text.ts';

/** Quill keeps every list as `ol` with `data-list` on its items; readers of the text need `ul` and `ol`. */
const toSemanticLists = (root: HTMLElement): void => {
  for (const marker of root.querySelectorAll('.ql-ui')) marker.remove();
  for (const list of root.querySelectorAll('ol')) {
    let current: HTMLElement | undefined;
    for (const item of [...list.children]) {
      const tag = item.getAttribute('data-list') === 'bullet' ? 'UL' : 'OL';
      if (current?.tagName !== tag) {
        current = document.createElement(tag);
        list.before(current);
      }
      item.removeAttribute('data-list');
      current.append(item);
    }
    list.remove();
  }
};

/**
 * The HTML of an editor's root as it is kept: sanitised, '' where nothing was written.
 * It reads the DOM itself, since Quill's own HTML export lets scripts through (CVE-2025-15056).
 */
export const readEditorHtml = (editorRoot: HTMLElement): string => {
  const root = new DOMParser().parseFromString(editorRoot.innerHTML, 'text/html').body;
  toSemanticLists(root);
  const isEmpty = root.textContent.trim() === '' && !root.querySelector('img');
  return isEmpty ? '' : sanitizeRichText(root.innerHTML);
};
