import type { Variant } from '#shared/product/variant.ts';
import { combinationKey, isGeneratedName, joinValueNames } from '#shared/product/variant-draft.ts';

import { product } from '#shared/resources/product.ts';
import { inChunks } from '../../database/write-rows.ts';
import { AppError } from '../../lib/app-error.ts';
import type { LinkMove, WriteContext } from '../../records/hooks.ts';
import { reindex } from '../../records/reindex.ts';
import { createRepository } from '../../records/repository.ts';
import { writeDrafts } from '../../records/write.ts';
import { productHooks } from './hooks.ts';
import type { ProductRelatedData } from './variant-hooks.ts';
import { readValues, type StoredVariant, type ValuesById } from './variant-rows.ts';
import { collectValueIds, nameVariant, readVariants } from './variants.ts';

/** Updates the name of a variant if it was generated from its values, such as “Red-L”. */
const withFollowingName = (
  variant: StoredVariant,
  before: Variant,
  after: Pick<Variant, 'attributeValueArr'>,
): StoredVariant => {
  if (!isGeneratedName(before)) return variant;
  // A generated name may end with a number that makes it unique.
  const suffix = variant.name.slice(joinValueNames(before.attributeValueArr).length);
  return { ...variant, name: joinValueNames(after.attributeValueArr) + suffix };
};

const withFormerNames = (values: ValuesById, formerNames: ReadonlyMap<string, string>): ValuesById =>
  new Map([...values].map(([id, value]) => [id, { ...value, name: formerNames.get(id) ?? value.name }]));

/** Makes the generated names of variants follow renamed attribute values, whose former names are given by id. */
export const renameVariants = async (write: WriteContext, formerNames: ReadonlyMap<string, string>): Promise<void> => {
  const { database } = write;
  const repository = createRepository(product, database);
  const ids = await repository.findReferrerIds('attributeValueId', [...formerNames.keys()]);
  for (const chunk of inChunks([...new Set(ids)])) {
    const rows = await repository.findRows(chunk, { forUpdate: true });
    const stored = await readVariants(database, chunk);
    const valueIds = collectValueIds([...stored.values()].flat());
    const values = await readValues(database, { ids: valueIds, forUpdate: true });
    const formerValues = withFormerNames(values, formerNames);
    const drafts = rows.flatMap((current) => {
      const before = stored.get(String(current._id)) ?? [];
      const variants = before.map((variant) =>
        withFollowingName(variant, nameVariant(variant, formerValues), nameVariant(variant, values)),
      );
      if (variants.every(({ name }, index) => name === before[index]?.name)) return [];
      const related: ProductRelatedData = { variants, areValidated: true };
      return [{ id: String(current._id), current, values: {}, related }];
    });
    await writeDrafts({ resource: product, context: { getHooks: () => productHooks } }, write, drafts);
    // Variants with custom names are found by their values, too.
    await reindex(database, { resource: product, ids: chunk, hooks: productHooks });
  }
};

const moveVariant = (
  variant: StoredVariant,
  { from, to, values }: Pick<LinkMove, 'from' | 'to'> & { values: ValuesById },
): StoredVariant => {
  if (!variant.valueIds.includes(from)) return variant;
  const moved = { ...variant, valueIds: variant.valueIds.map((id) => (id === from ? to : id)) };
  return withFollowingName(moved, nameVariant(variant, values), nameVariant(moved, values));
};

const assertDistinct = (productName: string, variants: readonly StoredVariant[]): void => {
  const names = new Map<string, string>();
  for (const { name, valueIds } of variants) {
    const combination = combinationKey(valueIds);
    const duplicate = names.get(combination);
    if (combination && duplicate !== undefined) {
      throw new AppError(
        'conflict',
        `“${productName}” already has a variant with this value: “${name}”. Remove one of the two first.`,
      );
    }
    names.set(combination, name);
  }
};

/** Replaces an attribute value in the variants of products. Generated variant names follow. */
export const moveAttributeValue = async (write: WriteContext, { context, ids, from, to }: LinkMove): Promise<void> => {
  const { database } = write;
  const rows = await createRepository(product, database).findRows([...ids], { forUpdate: true });
  const stored = await readVariants(database, [...ids]);
  const valueIds = [...stored.values()].flatMap((variants) => [...collectValueIds(variants)]);
  const values = await readValues(database, { ids: [...valueIds, to], forUpdate: true });
  const drafts = rows.map((current) => {
    const before = stored.get(String(current._id)) ?? [];
    const variants = before.map((variant) => moveVariant(variant, { from, to, values }));
    assertDistinct(String(current.name), variants);
    // An imported product may lack images, so it isn't validated like input.
    const related: ProductRelatedData = { variants, areValidated: true };
    return { id: String(current._id), current, values: {}, related };
  });
  await writeDrafts({ resource: product, context }, write, drafts);
};
