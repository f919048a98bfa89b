import { combinationOf } from './match-variants.ts';
import {
  type AttributeChoices,
  type Choice,
  combinationOfDraft,
  type VariantDraft,
  type VariantValue,
} from './variant-draft.ts';

/** As many variants as a product can have. */
export const maxGenerated = 10_000;

/** The variants of a product, those that were taken out of it meanwhile, and what is checked. */
export type VariantSet<Draft extends VariantDraft = VariantDraft> = {
  variants: readonly Draft[];
  aside: readonly Draft[];
  choice: Choice;
};

type Combination = readonly VariantValue[];

/** The checked values of each checked attribute that has any, in the order in which they are offered. */
const dimensionsOf = (attributes: readonly AttributeChoices[], choice: Choice): Combination[] =>
  attributes.flatMap(({ _id: attributeId, name: attributeName, attributeValueArr }) => {
    const checked = new Set(choice[attributeId]);
    const values = attributeValueArr
      .filter(({ _id }) => checked.has(_id))
      .map(({ _id, name }) => ({
        attributeValueId: _id,
        attributeId,
        attributeValueName: name,
        attributeName,
      }));
    return values.length > 0 ? [values] : [];
  });

const crossProduct = (dimensions: readonly Combination[]): Combination[] =>
  dimensions.length === 0
    ? []
    : dimensions.reduce<Combination[]>(
        (combinations, values) =>
          combinations.flatMap((combination) => values.map((value) => [...combination, value])),
        [[]],
      );

/** How many combinations the checked values have. */
export const countCombinations = (attributes: readonly AttributeChoices[], choice: Choice): number => {
  const dimensions = dimensionsOf(attributes, choice);
  return dimensions.reduce((count, values) => count * values.length, dimensions.length === 0 ? 0 : 1);
};

const idsOf = (values: Combination): string[] => values.map((value) => value.attributeValueId);

/** The part of a combination that lies in these attributes. */
const partOf = (values: Combination, attributeIds: ReadonlySet<string>): Combination =>
  values.filter((value) => attributeIds.has(value.attributeId));

const checkedAttributes = (choice: Choice): Set<string> =>
  new Set(Object.keys(choice).filter((id) => (choice[id]?.length ?? 0) > 0));

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** Whether there is anything in a variant that somebody would miss. */
const isWorthKeeping = ({ _id, productName, sku, price, imagesArr, descriptionArr }: VariantDraft): boolean =>
  _id !== null ||
  productName !== '' ||
  sku !== '' ||
  price !== 0 ||
  imagesArr.length > 0 ||
  descriptionArr.length > 0;

const firstByKey = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> => {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (key && !found.has(key)) found.set(key, item);
  }
  return found;
};

/** Gives each name once: what was there before keeps it, a new one of the same name is counted. */
const nameGiver =
  (taken: Set<string>) =>
  (name: string): string => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
    taken.add(unique);
    return unique;
  };

const blank = { _id: null, productName: '', sku: '', price: 0, imagesArr: [], descriptionArr: [] };

const joinedName = (values: Combination): string => values.map((value) => value.attributeValueName).join('-');

/** What tells a combination that is wanted now from one that was left out on purpose. */
const planOf = (before: VariantSet, choice: Choice, present: ReadonlyMap<string, VariantDraft>) => {
  const old = checkedAttributes(before.choice);
  const now = checkedAttributes(choice);
  const common = new Set([...now].filter((id) => old.has(id)));
  const wasChecked = new Set([...common].flatMap((id) => before.choice[id] ?? []));
  if (isSameSet(old, now)) return { common, wasChecked, ancestors: present, isSameAttributes: true };
  // A variant that lacks one of these attributes stands for none of their combinations.
  const whole = before.variants.filter(
    ({ attributeValueArr }) => partOf(attributeValueArr, common).length === common.size,
  );
  const ancestors = firstByKey(whole, ({ attributeValueArr }) =>
    combinationOf(idsOf(partOf(attributeValueArr, common))),
  );
  return { common, wasChecked, ancestors, isSameAttributes: false };
};

