import { createSafeContext } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { AttributeWithValues } from '#shared/product/variant-draft.ts';
import { useResourceFormContext } from '../../../resource-kit/form/field.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { addStep, type EditHistory, getStepLabels, moveStep, startHistory } from '../../../ui/grid/edit-history.tsx';
import { type EditableVariant, getVariantTitle, toVariantSheet, VariantSheet } from './variant-sheet.ts';

export const variantsFieldName = 'attributeArr';

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
  const history = useRef<EditHistory<VariantSheet>>(startHistory(sheet));
  const getLatest = (): { latest: VariantSheet; steps: EditHistory<VariantSheet> } => {
    const value: unknown = getValues(variantsFieldName);
    const latest = value instanceof VariantSheet ? value : sheet;
    const { steps, index } = history.current;
    return { latest, steps: steps[index]?.state === latest ? history.current : startHistory(latest) };
  };
  const commit = (next: EditHistory<VariantSheet>) => {
    history.current = next;
    field.onChange(next.steps[next.index]?.state);
  };
  const goTo = (offset: 1 | -1) => {
    const moved = moveStep(getLatest().steps, offset);
    if (moved) commit(moved);
  };
  return {
    sheet,
    /** The sheet with changes that aren't rendered yet. */
    getSheet: () => getLatest().latest,
    cellError,
    /** Applies an edit as one undo step. An edit that returns the same sheet adds no step. */
    change: (label: string, edit: (sheet: VariantSheet) => VariantSheet): void => {
      const { latest, steps } = getLatest();
      const state = edit(latest);
      if (state !== latest) commit(addStep(steps, { state, label }));
    },
    undo: () => goTo(-1),
    redo: () => goTo(1),
    ...getStepLabels(getLatest().steps),
  };
};

type VariantErrors = Partial<Record<keyof EditableVariant, string>>;

const isBlank = (text: string) => text.trim() === '';

/** Finds all empty cells; the check on save reports only the first failing rule, in the specification's words. */
const findMissingFields = (variant: EditableVariant): VariantErrors => ({
  ...(isBlank(variant.name) && { name: 'Enter a name' }),
  ...(isBlank(variant.sku) && { sku: 'Enter a SKU' }),
  ...(variant.imagesArr.length === 0 && { imagesArr: 'Add at least one image' }),
  ...(variant.descriptionArr.some(isBlank) && { descriptionArr: 'Fill in or remove the empty feature' }),
});

/** Variants whose SKU the product or an earlier variant has, with their indexes. */
export const findDuplicates = (variants: readonly EditableVariant[], productSku: string) => {
  const owners = new Map([[productSku.trim(), 'the product']]);
  return variants.flatMap((variant, index) => {
    const sku = variant.sku.trim();
    const owner = sku === '' ? undefined : owners.get(sku);
    if (owner === undefined) owners.set(sku, getVariantTitle(variant));
    return owner === undefined ? [] : [{ variant, index, message: `Already used by ${owner}` }];
  });
};

/** The message of a form error, or the first one below it. */
const firstMessage = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(firstMessage)
    .find((message) => message !== undefined);
};

/** Errors from the server or the last validation, as long as their variant is unchanged. */
const useReportedErrors = (variants: readonly EditableVariant[]) => {
  const { errors } = useFormState<FormValues>({ name: variantsFieldName });
  const list = errors[variantsFieldName];
  const [reported, setReported] = useState<ReadonlyMap<EditableVariant, VariantErrors>>(new Map());
  const latestVariants = useRef(variants);
  latestVariants.current = variants;
  useEffect(() => {
    if (!list) return;
    const entries = Object.entries(list).flatMap(([index, fields]): [EditableVariant, VariantErrors][] => {
      const variant = latestVariants.current[Number(index)];
      if (!variant) return [];
      const messages = Object.entries(fields ?? {}).flatMap(([name, error]) => {
        const message = firstMessage(error);
        return message === undefined ? [] : [[name, message]];
      });
      return messages.length > 0 ? [[variant, Object.fromEntries(messages)]] : [];
    });
    setReported(new Map(entries));
  }, [list]);
  return reported;
};

const noErrors: VariantErrors = {};

/** Problems of variants; missing values count only after the first save. The functions stay the same until they change. */
const useVariantErrors = ({ variants }: VariantSheet) => {
  const { submitCount } = useFormState<FormValues>();
  const productSku = String(useWatch<FormValues>({ name: 'sku' }) ?? '');
  const collisions = useMemo(
    () => new Map(findDuplicates(variants, productSku).map(({ variant, message }) => [variant, { sku: message }])),
    [variants, productSku],
  );
  const reported = useReportedErrors(variants);
  const wasSubmitted = submitCount > 0;
  return useMemo(() => {
    const getErrors = (variant: EditableVariant): VariantErrors =>
      wasSubmitted || collisions.has(variant) || reported.has(variant)
        ? {
            ...(wasSubmitted && findMissingFields(variant)),
            ...collisions.get(variant),
            ...reported.get(variant),
          }
        : noErrors;
    return {
      reported,
      getErrors,
      hasErrors: (variant: EditableVariant) => Object.keys(getErrors(variant)).length > 0,
    };
  }, [collisions, reported, wasSubmitted]);
};

type AttributeValue = AttributeWithValues['attributeValueArr'][number];

export const useVariantsState = (attributes: readonly AttributeWithValues[] | undefined) => {
  const { isSaving } = useResourceFormContext();
  const { getValues } = useFormContext<FormValues>();
  const valuesById = useMemo(() => {
    const values = attributes?.flatMap(({ attributeValueArr }) => attributeValueArr) ?? [];
    return new Map(values.map((value): [string, AttributeValue] => [value._id, value]));
  }, [attributes]);
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
      valuesById,
      getProduct: () => ({ name: String(getValues('name') ?? ''), sku: String(getValues('sku') ?? '') }),
    }),
    [sheet, undoLabel, redoLabel, errorChecks, isSaving, valuesById],
  );
};

export type Variants = ReturnType<typeof useVariantsState>;

export const [VariantsContext, useVariants] = createSafeContext<Variants>(
  'useVariants must be used within VariantsContext',
);
