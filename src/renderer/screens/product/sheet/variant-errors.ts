import type { FieldError } from '#shared/api.ts';
import { findDuplicateSkus, listSkuLocations } from '#shared/product/skus.ts';
import type { EditableVariant } from './variant-sheet.ts';

export type VariantErrors = Partial<Record<keyof EditableVariant, string>>;

const isBlank = (text: string) => text.trim() === '';

/** Finds all empty cells; the check on save reports only the first failing rule, in the specification's words. */
export const findMissingFields = (variant: EditableVariant): VariantErrors => ({
  ...(isBlank(variant.name) && { name: 'Enter a name' }),
  ...(isBlank(variant.sku) && { sku: 'Enter a SKU' }),
  ...(variant.imagesArr.length === 0 && { imagesArr: 'Add at least one image' }),
  ...(variant.descriptionArr.some(isBlank) && { descriptionArr: 'Fill in or remove the empty feature' }),
});

export const findDuplicateSkuErrors = (variants: readonly EditableVariant[], productSku: string): FieldError[] => {
  const locations = listSkuLocations({
    sku: productSku.trim(),
    attributeArr: variants.map(({ sku }) => ({ sku: sku.trim() })),
  });
  return findDuplicateSkus(locations).map(({ sku, field }) => ({
    field,
    message: `${sku} is already used by another variant`,
  }));
};

export const findDuplicates = (
  variants: readonly EditableVariant[],
  productSku: string,
): Map<EditableVariant, VariantErrors> => {
  const errorsByVariant = new Map<EditableVariant, VariantErrors>();
  for (const { field, message } of findDuplicateSkuErrors(variants, productSku)) {
    const variant = variants[Number(field.split('.')[1])];
    if (variant) errorsByVariant.set(variant, { sku: message });
  }
  return errorsByVariant;
};

/** Maps form errors below `attributeArr` to their variants. */
export const mapErrorsToVariants = (
  errors: unknown,
  variants: readonly EditableVariant[],
): Map<EditableVariant, VariantErrors> => {
  const errorsByVariant = new Map<EditableVariant, VariantErrors>();
  if (typeof errors !== 'object' || errors === null) return errorsByVariant;
  for (const [index, fields] of Object.entries(errors)) {
    const variant = variants[Number(index)];
    if (!variant || typeof fields !== 'object' || fields === null) continue;
    const messages = Object.entries(fields as Record<string, unknown>).flatMap(([field, error]) => {
      const message = firstMessage(error);
      return message === null ? [] : [[field, message] as const];
    });
    if (messages.length > 0) errorsByVariant.set(variant, Object.fromEntries(messages));
  }
  return errorsByVariant;
};

const firstMessage = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null) return null;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const part of Object.values(error)) {
    const message = firstMessage(part);
    if (message !== null) return message;
  }
  return null;
};
