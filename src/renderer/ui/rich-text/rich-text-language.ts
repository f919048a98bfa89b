import { getLeaves, isBlank, isBlock } from './rich-text-dom.ts';

/** Languages of a part of a text, by label. */
export const languages = {
  Arabic: 'ar',
  Chinese: 'zh',
  English: 'en',
  French: 'fr',
  German: 'de',
  Hindi: 'hi',
  Italian: 'it',
  Japanese: 'ja',
  Kannada: 'kn',
  Malayalam: 'ml',
  Spanish: 'es',
  Tamil: 'ta',
} as const;

/** Moves the language of blocks to their text, since the editor marks only text. */
export const moveLanguageToText = (root: HTMLElement): void => {
  const blocks = [...root.querySelectorAll<HTMLElement>('[lang]')].filter(isBlock);
  if (blocks.length === 0) return;
  for (const leaf of getLeaves([...root.childNodes])) {
    const holder = leaf.parentElement?.closest<HTMLElement>('[lang]');
    if (!holder || !root.contains(holder) || !isBlock(holder) || isBlank(leaf)) continue;
    const span = root.ownerDocument.createElement('span');
    span.lang = holder.lang;
    leaf.parentNode?.replaceChild(span, leaf);
    span.append(leaf);
  }
  for (const block of blocks) block.removeAttribute('lang');
};
