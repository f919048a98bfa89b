import { createSafeContext } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../../resource/form/form-context.ts';
import { getImageInfos } from '../product-image.ts';
import {
  findDuplicates,
  findMissingFields,
  mapErrorsToVariants,
  type VariantErrors,
} from './variant-errors.ts';
import {
  type EditableVariant,
  getVariantImage,
  toVariantSheet,
  type VariantImage,
  type VariantSheet,
} from './variant-sheet.ts';

export const variantsFieldName = 'attributeArr';

const maxUndoSteps = 200;

type Step = { sheet: VariantSheet; label: string };
type History = { present: VariantSheet; past: readonly Step[]; future: readonly Step[] };

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
  const [lastHistory, setLastHistory] = useState<History>({ present: sheet, past: [], future: [] });
  const latest = useRef(lastHistory);
  const history = lastHistory.present === sheet ? lastHistory : { present: sheet, past: [], future: [] };

  const current = (): History => {
    const present = getValues(variantsFieldName);
    return latest.current.present === present
      ? latest.current
      : { present: present === field.value ? sheet : toVariantSheet(present), past: [], future: [] };
  };
  const commit = (next: History) => {
    latest.current = next;
    setLastHistory(next);
    field.onChange(next.present);
  };
  // Applies an edit as one undo step named `label`. An edit that returns the same sheet adds no step.
  const change = (label: string, edit: (sheet: VariantSheet) => VariantSheet): void => {
    const { present, past } = current();
    const next = edit(present);
    if (next === present) return;
    commit({ present: next, past: [...past, { sheet: present, label }].slice(-maxUndoSteps), future: [] });
  };
  const undo = () => {
    const { present, past, future } = current();
    const step = past.at(-1);
    if (!step) return;
    commit({
      present: step.sheet,
      past: past.slice(0, -1),
      future: [{ sheet: present, label: step.label }, ...future],
    });
  };
  const redo = () => {
    const { present, past, future } = current();
    const [step, ...remaining] = future;
    if (!step) return;
    commit({
      present: step.sheet,
      past: [...past, { sheet: present, label: step.label }],
      future: remaining,
    });
  };
  return {
    sheet,
    cellError,
    change,
    undo,
    redo,
    /** Null if there is nothing to undo. */
    undoLabel: history.past.at(-1)?.label ?? null,
    redoLabel: history.future[0]?.label ?? null,
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
      wasSubmitted
        ? { ...findMissingFields(variant), ...getSubmitErrors(variant) }
        : getSubmitErrors(variant);
    return {
      getErrors,
      hasErrors: (variant: EditableVariant) => Object.keys(getErrors(variant)).length > 0,
    };
  }, [collisions, reported, wasSubmitted]);
};

export const useVariantsState = () => {
  const { isSaving, record } = useResourceFormContext();
  const storedInfos = useMemo(() => getImageInfos(record ?? {}), [record]);
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
