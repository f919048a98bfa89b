import { combinationKey } from './match-variants.ts';
import type { Variant } from './variant.ts';

export type VariantValue = Variant['attributeValueArr'][number];

/** A variant in a form. Images are stored names or the client's own type for new files. */
export type VariantDraft<Image = unknown> = {
  /** Null for a new variant. */
  _id: string | null;
  name: string;
  productName: string;
  sku: string;
  price: number;
  imagesArr: readonly Image[];
  descriptionArr: readonly string[];
  attributeValueArr: readonly VariantValue[];
};

export type AttributeWithValues = {
  _id: string;
  name: string;
  attributeValueArr: readonly { _id: string; name: string; color?: string; image?: string | null }[];
};

/** Ids of the checked values by id of the checked attribute. */
export type AttributeSelection = Readonly<Record<string, readonly string[]>>;

const combinations = new WeakMap<VariantDraft['attributeValueArr'], string>();

/** Returns the key of a variant's attribute values; empty if it has none. */
export const draftCombinationKey = ({ attributeValueArr }: Pick<VariantDraft, 'attributeValueArr'>): string => {
  // The array stays the same object while other fields are edited, so its key is cached.
  const cached = combinations.get(attributeValueArr);
  if (cached !== undefined) return cached;
  const combination = combinationKey(attributeValueArr.map((value) => value.attributeValueId));
  combinations.set(attributeValueArr, combination);
  return combination;
};

/** The attributes and values that the variants use: the initial selection of a product. */
export const selectionOf = (variants: readonly Pick<VariantDraft, 'attributeValueArr'>[]): AttributeSelection => {
  const chosen = new Map<string, Set<string>>();
  for (const { attributeValueArr } of variants) {
    for (const { attributeId, attributeValueId } of attributeValueArr) {
      const values = chosen.get(attributeId) ?? new Set();
      chosen.set(attributeId, values.add(attributeValueId));
    }
  }
  return Object.fromEntries([...chosen].map(([id, values]) => [id, [...values]]));
};

/** Checks an attribute, or unchecks it together with all of its values. */
export const setAttributeChecked = (
  selection: AttributeSelection,
  attributeId: string,
  isChecked: boolean,
): AttributeSelection => {
  const { [attributeId]: values = [], ...others } = selection;
  return isChecked ? { ...others, [attributeId]: values } : others;
};

/** Checks or unchecks values; checking also checks the attribute. */
export const setValuesChecked = (
  selection: AttributeSelection,
  { attributeId, valueIds, isChecked }: { attributeId: string; valueIds: readonly string[]; isChecked: boolean },
): AttributeSelection => {
  const others = (selection[attributeId] ?? []).filter((id) => !valueIds.includes(id));
  return { ...selection, [attributeId]: isChecked ? [...others, ...valueIds] : others };
};
