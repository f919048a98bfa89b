import {
  type AttributeSelection,
  type AttributeWithValues,
  combinationKey,
  createNamesakeFinder,
  createUniqueNamer,
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

const listIds = (values: Combination): string[] => values.map((value) => value.attributeValueId);

const pickAttributes = (values: Combination, attributeIds: ReadonlySet<string>): Combination =>
  values.filter((value) => attributeIds.has(value.attributeId));

const checkedAttributes = (selection: AttributeSelection): Set<string> =>
  new Set(Object.keys(selection).filter((id) => (selection[id]?.length ?? 0) > 0));

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((id) => b.has(id));

/** Whether a variant has data: a custom name, texts, a price, images or features. */
export const isFilled = (draft: VariantDraft): boolean =>
  draft.productName !== '' ||
  draft.sku !== '' ||
  draft.price !== 0 ||
  draft.imagesArr.length > 0 ||
  draft.descriptionArr.length > 0 ||
  !isGeneratedName(draft);

const hasUserInput = (draft: VariantDraft): boolean => draft._id !== null || isFilled(draft);

const blank = { _id: null, productName: '', sku: '', price: 0, imagesArr: [], descriptionArr: [] };

const planGeneration = (
  before: VariantSet,
  selection: AttributeSelection,
  existing: ReadonlyMap<string, VariantDraft>,
) => {
  const oldAttributeIds = checkedAttributes(before.selection);
  const newAttributeIds = checkedAttributes(selection);
  const commonAttributeIds = new Set([...newAttributeIds].filter((id) => oldAttributeIds.has(id)));
  const previouslyChecked = new Set([...commonAttributeIds].flatMap((id) => before.selection[id] ?? []));
  if (isSameSet(oldAttributeIds, newAttributeIds))
    return { commonAttributeIds, previouslyChecked, ancestors: existing, isSameAttributes: true };
  // A variant without a value for one of these attributes has no combination.
  const complete = before.variants.filter(
    ({ attributeValueArr }) => pickAttributes(attributeValueArr, commonAttributeIds).length === commonAttributeIds.size,
  );
  const ancestors = firstByKey(complete, ({ attributeValueArr }) =>
    combinationKey(listIds(pickAttributes(attributeValueArr, commonAttributeIds))),
  );
  return { commonAttributeIds, previouslyChecked, ancestors, isSameAttributes: false };
};

type Plan = ReturnType<typeof planGeneration>;

const withAncestorKey = (values: Combination, { commonAttributeIds, isSameAttributes }: Plan) => {
  const key = combinationKey(listIds(values));
  const commonValues = isSameAttributes ? values : pickAttributes(values, commonAttributeIds);
  return {
    values,
    commonValues,
    key,
    ancestorKey: isSameAttributes ? key : combinationKey(listIds(commonValues)),
  };
};

/** Whether a combination could have existed before, but was removed on purpose. */
const isSkipped = (
  { commonValues, ancestorKey }: ReturnType<typeof withAncestorKey>,
  { commonAttributeIds, previouslyChecked, ancestors }: Plan,
): boolean =>
  commonAttributeIds.size > 0 &&
  commonValues.every((value) => previouslyChecked.has(value.attributeValueId)) &&
  !ancestors.has(ancestorKey);

/** Variants without values, or with values of only some attributes, stay unchanged. */
const standaloneVariants = (before: VariantSet, selection: AttributeSelection): VariantDraft[] => {
  const attributeIds = checkedAttributes(selection);
  const isChecked = (value: VariantValue) => selection[value.attributeId]?.includes(value.attributeValueId);
  const isUntouched = isSameSet(checkedAttributes(before.selection), attributeIds);
  return before.variants.filter(({ attributeValueArr: values }) => {
    if (values.length === 0) return true;
    return isUntouched && values.length !== attributeIds.size && values.every(isChecked);
  });
};

/** Drops values and attributes that were deleted while the form was open. */
const keepOfferedValues = (
  attributes: readonly AttributeWithValues[],
  selection: AttributeSelection,
): AttributeSelection =>
  Object.fromEntries(
    attributes.flatMap(({ _id, attributeValueArr }) => {
      const checked = selection[_id];
      if (!checked) return [];
      const offered = new Set(attributeValueArr.map((value) => value._id));
      return [[_id, checked.filter((id) => offered.has(id))]];
    }),
  );

const copyDraft = (source: VariantDraft, usedIds: ReadonlySet<string | null>): VariantDraft =>
  usedIds.has(source._id) ? { ...source, _id: null } : source;

type GenerateOptions<Draft extends VariantDraft> = {
  before: VariantSet<Draft>;
  attributes: readonly AttributeWithValues[];
  selection: AttributeSelection;
  includeRemoved?: boolean;
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
}: GenerateOptions<Draft>): VariantSet<Draft> & { removed: readonly Draft[] } => {
  const selection = keepOfferedValues(attributes, requestedSelection);
  const existingByKey: ReadonlyMap<string, Draft> = firstByKey(before.variants, draftCombinationKey);
  const plan = planGeneration(before, selection, existingByKey);
  const removedByKey = firstByKey(before.removedVariants, draftCombinationKey);
  const standalone = standaloneVariants(before, selection);
  const combinations = crossProduct(listDimensions(attributes, selection)).flatMap((values) => {
    const combination = withAncestorKey(values, plan);
    return includeRemoved || existingByKey.has(combination.key) || !isSkipped(combination, plan) ? [combination] : [];
  });

  const current = [...standalone, ...combinations.flatMap(({ key }) => existingByKey.get(key) ?? [])];
  const makeUnique = createUniqueNamer(new Set(current.map(({ name }) => name)));
  const restored = new Map(
    combinations.flatMap(({ key }) => {
      const removed = existingByKey.has(key) ? undefined : removedByKey.get(key);
      return removed ? [[key, { ...removed, name: makeUnique(removed.name) }]] : [];
    }),
  );
  const combinationKeys = new Set([...standalone.map(draftCombinationKey), ...combinations.map(({ key }) => key)]);
  const takeNamesake = createNamesakeFinder(before, combinationKeys);
  const usedIds = new Set([...current, ...restored.values()].map(({ _id }) => _id));
  const continued = new Set<VariantDraft>(current);
  const usedAncestors = new Set<string>();
  const assignedIds = new Set<string>();

  const withUniqueId = (draft: VariantDraft): VariantDraft => {
    if (draft._id === null || !assignedIds.has(draft._id)) {
      if (draft._id !== null) assignedIds.add(draft._id);
      return draft;
    }
    return { ...draft, _id: null };
  };

  const takeAncestor = (ancestorKey: string): VariantDraft | undefined => {
    const isTaken = plan.isSameAttributes || usedAncestors.has(ancestorKey);
    const ancestor = isTaken ? undefined : plan.ancestors.get(ancestorKey);
    if (ancestor) usedAncestors.add(ancestorKey);
    return ancestor;
  };

  const regenerate = ({ values, key, ancestorKey }: (typeof combinations)[number]): VariantDraft => {
    const kept = existingByKey.get(key) ?? restored.get(key);
    if (kept) return kept;
    const name = joinValueNames(values);
    const source = takeNamesake(name) ?? takeAncestor(ancestorKey);
    if (source) continued.add(source);
    const start = source ? copyDraft(source, usedIds) : blank;
    return { ...start, name: makeUnique(name), attributeValueArr: values };
  };

  const variants = [...standalone, ...combinations.map(regenerate)].map(withUniqueId);

  const removedVariants = new Map(
    [...before.removedVariants, ...before.variants.filter(hasUserInput)].map((draft) => [
      draftCombinationKey(draft),
      draft,
    ]),
  );
  for (const key of removedVariants.keys()) if (key === '' || combinationKeys.has(key)) removedVariants.delete(key);
  return {
    // Copies of drafts keep the fields that `Draft` adds.
    variants: variants as Draft[],
    removedVariants: [...removedVariants.values()],
    selection,
    removed: before.variants.filter((draft) => !continued.has(draft)),
  };
};
