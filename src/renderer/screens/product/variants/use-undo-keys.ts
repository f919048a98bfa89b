import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';
import { isTyping } from '../../../ui/shortcuts.ts';
import { useOnChange } from '../../../ui/use-on-change.ts';
import type { Variants } from './use-variants.ts';
import type { VariantSheet } from './variant-sheet.ts';

/** Text fields with their text before the user typed. */
type Texts = Map<HTMLElement, string>;

const getText = (field: HTMLElement): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.innerHTML;

const getStep = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null => {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null;
};

/**
 * Undoes and redoes variant changes with Ctrl+Z and Ctrl+Y anywhere in the form. A text field first undoes its own
 * typing since the last change of the variants.
 */
export const useUndoKeys = (section: RefObject<HTMLElement | null>, variants: Variants): void => {
  const { sheet, isReadOnly } = variants;
  /** Texts before typing, by the sheet shown at the time; undoing to a sheet finds its texts again. */
  const textsBySheet = useRef(new WeakMap<VariantSheet, Texts>());
  const recordText = (field: HTMLElement) => {
    const texts = textsBySheet.current.get(sheet) ?? new Map();
    if (!texts.has(field)) textsBySheet.current.set(sheet, texts.set(field, getText(field)));
  };
  const isInScope = (target: Element): boolean => {
    const dialog = target.closest('[aria-modal="true"]');
    if (dialog) return dialog.closest('[data-undo-scope]') !== null;
    if (target === document.body) return document.querySelector('[aria-modal="true"]') === null;
    return section.current?.closest('form')?.contains(target) === true;
  };
  useOnChange([sheet], () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.isContentEditable) recordText(activeElement);
  });
  const handleText = ({ target, type }: Event) => {
    if (!(target instanceof HTMLElement) || !isTyping(target) || !isInScope(target)) return;
    if (type === 'beforeinput' || target.isContentEditable) recordText(target);
  };
  const handleKey = (event: KeyboardEvent) => {
    const { target } = event;
    const step = getStep(event);
    if (step === null || isReadOnly || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !isInScope(target)) return;
    // The grid handles these keys itself, because it also moves its focus.
    if (target.closest('[role="grid"]')) return;
    const typedBefore = textsBySheet.current.get(sheet)?.get(target);
    const isTyped = isTyping(target) && typedBefore !== undefined && typedBefore !== getText(target);
    if ((step === 'undo' && isTyped) || variants[`${step}Label`] === null) return;
    event.preventDefault();
    event.stopPropagation();
    variants[step]();
  };
  // Captures, because the rich-text editor handles these keys itself.
  useWindowEvent('keydown', handleKey, { capture: true });
  useWindowEvent('beforeinput', handleText, { capture: true });
  useWindowEvent('focusin', handleText, { capture: true });
};
