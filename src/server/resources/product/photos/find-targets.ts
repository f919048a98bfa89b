import { type RawBuilder, sql } from 'kysely';
import type { PhotoTarget } from '#shared/photos/photo-matches.ts';
import type { NamedTarget } from '#shared/photos/photo-names.ts';
import { product } from '#shared/resources/product.ts';
import { type Database, resourceTables } from '../../../database/tables.ts';
import { productUses } from '../../../files/images/similar-images.ts';
import { createRepository } from '../../../records/repository.ts';
import type { StoredVariant } from '../variant-rows.ts';
import { readVariants } from '../variants.ts';

/** An index needs this expression to the letter (migration 0011). */
const skuKey: RawBuilder<string> = sql`replace(replace(replace(replace(replace(replace(lower("sku"), '-', ''), '_', ''), ' ', ''), '.', ''), '/', ''), '+', '')`;

/** A GTIN in the lengths in which it may be stored: scanners add or drop zeros before it. */
const toGtinForms = (text: string): string[] => {
  const digits = text.replace(/^0+/, '');
  return [8, 12, 13, 14].flatMap((length) => (digits.length > length ? [] : [digits.padStart(length, '0')]));
};

export type Wanted = { keys: string[]; handles: string[]; gtins: string[]; files: string[]; productIds: string[] };

/** The products and variants that something about photos can mean. */
export type FoundTargets = {
  /** By SKUs and handles. */
  named: NamedTarget[];
  /** Those with the GTIN in any of its lengths. */
  findByGtin: (gtin: string) => PhotoTarget[];
  findByImage: (file: string) => PhotoTarget[];
  find: (target: Pick<PhotoTarget, 'productId' | 'variantId'>) => PhotoTarget | undefined;
};

const findProductIds = async (
  database: Database,
  { keys, handles, gtins, files, productIds }: Wanted,
): Promise<Set<string>> => {
  const tables = resourceTables(database);
  const select = (table: string, id: string) => tables.selectFrom(table).select(sql<string>`${sql.ref(id)}`.as('id'));
  const bySku = keys.length > 0 && select('productSku', 'productId').where(skuKey, 'in', keys);
  const byHandle =
    handles.length > 0 && select('slug', 'recordId').where('resource', '=', product.name).where('slug', 'in', handles);
  const byGtin = gtins.length > 0 && select('product', '_id').where('gtin', '<>', '').where('gtin', 'in', gtins);
  const byVariantGtin =
    gtins.length > 0 && select('productVariant', 'productId').where('gtin', '<>', '').where('gtin', 'in', gtins);
  const byImage =
    files.length > 0 && select('fileUse', 'recordId').where('file', 'in', files).where('resource', 'in', productUses);
  const ids = new Set(productIds);
  for (const query of [bySku, byHandle, byGtin, byVariantGtin, byImage]) {
    if (query) for (const { id } of await query.execute()) ids.add(id);
  }
  return ids;
};

type Found = { target: PhotoTarget; codes: string[]; gtin: string };

const toFound = (row: Record<string, unknown>, variants: readonly StoredVariant[]): Found[] => {
  const { _id, name, sku, slug, gtin, thumbnail } = row;
  const shared = { productId: String(_id), variantCount: variants.length };
  const own = { ...shared, variantId: null, name: String(name), sku: String(sku) };
  return [
    {
      target: { ...own, images: typeof thumbnail === 'string' && thumbnail ? [thumbnail] : [] },
      codes: [String(sku), String(slug ?? '')],
      gtin: String(gtin ?? ''),
    },
    ...variants.map((variant) => ({
      target: {
        ...shared,
        variantId: variant._id,
        name: [String(name), variant.name].filter(Boolean).join(', '),
        sku: variant.sku,
        images: variant.images.map(({ file }) => file),
      },
      codes: [variant.sku],
      gtin: variant.gtin,
    })),
  ];
};

/** Finds products by SKUs, handles, GTINs, images and ids, with all of their variants. */
export const findTargets = async (database: Database, wanted: Wanted): Promise<FoundTargets> => {
  const gtins = [...new Set(wanted.gtins.flatMap(toGtinForms))];
  const ids = [...(await findProductIds(database, { ...wanted, gtins }))];
  const rows = await createRepository(product, database).findRows(ids);
  const variants = await readVariants(database, ids);
  const found = rows.flatMap((row) => toFound(row, variants.get(String(row._id)) ?? []));
  const named = found.flatMap(({ target: { productId, variantId }, codes }) =>
    codes.filter(Boolean).map((code) => ({ productId, variantId, code })),
  );
  const select = (matches: (one: Found) => boolean) => found.filter(matches).map(({ target }) => target);
  return {
    named,
    findByGtin: (gtin) => {
      const forms = toGtinForms(gtin);
      return select((one) => one.gtin !== '' && forms.includes(one.gtin));
    },
    findByImage: (file) => select(({ target }) => target.images.includes(file)),
    find: ({ productId, variantId }) =>
      select(({ target }) => target.productId === productId && target.variantId === variantId)[0],
  };
};
