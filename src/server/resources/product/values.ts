import type { FieldError } from '#shared/api.ts';
import { combinationOf } from '#shared/product/match-variants.ts';
import type { SentVariant } from '#shared/product/variant.ts';
import { inPortions } from '../../database/portions.ts';
import { resourceTables } from '../../database/tables.ts';
import { invalid } from '../../lib/failure.ts';
import type { Write } from '../../records/rules.ts';

const readAttributeIds = async ({ storage, database }: Write, valueIds: string[]) => {
  const found = new Map<string, string>();
  for (const ids of inPortions(valueIds)) {
    const rows = await resourceTables(database)
      .selectFrom('attributeValue')
      .select(['_id', 'attributeId'])
      .where('_id', 'in', ids)
      // Whoever deletes or moves a value meanwhile waits for this write.
      .$if(storage.hasRowLocks, (query) => query.forShare())
      .execute();
    for (const row of rows) found.set(String(row._id), String(row.attributeId));
  }
  return found;
};

const findProblems = (variant: SentVariant, attributeIds: Map<string, string>): FieldError[] => {
  const seen = new Set<string>();
  return variant.attributeValueArr.flatMap(({ attributeValueId, attributeId: sent }, index) => {
    const field = `attributeValueArr.${index}`;
    const attributeId = attributeIds.get(attributeValueId);
    if (attributeId === undefined) {
      return [
        {
          field: `${field}.attributeValueId`,
          message: 'This attribute value no longer exists. Select another one.',
        },
      ];
    }
    if (sent && sent !== attributeId) {
      return [{ field: `${field}.attributeId`, message: 'This value belongs to another attribute' }];
    }
    if (seen.has(attributeId)) {
      return [{ field, message: `“${variant.name}” has two values for the same attribute` }];
    }
    seen.add(attributeId);
    return [];
  });
};

const idsOf = (variant: SentVariant) => variant.attributeValueArr.map((value) => value.attributeValueId);

const refuseWrongValuesIn = (variants: readonly SentVariant[], attributeIds: Map<string, string>): void => {
  const combinations = new Map<string, string>();
  const errors = variants.flatMap((variant, index) => {
    const problems = findProblems(variant, attributeIds);
    const combination = combinationOf(idsOf(variant));
    const twin = combinations.get(combination);
    combinations.set(combination, variant.name);
    if (combination && twin !== undefined) {
      problems.push({
        field: 'attributeValueArr',
        message: `“${variant.name}” and “${twin}” have the same attribute values`,
      });
    }
    return problems.map(({ field, message }) => ({ field: `attributeArr.${index}.${field}`, message }));
  });
  if (errors.length > 0) throw invalid(errors);
};

/** Refuses values that do not exist or do not fit, and a combination of values that stands twice in one product. */
export const refuseWrongValues = async (
  write: Write,
  products: readonly (readonly SentVariant[])[],
): Promise<void> => {
  const attributeIds = await readAttributeIds(write, [...new Set(products.flat().flatMap(idsOf))]);
  for (const variants of products) refuseWrongValuesIn(variants, attributeIds);
};
