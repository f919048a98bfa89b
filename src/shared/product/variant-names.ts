import { draftCombinationKey, type VariantDraft, type VariantValue } from './variant-draft.ts';

export const joinValueNames = (values: readonly VariantValue[]): string =>
  values.map((value) => value.attributeValueName).join('-');

/** Whether a name was generated, possibly with a number to make it unique. */
export const isGeneratedName = ({ name, attributeValueArr }: VariantDraft): boolean => {
  const generated = joinValueNames(attributeValueArr);
  return name === generated || (name.startsWith(generated) && /^-\d+$/.test(name.slice(generated.length)));
};

/** Makes names unique: an existing variant keeps its name, a new one gets a number. */
export const createUniqueNamer =
  (taken: Set<string>) =>
  (name: string): string => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
    taken.add(unique);
    return unique;
  };

export const firstByKey = <Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item> => {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = getKey(item);
    if (key && !found.has(key)) found.set(key, item);
  }
  return found;
};

/** Finds former variants by name, each once: first those removed now, then those removed earlier. */
export const createNamesakeFinder = (
  before: { variants: readonly VariantDraft[]; removedVariants: readonly VariantDraft[] },
  remainingKeys: ReadonlySet<string>,
) => {
  const removedNow = before.variants.filter((draft) => !remainingKeys.has(draftCombinationKey(draft)));
  const removed = before.removedVariants.filter((draft) => !remainingKeys.has(draftCombinationKey(draft)));
  const byName = firstByKey([...removedNow, ...removed.reverse()], ({ name }) => name);
  return (name: string): VariantDraft | undefined => {
    const namesake = byName.get(name);
    byName.delete(name);
    return namesake;
  };
};
