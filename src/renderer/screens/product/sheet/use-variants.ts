import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../../resource/form/form-context.ts';
import { imageInfosOf } from '../product-image.ts';
import { pictureOf } from './image-source.ts';
import { findCollisions, findMissing, type Problems, problemsFromErrors } from './variant-problems.ts';
import { type Draft, sheetOf, type VariantImage, type VariantSheet } from './variant-sheet.ts';

export const variantsName = 'attributeArr';

const maxSteps = 200;

type Step = { sheet: VariantSheet; label: string };
type History = { present: VariantSheet; past: readonly Step[]; future: readonly Step[] };

export type Variants = {
  sheet: VariantSheet;
  isReadOnly: boolean;
  /** Why the text in the open cell editor is invalid. A value blocks submitting the form. */
  refusal: RefObject<string | null>;
  /** Applies an edit as one undo step named `label`. An edit that returns the same sheet adds no step. */
  change: (label: string, edit: (sheet: VariantSheet) => VariantSheet) => void;
  undo: () => void;
  redo: () => void;
  /** Null if there is nothing to undo. */
  undoLabel: string | null;
  redoLabel: string | null;
  pictureOf: (image: VariantImage) => ReturnType<typeof pictureOf>;
  /** Problems of a variant; missing values count only after the first save. */
  problemsOf: (draft: Draft) => Problems;
  isFaulty: (draft: Draft) => boolean;
};

export const VariantsContext = createContext<Variants | null>(null);

export const useVariants = (): Variants => {
  const context = useContext(VariantsContext);
  if (!context) throw new Error('This stands outside the variants');
  return context;
};

/** The form's variants with undo and redo. A value from elsewhere, such as a restored draft, clears the history. */
const useSteps = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  const refusal = useRef<string>(null);
  const { field } = useController<FormValues>({
    name: variantsName,
    rules: { validate: () => refusal.current ?? true },
  });
  const sheet = useMemo(() => sheetOf(field.value), [field.value]);
  useEffect(() => {
    // Replaces a serialized value, such as a restored draft, with the parsed sheet.
    if (field.value !== sheet) setValue(variantsName, sheet, { shouldDirty: true });
  }, [field.value, sheet, setValue]);
  const [known, setKnown] = useState<History>({ present: sheet, past: [], future: [] });
  const latest = useRef(known);
  const history = known.present === sheet ? known : { present: sheet, past: [], future: [] };

  const current = (): History => {
    const present = getValues(variantsName);
    return latest.current.present === present
      ? latest.current
      : { present: present === field.value ? sheet : sheetOf(present), past: [], future: [] };
  };
  const go = (next: History) => {
    latest.current = next;
    setKnown(next);
    field.onChange(next.present);
  };
  const change: Variants['change'] = (label, edit) => {
    const { present, past } = current();
    const next = edit(present);
    if (next === present) return;
    go({ present: next, past: [...past, { sheet: present, label }].slice(-maxSteps), future: [] });
  };
  const undo = () => {
    const { present, past, future } = current();
    const step = past.at(-1);
    if (!step) return;
    go({
      present: step.sheet,
      past: past.slice(0, -1),
      future: [{ sheet: present, label: step.label }, ...future],
    });
  };
  const redo = () => {
    const { present, past, future } = current();
    const [step, ...later] = future;
    if (!step) return;
    go({ present: step.sheet, past: [...past, { sheet: present, label: step.label }], future: later });
  };
  return {
    sheet,
    refusal,
    change,
    undo,
    redo,
    undoLabel: history.past.at(-1)?.label ?? null,
    redoLabel: history.future[0]?.label ?? null,
  };
};

/** Errors from the server or the last validation, as long as their variant is unchanged. */
const useReportedProblems = (variants: readonly Draft[]) => {
  const { errors: all } = useFormState<FormValues>({ name: variantsName });
  const errors = all[variantsName];
  const [reported, setReported] = useState(new Map<Draft, Problems>());
  const drafts = useRef(variants);
  drafts.current = variants;
  useEffect(() => {
    if (errors) setReported(problemsFromErrors(errors, drafts.current));
  }, [errors]);
  return reported;
};

const none: Problems = {};

/** The returned functions stay the same until their inputs change. */
const useProblems = ({ variants }: VariantSheet): Pick<Variants, 'problemsOf' | 'isFaulty'> => {
  const { submitCount } = useFormState<FormValues>();
  const productSku = String(useWatch<FormValues>({ name: 'sku' }) ?? '');
  const collisions = useMemo(() => findCollisions(variants, productSku), [variants, productSku]);
  const reported = useReportedProblems(variants);
  const wasTried = submitCount > 0;
  return useMemo(() => {
    const wrongOf = (draft: Draft): Problems =>
      collisions.has(draft) || reported.has(draft)
        ? { ...collisions.get(draft), ...reported.get(draft) }
        : none;
    const problemsOf = (draft: Draft): Problems =>
      wasTried ? { ...findMissing(draft), ...wrongOf(draft) } : wrongOf(draft);
    return {
      problemsOf,
      isFaulty: (draft) => Object.keys(problemsOf(draft)).length > 0,
    };
  }, [collisions, reported, wasTried]);
};

export const useVariantsState = (): Variants => {
  const { isSaving, record } = useResourceFormContext();
  const stored = useMemo(() => imageInfosOf(record ?? {}), [record]);
  const steps = useSteps();
  const problems = useProblems(steps.sheet);
  const { sheet, undoLabel, redoLabel } = steps;
  // Memoized, so that typing elsewhere in the form doesn't re-render the grid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps change only with the sheet
  return useMemo(
    () => ({
      ...steps,
      ...problems,
      isReadOnly: isSaving,
      pictureOf: (image) => pictureOf(image, stored),
    }),
    [sheet, undoLabel, redoLabel, problems, isSaving, stored],
  );
};
