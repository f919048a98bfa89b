import { sql } from 'kysely';
import { type Database, resourceTables } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';

/** A GTIN of a product or one of its variants. `isNew`: it had none, or another one. */
export type GtinUse = { gtin: string; productId: string; owner: string; field: string; isNew: boolean };

const assertFree = ({ gtin, field }: GtinUse, owner: string | undefined): void => {
  if (owner === undefined) return;
  const message = `GTIN ${gtin} is already used by “${owner}”`;
  throw new AppError('conflict', message, { errors: [{ field, message }] });
};

/** The condition of the partial indexes, to the letter. */
const isIndexed = (table: string) => sql<boolean>`${sql.ref(`${table}.gtin`)} <> ''`;

/** One barcode belongs to one product or variant. Throws if another one has a new GTIN; `uses` are those of whole products. */
export const assertDistinctGtins = async (database: Database, uses: readonly GtinUse[]): Promise<void> => {
  const owners = new Map<string, string>();
  for (const use of uses) {
    assertFree(use, owners.get(use.gtin));
    owners.set(use.gtin, use.owner);
  }
  const added = uses.filter(({ isNew }) => isNew);
  if (added.length === 0) return;
  const gtins = added.map(({ gtin }) => gtin);
  const ids = [...new Set(added.map(({ productId }) => productId))];
  const tables = resourceTables(database);
  const products = await tables
    .selectFrom('product')
    .select(['gtin', 'name as owner'])
    .where(isIndexed('product'))
    .where('gtin', 'in', gtins)
    .where('_id', 'not in', ids)
    .execute();
  const variants = await tables
    .selectFrom('productVariant')
    .innerJoin('product', 'product._id', 'productVariant.productId')
    .select(['productVariant.gtin', 'product.name as owner'])
    .where(isIndexed('productVariant'))
    .where('productVariant.gtin', 'in', gtins)
    .where('productId', 'not in', ids)
    .execute();
  const taken = new Map([...products, ...variants].map(({ gtin, owner }) => [String(gtin), String(owner)]));
  for (const use of added) assertFree(use, taken.get(use.gtin));
};
