import type { Variant } from './variant.ts';

type MatchableVariant = { _id?: string | null | undefined; name: string; valueIds: readonly string[] };

/** A key for attribute values, independent of their order; empty if there are none. */
export const combinationKey = (valueIds: readonly string[]): string =>
  valueIds.length < 2 ? (valueIds[0] ?? '') : valueIds.toSorted().join(' ');

type MatchOptions<Before> = { before: readonly Before[]; input: readonly MatchableVariant[] };

/**
 * Finds the earlier variant of each sent one: by id, then by attribute values, so that renaming or reordering an
 * attribute loses nothing, then by name. Each earlier variant matches at most once.
 */
export const matchVariants = <Before extends MatchableVariant>({
  before,
  input,
}: MatchOptions<Before>): (Before | undefined)[] => {
  const matches: (Before | undefined)[] = input.map(() => undefined);
  const unmatched = new Set(before);
  const matchBy = (getKey: (variant: MatchableVariant) => string) => {
    if (unmatched.size === 0) return;
    const byKey = new Map<string, Before>();
    for (const variant of unmatched) {
      const key = getKey(variant);
      if (key && !byKey.has(key)) byKey.set(key, variant);
    }
    for (const [index, variant] of input.entries()) {
      if (matches[index]) continue;
      const match = byKey.get(getKey(variant));
      if (!match || !unmatched.has(match)) continue;
      matches[index] = match;
      unmatched.delete(match);
    }
  };
  matchBy(({ _id }) => _id ?? '');
  matchBy(({ valueIds }) => combinationKey(valueIds));
  matchBy(({ name }) => name);
  return matches;
};

export type VariantValue = Variant['attributeValueArr'][number];

/** A variant in a form. Images are stored names or the client's own type for new files. */
export type VariantDraft<Image = unknown> = {
  /** Null for a new variant. */
  _id: string | null;
  name: string;
  productName: string;
  sku: string;
  price: number;
  /** Left out unless it has one, or had one. */
  gtin?: string | undefined;
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

export const joinValueNames = (values: readonly VariantValue[]): string =>
  values.map((value) => value.attributeValueName).join('-');

/** Whether a name was generated, possibly with a number to make it unique. */
export const isGeneratedName = ({
  name,
  attributeValueArr,
}: Pick<VariantDraft, 'name' | 'attributeValueArr'>): boolean => {
  const generated = joinValueNames(attributeValueArr);
  return name === generated || (name.startsWith(generated) && /^-\d+$/.test(name.slice(generated.length)));
};

export const firstByKey = <Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item> => {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = getKey(item);
    if (key && !found.has(key)) found.set(key, item);
  }
  return found;
};