/** Variants without values, or with values of only some attributes: they are no combination, and stay as they are. */
const apartOf = (before: VariantSet, choice: Choice): VariantDraft[] => {
  const now = checkedAttributes(choice);
  const isChecked = (value: VariantValue) => choice[value.attributeId]?.includes(value.attributeValueId);
  const isUntouched = isSameSet(checkedAttributes(before.choice), now);
  return before.variants.filter(({ attributeValueArr: values }) => {
    if (values.length === 0) return true;
    return isUntouched && values.length !== now.size && values.every(isChecked);
  });
};

/**
 * The variants for what is checked now: the cross product of the checked values. A combination that is there already
 * keeps all it has, one that was there before comes back with it. Where an attribute is added or taken out, the first
 * variant that continues another one starts with what that has. Combinations that were taken out one by one stay out,
 * unless all are asked for.
 */
export const generateVariants = <Draft extends VariantDraft>({
  before,
  attributes,
  choice,
  isComplete = false,
}: {
  before: VariantSet<Draft>;
  attributes: readonly AttributeChoices[];
  choice: Choice;
  isComplete?: boolean;
}): VariantSet<Draft> => {
  const present: ReadonlyMap<string, Draft> = firstByKey(before.variants, combinationOfDraft);
  const { common, wasChecked, ancestors, isSameAttributes } = planOf(before, choice, present);
  const kept = firstByKey(before.aside, combinationOfDraft);
  const apart = apartOf(before, choice);
  const found = crossProduct(dimensionsOf(attributes, choice)).flatMap((values) => {
    const key = combinationOf(idsOf(values));
    const own = present.get(key) ?? kept.get(key);
    const part = isSameAttributes ? values : partOf(values, common);
    const ancestorKey = isSameAttributes ? key : combinationOf(idsOf(part));
    const isLeftOut =
      !isComplete &&
      !present.has(key) &&
      common.size > 0 &&
      part.every((value) => wasChecked.has(value.attributeValueId)) &&
      !ancestors.has(ancestorKey);
    return isLeftOut ? [] : [{ values, key, own, ancestorKey }];
  });

  const ownOnes = [...apart, ...found.flatMap(({ own }) => (own ? [own] : []))];
  const nameOnce = nameGiver(new Set(ownOnes.map(({ name }) => name)));
  const usedIds = new Set(ownOnes.map(({ _id }) => _id));
  const heirs = new Set<string>();
  const givenIds = new Set<string>();

  /** No two variants can be the same stored one: the first keeps the id. */
  const withIdOnce = (draft: VariantDraft): VariantDraft => {
    if (draft._id === null || !givenIds.has(draft._id)) {
      if (draft._id !== null) givenIds.add(draft._id);
      return draft;
    }
    return { ...draft, _id: null };
  };

  const startOf = (ancestorKey: string): Omit<VariantDraft, 'name' | 'attributeValueArr'> => {
    const ancestor = isSameAttributes || heirs.has(ancestorKey) ? undefined : ancestors.get(ancestorKey);
    if (!ancestor) return blank;
    heirs.add(ancestorKey);
    return usedIds.has(ancestor._id) ? { ...ancestor, _id: null } : ancestor;
  };

  const variants = [
    ...apart,
    ...found.map(
      ({ values, own, ancestorKey }) =>
        own ?? { ...startOf(ancestorKey), name: nameOnce(joinedName(values)), attributeValueArr: values },
    ),
  ].map(withIdOnce);

  const now = new Set([...apart.map(combinationOfDraft), ...found.map(({ key }) => key)]);
  const aside = new Map(
    [...before.aside, ...before.variants.filter(isWorthKeeping)].map((draft) => [
      combinationOfDraft(draft),
      draft,
    ]),
  );
  for (const key of aside.keys()) if (key === '' || now.has(key)) aside.delete(key);
  // The parts of a draft that this file does not know came along with what they were taken from.
  return { variants: variants as Draft[], aside: [...aside.values()], choice };
};
