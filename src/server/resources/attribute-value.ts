import { nameKey } from '#shared/name-key.ts';
import { countedInSentence } from '#shared/resource/words.ts';
import { attributeValue, duplicateValueText } from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import { searchColumn } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { Failure } from '../lib/failure.ts';
import type { Extension } from '../records/extension.ts';
import { searchText } from '../records/normalise.ts';
import { createRepository } from '../records/repository.ts';
import type { Write } from '../records/rules.ts';

/** Locks attributes until the transaction ends, so that no other transaction writes values of theirs. */
export const lockAttributes = async (
  { database, storage }: Pick<Write, 'database' | 'storage'>,
  ids: readonly unknown[],
): Promise<Row[]> =>
  resourceTables(database)
    .selectFrom('attribute')
    .select(['_id', 'name'])
    .where('_id', 'in', ids)
    .orderBy('_id')
    .$if(storage.hasRowLocks, (query) => query.forNoKeyUpdate())
    .execute();

/** Values restored in one change aren't compared with each other: they may be older than this rule. */
const isOfThisChange = async ({ database, changeId }: Write, recordId: unknown): Promise<boolean> => {
  const entry = await database
    .selectFrom('history')
    .select('_id')
    .where('changeId', '=', changeId)
    .where('recordId', '=', String(recordId))
    .executeTakeFirst();
  return entry !== undefined;
};

const findDuplicates = async (database: Database, row: Row): Promise<Row[]> => {
  const found = await resourceTables(database)
    .selectFrom(attributeValue.name)
    .select(['_id', 'name'])
    .where('attributeId', '=', row.attributeId)
    .where('_id', '!=', row._id)
    // Narrows the candidates in the database; this also matches names that differ only in accents.
    .where(searchColumn, '=', searchText(attributeValue, row))
    .execute();
  return found.filter(({ name }) => nameKey(name) === nameKey(row.name));
};

const refuseDuplicate = async (write: Write, row: Row): Promise<void> => {
  const [attribute] = await lockAttributes(write, [row.attributeId]);
  for (const { _id, name } of await findDuplicates(write.database, row)) {
    if (write.revertOf && (await isOfThisChange(write, _id))) continue;
    const message = duplicateValueText(String(attribute?.name), String(name));
    throw new Failure({ kind: 'conflict', message, errors: [{ field: 'name', message }] });
  }
};

const refuseMoveInUse = async (database: Database, { _id, name }: Row): Promise<void> => {
  const users = await createRepository(product, database).findReferring({
    fieldName: 'attributeValueId',
    ids: [String(_id)],
  });
  if (users.length === 0) return;
  throw new Failure({
    kind: 'conflict',
    message: `Can’t move attribute value “${name}” to another attribute because it’s used by ${countedInSentence(users.length, product)}`,
  });
};

/** Values are unique within their attribute, and a value in use can't move to another one. */
export const attributeValueExtension: Extension = {
  rules: {
    beforeWrite: async ({ row, current, ...write }) => {
      const isMoved = current !== null && current.attributeId !== row.attributeId;
      if (isMoved) await refuseMoveInUse(write.database, current);
      const isRenamed = nameKey(current?.name) !== nameKey(row.name);
      if (isMoved || isRenamed) await refuseDuplicate(write, row);
      return row;
    },
  },
};
