import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import type { Database } from '../../database/tables.ts';
import { createRepository } from '../../records/repository.ts';

/** Reads the values of an attribute in their order. `forUpdate` locks them until the end of the transaction. */
export const readValues = async (
  database: Database,
  attributeId: string,
  { forUpdate = false } = {},
): Promise<AnyRecord[]> => {
  const repository = createRepository(attributeValue, database);
  if (forUpdate) {
    const ids = await repository.findReferrerIds('attributeId', [attributeId]);
    await repository.findRows(ids, { forUpdate });
  }
  const values = await repository.listAll({ attributeId });
  return values.sort(compareAttributeValues);
};
