import type { completenessRequirements } from '../resources/completeness-rules.ts';

export type Requirement = (typeof completenessRequirements)[number]['value'];

export type CompletenessRules = {
  requirements: readonly Requirement[];
  /** Characters of a description; an empty one is never enough. */
  minDescription: number | null;
};

export const defaultCompletenessRules: CompletenessRules = {
  requirements: ['image', 'price', 'category', 'description', 'variantSku'],
  minDescription: 20,
};

/** Facts about a product that its completeness follows from. Numbers are of its variants. */
export type CompletenessFacts = {
  hasImage: boolean;
  price: unknown;
  categoryId: unknown;
  subCategoryId: unknown;
  description: unknown;
  specification: unknown;
  materialType: unknown;
  sku: unknown;
  variantCount: number;
  variantsWithoutImage: number;
  variantsWithoutSku: number;
};

/** Characters of a formatted text, without its elements. An entity counts as one character. */
export const countTextLength = (html: unknown): number =>
  String(html ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#\d+|\w+);/g, (entity) => (entity === '&nbsp;' ? ' ' : '.'))
    .replace(/\s+/g, ' ')
    .trim().length;

const isFilled = (value: unknown) => value !== null && value !== undefined && String(value).trim() !== '';

const checks: Record<Requirement, (facts: CompletenessFacts, rules: CompletenessRules) => boolean> = {
  image: ({ hasImage }) => hasImage,
  price: ({ price }) => isFilled(price),
  category: ({ categoryId }) => isFilled(categoryId),
  subCategory: ({ subCategoryId }) => isFilled(subCategoryId),
  description: ({ description }, { minDescription }) =>
    countTextLength(description) >= Math.max(minDescription ?? 0, 1),
  specification: ({ specification }) => isFilled(specification),
  materialType: ({ materialType }) => isFilled(materialType),
  sku: ({ sku }) => isFilled(sku),
  variants: ({ variantCount }) => variantCount > 0,
  variantImage: ({ variantsWithoutImage }) => variantsWithoutImage === 0,
  variantSku: ({ variantsWithoutSku }) => variantsWithoutSku === 0,
};

export const findMissing = (facts: CompletenessFacts, rules: CompletenessRules): Requirement[] =>
  rules.requirements.filter((requirement) => !checks[requirement](facts, rules));

/** Percent of the requirements that a product meets. It is 100 only if it meets all of them. */
export const computeCompleteness = (facts: CompletenessFacts, rules: CompletenessRules): number => {
  const total = rules.requirements.length;
  if (total === 0) return 100;
  return Math.floor((100 * (total - findMissing(facts, rules).length)) / total);
};
