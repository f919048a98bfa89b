import { createSafeContext } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../../resource/form/form-context.ts';
import { imageInfosOf } from '../product-image.ts';
import {
  findCollisions,
  findMissingFields,
  mapErrorsToVariants,
  type VariantErrors,
} from './variant-errors.ts';
import {
  type Draft,
  pictureOf,
  toVariantSheet,
  type VariantImage,
  type VariantSheet,
} from './variant-sheet.ts';

export const variantsFieldName = 'attributeArr';

const maxUndoSteps = 200;

type Step = { sheet: VariantSheet; label: string };
type History = { present: VariantSheet; past: readonly Step[]; future: readonly Step[] };

export type Variants = ReturnType<typeof useVariantsState>;

export const [VariantsContext, useVariants] = createSafeContext<Variants>('This stands outside the variants');

/** The form's variants with undo and redo. A value from elsewhere, such as a restored draft, clears the history. */
const useVariantHistory = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  // Why the text in the open cell editor is invalid. A value blocks submitting the form.
  const refusal = useRef<string>(null);
  const { field } = useController<FormValues>({
    name: variantsFieldName,
    rules: { validate: () => refusal.current ?? true },
  });
  const sheet = useMemo(() => toVariantSheet(field.value), [field.value]);
  useEffect(() => {
    // Replaces a serialized value, such as a restored draft, with the parsed sheet.
    if (field.value !== sheet) setValue(variantsFieldName, sheet, { shouldDirty: true });
  }, [field.value, sheet, setValue]);
  const [known, setKnown] = useState<History>({ present: sheet, past: [], future: [] });
  const latest = useRef(known);
  const history = known.present === sheet ? known : { present: sheet, past: [], future: [] };

  const current = (): History => {
    const present = getValues(variantsFieldName);
    return latest.current.present === present
      ? latest.current
      : { present: present === field.value ? sheet : toVariantSheet(present), past: [], future: [] };
  };
  const commit = (next: History) => {
    latest.current = next;
    setKnown(next);
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
    const [step, ...later] = future;
    if (!step) return;
    commit({ present: step.sheet, past: [...past, { sheet: present, label: step.label }], future: later });
  };
  return {
    sheet,
    refusal,
    change,
    undo,
    redo,
    /** Null if there is nothing to undo. */
    undoLabel: history.past.at(-1)?.label ?? null,
    redoLabel: history.future[0]?.label ?? null,
  };
};

/** Errors from the server or the last validation, as long as their variant is unchanged. */
const useReportedErrors = (variants: readonly Draft[]) => {
  const { errors: all } = useFormState<FormValues>({ name: variantsFieldName });
  const errors = all[variantsFieldName];
  const [reported, setReported] = useState(new Map<Draft, VariantErrors>());
  const drafts = useRef(variants);
  drafts.current = variants;
  useEffect(() => {
    if (errors) setReported(mapErrorsToVariants(errors, drafts.current));
  }, [errors]);
  return reported;
};

const none: VariantErrors = {};

/**
 * Problems of variants; missing values count only after the first save. The functions stay the same until their
 * inputs change.
 */
const useProblems = ({ variants }: VariantSheet) => {
  const { submitCount } = useFormState<FormValues>();
  const productSku = String(useWatch<FormValues>({ name: 'sku' }) ?? '');
  const collisions = useMemo(() => findCollisions(variants, productSku), [variants, productSku]);
  const reported = useReportedErrors(variants);
  const wasTried = submitCount > 0;
  return useMemo(() => {
    const getSubmitErrors = (draft: Draft): VariantErrors =>
      collisions.has(draft) || reported.has(draft)
        ? { ...collisions.get(draft), ...reported.get(draft) }
        : none;
    const getErrors = (draft: Draft): VariantErrors =>
      wasTried ? { ...findMissingFields(draft), ...getSubmitErrors(draft) } : getSubmitErrors(draft);
    return {
      getErrors,
      hasErrors: (draft: Draft) => Object.keys(getErrors(draft)).length > 0,
    };
  }, [collisions, reported, wasTried]);
};

export const useVariantsState = () => {
  const { isSaving, record } = useResourceFormContext();
  const stored = useMemo(() => imageInfosOf(record ?? {}), [record]);
  const steps = useVariantHistory();
  const problems = useProblems(steps.sheet);
  const { sheet, undoLabel, redoLabel } = steps;
  // Memoized, so that typing elsewhere in the form doesn't re-render the grid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps change only with the sheet
  return useMemo(
    () => ({
      ...steps,
      ...problems,
      isReadOnly: isSaving,
      pictureOf: (image: VariantImage) => pictureOf(image, stored),
    }),
    [sheet, undoLabel, redoLabel, problems, isSaving, stored],
  );
};
