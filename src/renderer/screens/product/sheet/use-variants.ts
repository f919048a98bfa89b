import { createSafeContext } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../../resource/form/form-context.ts';
import { getImageInfos } from '../product-image.ts';
import { getVariantImage } from './image-source.ts';
import {
  findDuplicates,
  findMissingFields,
  mapErrorsToVariants,
  type VariantErrors,
} from './variant-errors.ts';
import {
  type EditableVariant,
  toVariantSheet,
  type VariantImage,
  type VariantSheet,
} from './variant-sheet.ts';

export const variantsFieldName = 'attributeArr';

const maxUndoSteps = 200;

type Step = { sheet: VariantSheet; label: string };
type History = { present: VariantSheet; past: readonly Step[]; future: readonly Step[] };

export type Variants = {
  sheet: VariantSheet;
  isReadOnly: boolean;
  /** Error of the open cell editor; it blocks submitting the form. */
  cellError: RefObject<string | null>;
  /** Applies an edit as one undo step named `label`. An edit that returns the same sheet adds no step. */
  change: (label: string, edit: (sheet: VariantSheet) => VariantSheet) => void;
  undo: () => void;
  redo: () => void;
  /** Null if there is nothing to undo. */
  undoLabel: string | null;
  redoLabel: string | null;
  getVariantImage: (image: VariantImage) => ReturnType<typeof getVariantImage>;
  /** Errors of a variant; missing values count only after the first save. */
  getErrors: (variant: EditableVariant) => VariantErrors;
  hasErrors: (variant: EditableVariant) => boolean;
};

export const [VariantsContext, useVariants] = createSafeContext<Variants>(
  'useVariants must be used within VariantsContext',
);

/** The form's variants with undo and redo. A value from elsewhere, such as a restored draft, clears the history. */
const useVariantHistory = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
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
  const change: Variants['change'] = (label, edit) => {
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

/** The returned functions stay the same until their inputs change. */
const useVariantErrors = ({ variants }: VariantSheet): Pick<Variants, 'getErrors' | 'hasErrors'> => {
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
      hasErrors: (variant) => Object.keys(getErrors(variant)).length > 0,
    };
  }, [collisions, reported, wasSubmitted]);
};

export const useVariantsState = (): Variants => {
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
      getVariantImage: (image) => getVariantImage(image, storedInfos),
    }),
    [sheet, undoLabel, redoLabel, errorChecks, isSaving, storedInfos],
  );
};
