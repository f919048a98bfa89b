import { createHash } from 'node:crypto';
import {
  type CompletenessRules,
  computeCompleteness,
  defaultCompletenessRules,
  type Requirement,
} from '#shared/product/completeness.ts';
import { completenessRequirements, completenessRules } from '#shared/resources/completeness-rules.ts';
import { decodeRow } from '../../database/codec.ts';
import { type Database, type Row, resourceTables } from '../../database/tables.ts';

/** `key` identifies the rules; a product stores the key of those that its score was computed from. */
export type KeyedRules = CompletenessRules & { key: string };

const keyLength = 12;

const withKey = (rules: CompletenessRules): KeyedRules => {
  const text = JSON.stringify([[...rules.requirements].sort(), rules.minDescription]);
  return { ...rules, key: createHash('sha256').update(text).digest('hex').slice(0, keyLength) };
};

const defaults = withKey(defaultCompletenessRules);

const isRequirement = (value: unknown): value is Requirement =>
  completenessRequirements.some((requirement) => requirement.value === value);

export const readRules = async (database: Database): Promise<KeyedRules> => {
  const row = await resourceTables(database)
    .selectFrom(completenessRules.name)
    .select(['requirements', 'minDescription'])
    .limit(1)
    .executeTakeFirst();
  if (!row) return defaults;
  const { requirements, minDescription } = decodeRow(completenessRules, row);
  return withKey({
    requirements: Array.isArray(requirements) ? requirements.filter(isRequirement) : [],
    minDescription: typeof minDescription === 'number' ? minDescription : null,
  });
};

/** The columns of a product that its completeness follows from. */
export const completenessInputs = [
  ...['thumbnail', 'variantImage', 'price', 'categoryId', 'subCategoryId', 'description', 'specification'],
  ...['materialType', 'sku', 'variantCount', 'variantsWithoutImage', 'variantsWithoutSku'],
] as const;

/** The stored score of a product, from its row with the columns derived from its variants. */
export const scoreColumns = (row: Row, rules: KeyedRules): Row => ({
  completeness: computeCompleteness(
    {
      hasImage: Boolean(row.thumbnail ?? row.variantImage),
      price: row.price,
      categoryId: row.categoryId,
      subCategoryId: row.subCategoryId,
      description: row.description,
      specification: row.specification,
      materialType: row.materialType,
      sku: row.sku,
      variantCount: Number(row.variantCount ?? 0),
      variantsWithoutImage: Number(row.variantsWithoutImage ?? 0),
      variantsWithoutSku: Number(row.variantsWithoutSku ?? 0),
    },
    rules,
  ),
  completenessKey: rules.key,
});
