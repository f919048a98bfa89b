import type { Kysely } from 'kysely';
import { inChunks } from '../../database/chunks.ts';
import { type Database, supportsRowLocks } from '../../database/tables.ts';

type ValueNames = { _id: string; attributeId: string; name: string; attributeName: string };

type ValueTables = {
  attributeValue: { _id: string; attributeId: string; name: string };
  attribute: { _id: string; name: string };
};

export type ValuesById = Map<string, ValueNames>;

/** Reads attribute values; `forUpdate` prevents deletes and moves until the transaction ends. */
export const readValues = async (
  database: Database,
  { ids, forUpdate = false }: { ids: Iterable<string>; forUpdate?: boolean },
): Promise<ValuesById> => {
  const found: ValuesById = new Map();
  const tables = database as unknown as Kysely<ValueTables>;
  for (const chunk of inChunks([...new Set(ids)])) {
    const rows = await tables
      .selectFrom('attributeValue')
      .innerJoin('attribute', 'attribute._id', 'attributeValue.attributeId')
      .select([
        'attributeValue._id',
        'attributeValue.attributeId',
        'attributeValue.name',
        'attribute.name as attributeName',
      ])
      .where('attributeValue._id', 'in', chunk)
      .$if(forUpdate && supportsRowLocks(database), (query) => query.forShare('attributeValue'))
      .execute();
    for (const row of rows) found.set(row._id, row);
  }
  return found;
};
