import {
  type AttributeSelection,
  type AttributeWithValues,
  combinationKey,
  draftCombinationKey,
  firstByKey,
  isGeneratedName,
  joinValueNames,
  type VariantDraft,
  type VariantValue,
} from './variant-draft.ts';

export const maxVariants = 10_000;

/** The variants of a product, the removed ones and the checked attribute values. */
export type VariantSet<Draft extends VariantDraft = VariantDraft> = {
  variants: readonly Draft[];
  removedVariants: readonly Draft[];
  selection: AttributeSelection;
};

type Combination = readonly VariantValue[];

const listDimensions = (attributes: readonly AttributeWithValues[], selection: AttributeSelection): Combination[] =>
  attributes.flatMap(({ _id: attributeId, name: attributeName, attributeValueArr }) => {
    const checked = new Set(selection[attributeId]);
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
        (combinations, values) => combinations.flatMap((combination) => values.map((value) => [...combination, value])),
        [[]],
      );

export const countCombinations = (
  attributes: readonly AttributeWithValues[],
  selection: AttributeSelection,
): number => {
  const dimensions = listDimensions(attributes, selection);
  return dimensions.reduce((count, values) => count * values.length, dimensions.length === 0 ? 0 : 1);
};

const keyOf = (values: Combination): string => combinationKey(values.map((value) => value.attributeValueId));

const checkedAttributes = (selection: AttributeSelection): string[] =>
  Object.keys(selection).filter((id) => (selection[id]?.length ?? 0) > 0);

/** Whether a variant has data: a custom name, texts, a price, images or features. */
export const isFilled = (draft: VariantDraft): boolean =>
  draft.productName !== '' ||
  draft.sku !== '' ||
  draft.price !== 0 ||
  Boolean(draft.gtin) ||
  draft.imagesArr.length > 0 ||
  draft.descriptionArr.length > 0 ||
  !isGeneratedName(draft);

const hasUserInput = (draft: VariantDraft): boolean => draft._id !== null || isFilled(draft);

const blank: VariantDraft = {
  _id: null,
  name: '',
  productName: '',
  sku: '',
  price: 0,
  imagesArr: [],
  descriptionArr: [],
  attributeValueArr: [],
};

/** Drops values and attributes that were deleted while the form was open. */
const keepOfferedValues = (
  attributes: readonly AttributeWithValues[],
  selection: AttributeSelection,
): AttributeSelection =>
  Object.fromEntries(
    attributes.flatMap(({ _id, attributeValueArr }) => {
      const offered = new Set(attributeValueArr.map((value) => value._id));
      const checked = selection[_id]?.filter((id) => offered.has(id));
      return checked ? [[_id, checked]] : [];
    }),
  );

/** Variants without values, or with values of only some attributes, stay unchanged. */
const standaloneVariants = (before: VariantSet, selection: AttributeSelection): readonly VariantDraft[] => {
  const checked = checkedAttributes(selection);
  const isUntouched = checked.toSorted().join(' ') === checkedAttributes(before.selection).toSorted().join(' ');
  return before.variants.filter(
    ({ attributeValueArr: values }) =>
      values.length === 0 ||
      (isUntouched &&
        values.length !== checked.length &&
        values.every((value) => selection[value.attributeId]?.includes(value.attributeValueId))),
  );
};

/** The variants before that a new one can continue, by their values of the attributes that stay checked. */
const findAncestors = (before: VariantSet, selection: AttributeSelection) => {
  const common = new Set(checkedAttributes(selection).filter((id) => before.selection[id]?.length));
  const checkedBefore = new Set([...common].flatMap((id) => before.selection[id] ?? []));
  const pickCommon = (values: Combination) => values.filter((value) => common.has(value.attributeId));
  const complete = before.variants.filter((draft) => pickCommon(draft.attributeValueArr).length === common.size);
  const ancestors = firstByKey(complete, (draft) => keyOf(pickCommon(draft.attributeValueArr)));
  return {
    /** Whether a combination could have existed before, but was removed on purpose. */
    isRemoved: (values: Combination): boolean =>
      common.size > 0 &&
      pickCommon(values).every((value) => checkedBefore.has(value.attributeValueId)) &&
      !ancestors.has(keyOf(pickCommon(values))),
    take: (values: Combination) => take(ancestors, keyOf(pickCommon(values))),
  };
};

/** Returns an entry once. */
const take = <Item>(items: Map<string, Item>, key: string): Item | undefined => {
  const item = items.get(key);
  items.delete(key);
  return item;
};

/** Makes names unique: the first one stays, others get a number. */
const createUniqueNamer = (taken: Set<string>) => (name: string) => {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
  taken.add(unique);
  return unique;
};

/** Leaves each stored id to the first variant that has it. */
const createIdOwner = (owned: Set<string>) => (draft: VariantDraft) => {
  if (draft._id === null) return draft;
  if (owned.has(draft._id)) return { ...draft, _id: null };
  owned.add(draft._id);
  return draft;
};

/**
 * Returns the cross product of the checked values. Existing and removed combinations keep their data; a new one starts
 * with that of a namesake, else of the variant that it continues. Combinations that the user removed stay removed
 * unless `includeRemoved`. `removed` are the earlier variants that no new variant continues.
 */
export const generateVariants = <Draft extends VariantDraft>({
  before,
  attributes,
  selection: requestedSelection,
  includeRemoved = false,
}: {
  before: VariantSet<Draft>;
  attributes: readonly AttributeWithValues[];
  selection: AttributeSelection;
  includeRemoved?: boolean;
}): VariantSet<Draft> & { removed: readonly Draft[] } => {
  const selection = keepOfferedValues(attributes, requestedSelection);
  const existing = firstByKey(before.variants, draftCombinationKey);
  const ancestors = findAncestors(before, selection);
  const combinations = crossProduct(listDimensions(attributes, selection))
    .map((values) => ({ values, key: keyOf(values) }))
    .filter(({ values, key }) => includeRemoved || existing.has(key) || !ancestors.isRemoved(values));
  const standalone = standaloneVariants(before, selection);
  const current = [...standalone, ...combinations.flatMap(({ key }) => existing.get(key) ?? [])];
  const keys = new Set([...standalone.map(draftCombinationKey), ...combinations.map(({ key }) => key)]);

  const makeUnique = createUniqueNamer(new Set(current.map(({ name }) => name)));
  const ownId = createIdOwner(new Set());
  const removedEarlier = firstByKey(before.removedVariants, draftCombinationKey);
  const kept = new Map<string, VariantDraft>();
  const variants = standalone.map(ownId);
  for (const { key } of combinations) {
    const removed = removedEarlier.get(key);
    const draft = existing.get(key) ?? (removed && { ...removed, name: makeUnique(removed.name) });
    if (draft) kept.set(key, ownId(draft));
  }

  const former = [...before.variants, ...before.removedVariants.toReversed()];
  const namesakes = firstByKey(
    former.filter((draft) => !keys.has(draftCombinationKey(draft))),
    ({ name }) => name,
  );
  const continued = new Set<VariantDraft>(current);
  for (const { values, key } of combinations) {
    const name = joinValueNames(values);
    const draft = kept.get(key);
    const source = draft ? undefined : (take(namesakes, name) ?? ancestors.take(values));
    if (source) continued.add(source);
    variants.push(draft ?? { ...ownId(source ?? blank), name: makeUnique(name), attributeValueArr: values });
  }

  const removable = [...before.removedVariants, ...before.variants.filter(hasUserInput)];
  const removedByKey = new Map(removable.map((draft) => [draftCombinationKey(draft), draft]));
  return {
    // Copies of drafts keep the fields that `Draft` adds.
    variants: variants as Draft[],
    removedVariants: [...removedByKey].flatMap(([key, draft]) => (key === '' || keys.has(key) ? [] : [draft])),
    selection,
    removed: before.variants.filter((draft) => !continued.has(draft)),
  };
};
