import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../../../ui/shortcuts.ts';
import type { Variants } from './use-variants.ts';
import type { VariantSheet } from './variant-sheet.ts';

/** Text fields with their text before the user typed. */
type Texts = Map<HTMLElement, string>;

const getText = (field: HTMLElement): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.innerHTML;

const hasTyping = (texts: Texts | undefined): boolean =>
  [...(texts ?? [])].some(([field, text]) => field.isConnected && getText(field) !== text);

const addText = (texts: Texts, field: HTMLElement): void => {
  if (!texts.has(field)) texts.set(field, getText(field));
};

/** The focused editor, because its formatting changes without an input event. */
const getFocusedEditor = (): Texts => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement.isContentEditable
    ? new Map([[activeElement, getText(activeElement)]])
    : new Map();
};

const getStep = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null;
};

/**
 * Undoes and redoes variant changes with Ctrl+Z and Ctrl+Y anywhere in the form.
 * A text field first undoes any typing since the last of these changes.
 */
export const useUndoKeys = (
  section: RefObject<HTMLElement | null>,
  { sheet, undo, redo, undoLabel, redoLabel, isReadOnly }: Variants,
): void => {
  /** Field texts before typing, by the sheet shown at the time; undoing to a sheet finds its texts again. */
  const textsBySheet = useRef(new WeakMap<VariantSheet, Texts>());
  /** Field texts before typing since the last change, undo or redo; after typing, the field handles redo. */
  const recentTexts = useRef<Texts>(new Map());

  useEffect(() => {
    recentTexts.current = getFocusedEditor();
    if (!textsBySheet.current.has(sheet)) textsBySheet.current.set(sheet, getFocusedEditor());
  }, [sheet]);

  const isInScope = (target: Element): boolean => {
    const dialog = target.closest('[aria-modal="true"]');
    if (dialog) return dialog.closest('[data-undo-scope]') !== null;
    if (target === document.body) return document.querySelector('[aria-modal="true"]') === null;
    return section.current?.closest('form')?.contains(target) === true;
  };
  const recordText = ({ target, type }: Event) => {
    if (!(target instanceof HTMLElement) || !isTyping(target) || !isInScope(target)) return;
    if (type === 'focusin' && !target.isContentEditable) return;
    addText(recentTexts.current, target);
    const texts = textsBySheet.current.get(sheet);
    if (texts) addText(texts, target);
  };
  const handleKey = (event: KeyboardEvent) => {
    const { target } = event;
    const step = getStep(event);
    if (step === null || isReadOnly || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !isInScope(target)) return;
    // The grid handles these keys itself, because it also moves its focus.
    if (target.closest('[role="grid"]')) return;
    const texts = step === 'undo' ? textsBySheet.current.get(sheet) : recentTexts.current;
    if (isTyping(target) && hasTyping(texts)) return;
    if ((step === 'undo' ? undoLabel : redoLabel) === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === 'undo') undo();
    else redo();
  };

  // Captures, because the rich-text editor handles these keys itself.
  useWindowEvent('keydown', handleKey, { capture: true });
  useWindowEvent('beforeinput', recordText, { capture: true });
  useWindowEvent('focusin', recordText, { capture: true });
};
