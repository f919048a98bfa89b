import { findDuplicateSkus, listSkuLocations } from '#shared/product/skus.ts';
import type { Draft } from './variant-sheet.ts';

export type VariantField = 'name' | 'productName' | 'sku' | 'price' | 'imagesArr' | 'descriptionArr';

export type VariantErrors = Partial<Record<VariantField, string>>;

export const duplicateSkuMessage = (sku: string): string => `${sku} is already used by another variant`;

const isBlank = (text: string) => text.trim() === '';

/** Finds all empty cells; the check on save reports only the first failing rule, in the specification's words. */
export const findMissingFields = (draft: Draft): VariantErrors => ({
  ...(isBlank(draft.name) && { name: 'Enter a name' }),
  ...(isBlank(draft.sku) && { sku: 'Enter a SKU' }),
  ...(draft.imagesArr.length === 0 && { imagesArr: 'Add at least one image' }),
  ...(draft.descriptionArr.some(isBlank) && { descriptionArr: 'Fill in or remove the empty feature' }),
});

export const findCollisions = (variants: readonly Draft[], productSku: string): Map<Draft, VariantErrors> => {
  const placed = listSkuLocations({
    sku: productSku.trim(),
    attributeArr: variants.map(({ sku }) => ({ sku: sku.trim() })),
  });
  const found = new Map<Draft, VariantErrors>();
  for (const { sku, field } of findDuplicateSkus(placed)) {
    const draft = variants[Number(field.split('.')[1])];
    if (draft) found.set(draft, { sku: duplicateSkuMessage(sku) });
  }
  return found;
};

/** Maps form errors below `attributeArr` to their variants. */
export const mapErrorsToVariants = (
  errors: unknown,
  variants: readonly Draft[],
): Map<Draft, VariantErrors> => {
  const found = new Map<Draft, VariantErrors>();
  if (typeof errors !== 'object' || errors === null) return found;
  for (const [index, fields] of Object.entries(errors)) {
    const draft = variants[Number(index)];
    if (!draft || typeof fields !== 'object' || fields === null) continue;
    const messages = Object.entries(fields as Record<string, unknown>).flatMap(([field, error]) => {
      const message = firstMessage(error);
      return message === null ? [] : [[field, message] as const];
    });
    if (messages.length > 0) found.set(draft, Object.fromEntries(messages));
  }
  return found;
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
