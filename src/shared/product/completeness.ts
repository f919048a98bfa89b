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
  /** The product's own values. */
  values: Readonly<Record<string, unknown>>;
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

/** Those that aren't about a field that has their name. */
const checks: Partial<Record<Requirement, (facts: CompletenessFacts, rules: CompletenessRules) => boolean>> = {
  image: ({ hasImage }) => hasImage,
  category: ({ values }) => isFilled(values.categoryId),
  subCategory: ({ values }) => isFilled(values.subCategoryId),
  description: ({ values }, { minDescription }) =>
    countTextLength(values.description) >= Math.max(minDescription ?? 0, 1),
  variants: ({ variantCount }) => variantCount > 0,
  variantImage: ({ variantsWithoutImage }) => variantsWithoutImage === 0,
  variantSku: ({ variantsWithoutSku }) => variantsWithoutSku === 0,
};

export const findMissing = (facts: CompletenessFacts, rules: CompletenessRules): Requirement[] =>
  rules.requirements.filter(
    (requirement) => !(checks[requirement]?.(facts, rules) ?? isFilled(facts.values[requirement])),
  );

/** Percent of the requirements that a product meets. It is 100 only if it meets all of them. */
export const computeCompleteness = (facts: CompletenessFacts, rules: CompletenessRules): number => {
  const total = rules.requirements.length;
  if (total === 0) return 100;
  return Math.floor((100 * (total - findMissing(facts, rules).length)) / total);
};
