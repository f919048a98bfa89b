import { sql } from 'kysely';
import { Failure } from '../../failure.ts';
import type { Extension } from '../../resource/extension.ts';
import type { Rules } from '../../resource/rules.ts';
import { type Database, resourceTables } from '../../storage/tables.ts';

const namedAtMost = 3;

/** The names of the first products whose variants use values that `column` narrows, and how many there are. */
const findUsers = async (database: Database, column: '_id' | 'attributeId', id: unknown) => {
  const users = resourceTables(database)
    .selectFrom('productAttributeValue')
    .innerJoin('attributeValue', 'attributeValue._id', 'productAttributeValue.attributeValueId')
    .innerJoin('product', 'product._id', 'productAttributeValue.productId')
    .where(`attributeValue.${column}`, '=', id);
  const named = await users
    .select(['product._id', 'product.name'])
    .distinct()
    .orderBy('product._id')
    .limit(namedAtMost)
    .execute();
  const { total } = await users
    .select(sql<number | string>`count(distinct ${sql.ref('product._id')})`.as('total'))
    .executeTakeFirstOrThrow();
  return { names: named.map(({ name }) => String(name)), total: Number(total) };
};

const listed = ({ names, total }: { names: string[]; total: number }) => {
  const quoted = names.map((name) => `"${name}"`);
  const more = total - names.length;
  if (more > 0) return `${quoted.join(', ')} and ${more} more products`;
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' and ');
};

const refuseInUse = async (
  database: Database,
  { what, column, id }: { what: string; column: '_id' | 'attributeId'; id: unknown },
) => {
  const users = await findUsers(database, column, id);
  if (users.total === 0) return;
  throw new Failure({
    kind: 'conflict',
    message: `${what}: it is used by variants of the product${users.total === 1 ? '' : 's'} ${listed(users)}`,
  });
};

/** An attribute goes with its values, none of which a variant may use. */
export const attributeRules: Rules = {
  beforeRemove: ({ database, row }) =>
    refuseInUse(database, {
      what: `Attribute "${row.name}" cannot be deleted`,
      column: 'attributeId',
      id: row._id,
    }),
};

/** A value that a variant uses stays, and stays with its attribute. */
export const attributeValueExtension: Extension = {
  rules: {
    beforeRemove: ({ database, row }) =>
      refuseInUse(database, {
        what: `Attribute Value "${row.name}" cannot be deleted`,
        column: '_id',
        id: row._id,
      }),
    beforeWrite: async ({ database, row, current }) => {
      if (current && current.attributeId !== row.attributeId) {
        const what = `Attribute Value "${current.name}" cannot be moved to another attribute`;
        await refuseInUse(database, { what, column: '_id', id: row._id });
      }
      return row;
    },
  },
};
