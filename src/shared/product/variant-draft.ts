import { combinationOf } from './match-variants.ts';
import type { Variant } from './variant.ts';

export type VariantValue = Variant['attributeValueArr'][number];

/** A variant while it is edited. Its images are stored names or whatever the client has for new ones. */
export type VariantDraft<Image = unknown> = {
  /** Of a variant that is stored already. */
  _id: string | null;
  name: string;
  productName: string;
  sku: string;
  price: number;
  imagesArr: readonly Image[];
  descriptionArr: readonly string[];
  attributeValueArr: readonly VariantValue[];
};

/** An attribute with the values that it offers, in their order. */
export type AttributeChoices = {
  _id: string;
  name: string;
  attributeValueArr: readonly { _id: string; name: string }[];
};

/** The checked attributes, by id, with the ids of their checked values. */
export type Choice = Readonly<Record<string, readonly string[]>>;

const combinations = new WeakMap<VariantDraft['attributeValueArr'], string>();

/** The combination of attribute values that a variant stands for; '' for one without values. */
export const combinationOfDraft = ({
  attributeValueArr,
}: Pick<VariantDraft, 'attributeValueArr'>): string => {
  // The values stay the same list while the rest of a variant is edited.
  const known = combinations.get(attributeValueArr);
  if (known !== undefined) return known;
  const combination = combinationOf(attributeValueArr.map((value) => value.attributeValueId));
  combinations.set(attributeValueArr, combination);
  return combination;
};

/** The attributes and values that variants have: what is checked when a product is opened. */
export const choiceOf = (variants: readonly Pick<VariantDraft, 'attributeValueArr'>[]): Choice => {
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
export const checkAttribute = (choice: Choice, attributeId: string, isChecked: boolean): Choice => {
  const { [attributeId]: values = [], ...others } = choice;
  return isChecked ? { ...others, [attributeId]: values } : others;
};

/** Checks values of an attribute, and the attribute with them, or unchecks these values. */
export const checkValues = (
  choice: Choice,
  {
    attributeId,
    valueIds,
    isChecked,
  }: { attributeId: string; valueIds: readonly string[]; isChecked: boolean },
): Choice => {
  const others = (choice[attributeId] ?? []).filter((id) => !valueIds.includes(id));
  return { ...choice, [attributeId]: isChecked ? [...others, ...valueIds] : others };
};
