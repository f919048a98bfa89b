import { skusOf } from '#shared/product/skus.ts';
import { product } from '#shared/resources/product.ts';
import type { Database, Row } from '../../database/tables.ts';
import type { Write } from '../../records/rules.ts';
import {
  changedRow,
  insertRows,
  newRows,
  noteChangedRows,
  noteNewRows,
  type RowChange,
  updateRows,
} from '../../records/save-many.ts';
import { forgetSkus, insertSkus } from '../../resources/product/skus.ts';
import {
  columnsOfVariants,
  forgetVariants,
  insertVariants,
  nameValues,
  type StoredVariant,
} from '../../resources/product/variants.ts';

/** A product that is not there yet. */
export type NewProduct = { values: Row; variants: StoredVariant[] };

/** A product as it is, and what becomes different. */
export type ChangedProduct = {
  current: Row;
  changes: Row;
  before: StoredVariant[];
  variants: StoredVariant[];
};

type Written = { productId: string; sku: string; variants: StoredVariant[] };

const partsOf = async (
  database: Database,
  products: readonly { productId: string; variants: readonly StoredVariant[] }[],
): Promise<Map<string, Row>> => {
  const named = await nameValues(
    database,
    products.flatMap(({ variants }) => variants),
  );
  const parts = new Map<string, Row>();
  let at = 0;
  for (const { productId, variants } of products) {
    parts.set(productId, { attributeArr: named.slice(at, at + variants.length) });
    at += variants.length;
  }
  return parts;
};

const withVariants = (row: Row, variants: readonly StoredVariant[] = []): Row => ({
  ...row,
  ...columnsOfVariants(row, variants),
});

const claimed = ({ productId, sku, variants }: Written) =>
  skusOf({ sku, attributeArr: variants }).map((placed) => ({ sku: placed.sku, productId }));

/** Writes new and changed products with all that belongs to them. That nothing speaks against it is known. */
export const writeProducts = async (
  write: Write,
  { created, changed }: { created: readonly NewProduct[]; changed: readonly ChangedProduct[] },
): Promise<void> => {
  const { database } = write;
  const made = await newRows(write, { resource: product, values: created.map(({ values }) => values) });
  const rows = made.map((row, index) => withVariants(row, created[index]?.variants));
  await insertRows(write, { resource: product, rows });
  const changes = changed.map(
    ({ current, changes: values, variants }): RowChange => ({
      current,
      row: withVariants(changedRow(product, current, values), variants),
    }),
  );
  await updateRows(write, { resource: product, changes });

  const isNew = rows.map((row, index) => ({
    productId: String(row._id),
    sku: String(row.sku),
    variants: created[index]?.variants ?? [],
  }));
  const isOld = changes.map(({ row }, index) => ({
    productId: String(row._id),
    sku: String(row.sku),
    variants: changed[index]?.variants ?? [],
  }));
  const ids = isOld.map(({ productId }) => productId);
  await forgetVariants(database, ids);
  await forgetSkus(database, ids);
  const all: Written[] = [...isNew, ...isOld];
  await insertVariants(database, all);
  await insertSkus(database, all.flatMap(claimed));

  await noteNewRows(write, { resource: product, rows, parts: await partsOf(database, isNew) });
  const before = changed.map(({ current, before: variants }) => ({
    productId: String(current._id),
    variants,
  }));
  await noteChangedRows(write, {
    resource: product,
    changes,
    before: await partsOf(database, before),
    after: await partsOf(database, isOld),
  });
};
