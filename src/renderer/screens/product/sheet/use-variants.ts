import { createSafeContext } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useResourceFormContext } from '../../../resource-kit/form/field.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { addStep, type EditHistory, getStepLabels, moveStep, startHistory } from '../../../ui/grid/edit-history.tsx';
import { isTyping } from '../../../ui/shortcuts.ts';
import { getImageInfos } from '../product-image.ts';
import { findDuplicates, findMissingFields, mapErrorsToVariants, type VariantErrors } from './variant-errors.ts';
import {
  type EditableVariant,
  getVariantImage,
  toVariantSheet,
  type VariantImage,
  type VariantSheet,
} from './variant-sheet.ts';

export const variantsFieldName = 'attributeArr';

/** A history of sheets; `sheet` is the current one. */
type History = EditHistory<VariantSheet> & { sheet: VariantSheet };

const startFrom = (sheet: VariantSheet): History => ({ sheet, ...startHistory(sheet) });

export type Variants = ReturnType<typeof useVariantsState>;

export const [VariantsContext, useVariants] = createSafeContext<Variants>(
  'useVariants must be used within VariantsContext',
);

/** The form's variants with undo and redo. A value from elsewhere, such as a restored draft, clears the history. */
const useVariantHistory = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  // Why the text in the open cell editor is invalid. A value blocks submitting the form.
  const cellError = useRef<string>(null);
  const { field } = useController<FormValues>({
    name: variantsFieldName,
    rules: { validate: () => cellError.current ?? true },
  });
  const sheet = useMemo(() => toVariantSheet(field.value), [field.value]);
  useEffect(() => {
    // Replaces a serialized value, such as a restored draft, with the parsed sheet.
    if (field.value !== sheet) setValue(variantsFieldName, sheet, { shouldDirty: true });
  }, [field.value, sheet, setValue]);
  const [lastHistory, setLastHistory] = useState(() => startFrom(sheet));
  const latest = useRef(lastHistory);
  const shownHistory = lastHistory.sheet === sheet ? lastHistory : startFrom(sheet);

  const current = (): History => {
    const value = getValues(variantsFieldName);
    if (latest.current.sheet === value) return latest.current;
    return startFrom(value === field.value ? sheet : toVariantSheet(value));
  };
  const commit = (next: History) => {
    latest.current = next;
    setLastHistory(next);
    field.onChange(next.sheet);
  };
  // Applies an edit as one undo step named `label`. An edit that returns the same sheet adds no step.
  const change = (label: string, edit: (sheet: VariantSheet) => VariantSheet): void => {
    const history = current();
    const next = edit(history.sheet);
    if (next === history.sheet) return;
    commit({ sheet: next, ...addStep(history, { state: next, label }) });
  };
  const goTo = (offset: 1 | -1) => {
    const moved = moveStep(current(), offset);
    const step = moved?.steps[moved.index];
    if (moved && step) commit({ sheet: step.state, ...moved });
  };
  return {
    sheet,
    /** The sheet with changes that aren't rendered yet. */
    getSheet: () => current().sheet,
    cellError,
    change,
    undo: () => goTo(-1),
    redo: () => goTo(1),
    ...getStepLabels(shownHistory),
  };
};

/** Errors from the server or the last validation, as long as their variant is unchanged. */
const useReportedErrors = (variants: readonly EditableVariant[]) => {
  const { errors: allErrors } = useFormState<FormValues>({ name: variantsFieldName });
  const errors = allErrors[variantsFieldName];
  const [reported, setReported] = useState(new Map<EditableVariant, VariantErrors>());
  const latestVariants = useRef(variants);
  latestVariants.current = variants;
  useEffect(() => {
    if (errors) setReported(mapErrorsToVariants(errors, latestVariants.current));
  }, [errors]);
  return reported;
};

const noErrors: VariantErrors = {};

/**
 * Problems of variants; missing values count only after the first save. The functions stay the same until their
 * inputs change.
 */
const useVariantErrors = ({ variants }: VariantSheet) => {
  const { submitCount } = useFormState<FormValues>();
  const productSku = String(useWatch<FormValues>({ name: 'sku' }) ?? '');
  const collisions = useMemo(() => findDuplicates(variants, productSku), [variants, productSku]);
  const reported = useReportedErrors(variants);
  const wasSubmitted = submitCount > 0;
  return useMemo(() => {
    const getSubmitErrors = (variant: EditableVariant): VariantErrors =>
      collisions.has(variant) || reported.has(variant)
        ? { ...collisions.get(variant), ...reported.get(variant) }
        : noErrors;
    const getErrors = (variant: EditableVariant): VariantErrors =>
      wasSubmitted ? { ...findMissingFields(variant), ...getSubmitErrors(variant) } : getSubmitErrors(variant);
    return {
      getErrors,
      hasErrors: (variant: EditableVariant) => Object.keys(getErrors(variant)).length > 0,
    };
  }, [collisions, reported, wasSubmitted]);
};

export const useVariantsState = () => {
  const { isSaving, fileSource } = useResourceFormContext();
  const storedInfos = useMemo(() => getImageInfos(fileSource ?? {}), [fileSource]);
  const variantHistory = useVariantHistory();
  const errorChecks = useVariantErrors(variantHistory.sheet);
  const { sheet, undoLabel, redoLabel } = variantHistory;
  // Memoized, so that typing elsewhere in the form doesn't re-render the grid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps change only with the sheet
  return useMemo(
    () => ({
      ...variantHistory,
      ...errorChecks,
      isReadOnly: isSaving,
      getVariantImage: (image: VariantImage) => getVariantImage(image, storedInfos),
    }),
    [sheet, undoLabel, redoLabel, errorChecks, isSaving, storedInfos],
  );
};

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
