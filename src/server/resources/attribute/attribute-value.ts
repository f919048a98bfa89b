import { nameKey } from '#shared/normalize-text.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import {
  attributeValue,
  compareAttributeValues,
  duplicateValueMessage,
  isSwatchColor,
} from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import { searchColumn } from '../../database/schema.ts';
import { type Database, type Row, resourceTables, supportsRowLocks } from '../../database/tables.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { toRange } from '../../lib/pages.ts';
import type { WriteContext } from '../../records/hooks.ts';
import type { Extension } from '../../records/operations.ts';
import { createRepository } from '../../records/repository.ts';
import { buildSearchText } from '../../records/search-text.ts';
import { renameVariants } from '../product/rename-variants.ts';

/** Locks attributes until the transaction ends, so that no concurrent write changes their values. */
export const lockAttributes = async (database: Database, ids: readonly unknown[]): Promise<Row[]> =>
  resourceTables(database)
    .selectFrom('attribute')
    .select(['_id', 'name'])
    .where('_id', 'in', ids)
    .orderBy('_id')
    .$if(supportsRowLocks(database), (query) => query.forNoKeyUpdate())
    .execute();

/** Values restored by the same change aren't compared with each other: they may predate this rule. */
const isInThisChange = async ({ database, changeId }: WriteContext, recordId: unknown): Promise<boolean> => {
  const entry = await database
    .selectFrom('history')
    .select('_id')
    .where('changeId', '=', changeId)
    .where('recordId', '=', String(recordId))
    .executeTakeFirst();
  return entry !== undefined;
};

const assertNoDuplicates = async (write: WriteContext, rows: readonly Row[]): Promise<void> => {
  const { database } = write;
  const attributes = await lockAttributes(database, [...new Set(rows.map(({ attributeId }) => attributeId))]);
  // Narrows the candidates in the database; this also matches names that differ only in accents.
  const texts = new Set(rows.map((row) => buildSearchText(attributeValue, row)));
  const stored = await resourceTables(database)
    .selectFrom(attributeValue.name)
    .select(['_id', 'name', 'attributeId'])
    .where(
      'attributeId',
      'in',
      attributes.map(({ _id }) => _id),
    )
    .where(searchColumn, 'in', [...texts])
    .execute();
  const changed = new Set(rows.map(({ _id }) => _id));
  const rowsByKey = new Map<string, Row[]>();
  const toKey = ({ attributeId, name }: Row) => `${attributeId} ${nameKey(name)}`;
  const add = (row: Row) => rowsByKey.set(toKey(row), [...(rowsByKey.get(toKey(row)) ?? []), row]);
  for (const row of stored) if (!changed.has(row._id)) add(row);
  for (const row of rows) {
    for (const { _id, name } of rowsByKey.get(toKey(row)) ?? []) {
      if (write.revertOf && (await isInThisChange(write, _id))) continue;
      const attribute = attributes.find((candidate) => candidate._id === row.attributeId);
      const message = duplicateValueMessage(String(attribute?.name), String(name));
      throw new AppError('conflict', message, { errors: [{ field: 'name', message }] });
    }
    if (!write.revertOf) add(row);
  }
};

const assertMovable = async (database: Database, { _id, name }: Row): Promise<void> => {
  const referrerIds = await createRepository(product, database).findReferrerIds('attributeValueId', [String(_id)]);
  if (referrerIds.length === 0) return;
  throw new AppError(
    'conflict',
    `Can’t move attribute value “${name}” to another attribute because it’s used by ${formatCountInSentence(referrerIds.length, product)}`,
  );
};

const assertSwatchColor = ({ color }: Row): void => {
  if (!color || isSwatchColor(String(color))) return;
  const message = 'Enter a colour as # and six digits or letters from a to f, such as #c0392f';
  throw validationError([{ field: 'color', message }]);
};

/**
 * Values are unique within their attribute, and a value in use can't move to another one. Generated names of variants
 * follow a renamed value.
 */
export const attributeValueExtension: Extension = {
  operations: (standard, { databaseHandle: { database } }) => ({
    ...standard,
    list: async (query) => {
      if (query.sort || query.query || !query.filters.attributeId) return standard.list(query);
      // In the order of forms, which read all values of an attribute, too.
      const values = await createRepository(attributeValue, database).listAll(query.filters);
      const { offset, limit } = toRange(query);
      return { data: values.sort(compareAttributeValues).slice(offset, offset + limit), total: values.length };
    },
  }),
  hooks: {
    beforeWrite: async (write, changes) => {
      const renamed: Row[] = [];
      for (const { row, current } of changes) {
        assertSwatchColor(row);
        const isMoved = current !== null && current.attributeId !== row.attributeId;
        if (isMoved) await assertMovable(write.database, current);
        if (isMoved || nameKey(current?.name) !== nameKey(row.name)) renamed.push(row);
      }
      if (renamed.length > 0) await assertNoDuplicates(write, renamed);
      return changes.map(({ row }) => row);
    },
    afterWrite: async (write, changes) => {
      const formerNames = new Map<string, string>();
      for (const { row, current } of changes) {
        if (current && current.name !== row.name) formerNames.set(String(row._id), String(current.name));
      }
      if (formerNames.size > 0) await renameVariants(write, formerNames);
    },
  },
};
