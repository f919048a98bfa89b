import type { Kysely } from 'kysely';
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
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const tables = database as unknown as Kysely<ValueTables>;
  const rows = await tables
    .selectFrom('attributeValue')
    .innerJoin('attribute', 'attribute._id', 'attributeValue.attributeId')
    .select([
      'attributeValue._id',
      'attributeValue.attributeId',
      'attributeValue.name',
      'attribute.name as attributeName',
    ])
    .where('attributeValue._id', 'in', wanted)
    .$if(forUpdate && supportsRowLocks(database), (query) => query.forShare('attributeValue'))
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
};
