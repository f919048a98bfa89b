import { combinationKey } from '#shared/product/match-variants.ts';
import { product } from '#shared/resources/product.ts';
import { AppError } from '../../lib/app-error.ts';
import type { LinkMove, WriteContext } from '../../records/hooks.ts';
import { createRepository } from '../../records/repository.ts';
import { writeDrafts } from '../../records/write.ts';
import { withFollowingName } from './rename-variants.ts';
import { readValues, type ValuesById } from './value-names.ts';
import type { ProductRelatedData } from './variant-hooks.ts';
import type { StoredVariant } from './variant-rows.ts';
import { collectValueIds, nameVariant, readVariants } from './variants.ts';

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
