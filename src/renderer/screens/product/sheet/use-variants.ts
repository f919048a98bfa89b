import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from '../../../resource/form/field-props.ts';
import { useResourceFormContext } from '../../../resource/form/form-context.ts';
import { imageInfosOf } from '../product-image.ts';
import { pictureOf } from './image-source.ts';
import { findCollisions, findMissing, type Problems, problemsFromErrors } from './variant-problems.ts';
import { type Draft, sheetOf, type VariantImage, type VariantSheet } from './variant-sheet.ts';

/** The name under which the form holds the variants. */
export const variantsName = 'attributeArr';

const maxSteps = 200;

type Step = { sheet: VariantSheet; label: string };
type History = { present: VariantSheet; past: readonly Step[]; future: readonly Step[] };

/** What the parts of the variants' section share. */
export type Variants = {
  sheet: VariantSheet;
  isReadOnly: boolean;
  /** Why what is typed in a cell cannot be taken: while it stands there, the form is not sent without it. */
  refusal: RefObject<string | null>;
  /** Takes one step that can be undone; `label` says what it does. Giving back the same sheet is no step. */
  change: (label: string, edit: (sheet: VariantSheet) => VariantSheet) => void;
  undo: () => void;
  redo: () => void;
  /** What would be undone and done again; null where there is nothing. */
  undoLabel: string | null;
  redoLabel: string | null;
  /** The URL of a picture, and its original name and size if known. */
  pictureOf: (image: VariantImage) => ReturnType<typeof pictureOf>;
  /** What is wrong with a variant and worth saying now. */
  problemsOf: (draft: Draft) => Problems;
  /** Whether any of that is wrong with it. */
  isFaulty: (draft: Draft) => boolean;
};

export const VariantsContext = createContext<Variants | null>(null);

/** The variants of the product that is edited. */
export const useVariants = (): Variants => {
  const context = useContext(VariantsContext);
  if (!context) throw new Error('This stands outside the variants');
  return context;
};

/** The variants as the form holds them, with every step undone and done again. What comes from elsewhere begins anew. */
const useSteps = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  const refusal = useRef<string>(null);
  const { field } = useController<FormValues>({
    name: variantsName,
    rules: { validate: () => refusal.current ?? true },
  });
  const sheet = useMemo(() => sheetOf(field.value), [field.value]);
  useEffect(() => {
    // What was written out once, such as a draft, is one value again from here on.
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

/** What the server or the last check said of variants, as long as these stay as they were. */
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

/** What is wrong with the variants; the same functions as long as nothing that they look at changes. */
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
    // Empty cells count as errors from the first save on.
    const problemsOf = (draft: Draft): Problems =>
      wasTried ? { ...findMissing(draft), ...wrongOf(draft) } : wrongOf(draft);
    return {
      problemsOf,
      isFaulty: (draft) => Object.keys(problemsOf(draft)).length > 0,
    };
  }, [collisions, reported, wasTried]);
};

/** The state of the variants' section: to be given to `VariantsContext`. */
export const useVariantsState = (): Variants => {
  const { isSaving, record } = useResourceFormContext();
  const stored = useMemo(() => imageInfosOf(record ?? {}), [record]);
  const steps = useSteps();
  const problems = useProblems(steps.sheet);
  const { sheet, undoLabel, redoLabel } = steps;
  // One value as long as nothing in it changes: what is typed elsewhere in the form must not draw the grid anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps work on the sheet that stands here
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
