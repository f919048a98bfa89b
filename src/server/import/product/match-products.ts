import { exportedHandle } from '#shared/product/import-columns.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import type { Database, Row } from '../../database/tables.ts';
import type { SkuOwner } from '../../resources/product/skus.ts';
import { type Lookup, loadLookup } from '../lookup.ts';
import { loadLookups, resolveReferences } from '../plain/resolve.ts';
import type { ImportErrors, Report } from '../report.ts';
import { titleIn } from './merge-variants.ts';
import type { ProductDraft } from './product-drafts.ts';

type ImportError = ImportErrors[number];
type Resolved = { draft: ProductDraft; values: Row };

/** A draft that refers to what is there, and which product it is; none where it is a new one. */
export type Matched = Resolved & { id: string | undefined };

/** What is there that rows of a sheet can mean, and the products that rows before spoke of. */
export type Matching = {
  report: Report;
  lookups: ReadonlyMap<string, Lookup>;
  products: Lookup;
  /** Existing products by the handle that an export gives them. */
  byHandle: ReadonlyMap<string, string>;
  seen: Map<string, number>;
};

/** Loads what rows of a sheet can mean. */
export const loadMatching = async (database: Database, report: Report): Promise<Matching> => {
  const products = await loadLookup(database, product);
  return {
    report,
    products,
    lookups: await loadLookups(database, product),
    byHandle: new Map(products.all().map(({ _id }) => [exportedHandle(String(_id)), String(_id)])),
    seen: new Map(),
  };
};

/** What is wrong with a draft, at the cell of a field. */
export const problemAt = (draft: ProductDraft, field: string, message: string): ImportError => ({
  row: draft.row,
  column: titleIn(draft, field),
  message,
  value: draft.values[field] === undefined ? undefined : String(draft.values[field]),
});

/** A sub category brings its category along, as it does everywhere. */
const withCategory = ({ lookups }: Matching, { draft, values }: Resolved): Resolved => {
  const name = draft.references.find(({ field }) => field === 'subCategoryId')?.name;
  if (!values.subCategoryId || values.categoryId || name === undefined) return { draft, values };
  const ofThatName = lookups.get('subCategory')?.find(name) ?? [];
  const chosen = ofThatName.find(({ _id }) => _id === values.subCategoryId);
  return { draft, values: { ...values, categoryId: chosen?.categoryId } };
};

/** Finds what a draft refers to; null where something is not there. */
export const resolveDraft = (matching: Matching, draft: ProductDraft): Resolved | null => {
  const { report, lookups } = matching;
  const { ids, errors } = resolveReferences(draft, { resource: product, lookups });
  const isSoft = ({ column }: ImportError) =>
    draft.isCategoryOptional && column === draft.titles.get('categoryId');
  for (const { column } of errors.filter(isSoft)) {
    report.notice(column, 'No category has this name. The category was left empty.');
  }
  const hard = errors.filter((error) => !isSoft(error));
  if (hard.length === 0) return withCategory(matching, { draft, values: { ...draft.values, ...ids } });
  report.fail(hard);
  return null;
};

/** The products that a draft can mean: by the handle of an export, else by its own SKU, else by those of its variants, else by its name. */
const findCandidates = (
  { products, byHandle }: Matching,
  { draft, values }: Resolved,
  owners: ReadonlyMap<string, SkuOwner>,
): { ids: string[]; isByName: boolean } => {
  const exported = byHandle.get(draft.handle ?? '');
  if (exported !== undefined) return { ids: [exported], isByName: false };
  const ownersOf = (skus: readonly unknown[]) => [
    ...new Set(skus.flatMap((sku) => owners.get(String(sku ?? ''))?.productId ?? [])),
  ];
  const byOwn = ownersOf([values.sku]);
  if (byOwn.length > 0) return { ids: byOwn, isByName: false };
  const byVariants = ownersOf(draft.variants.map((variant) => variant.values.sku));
  if (byVariants.length > 0) return { ids: byVariants, isByName: false };
  const named = values.name ? products.find(String(values.name)) : [];
  return { ids: named.map(({ _id }) => String(_id)), isByName: true };
};

/** Finds the product that a draft is of; null where that cannot be told, or is the same again. */
export const matchProduct = (
  matching: Matching,
  resolved: Resolved,
  owners: ReadonlyMap<string, SkuOwner>,
): Matched | null => {
  const { report, seen } = matching;
  const { draft, values } = resolved;
  const { ids, isByName } = findCandidates(matching, resolved, owners);
  const [id] = ids;
  const fail = (message: string) => {
    report.fail([problemAt(draft, 'name', message)]);
    return null;
  };
  if (ids.length > 1) {
    return fail(
      isByName
        ? `${ids.length} products have this name. Add a SKU to tell them apart.`
        : 'The variant SKUs belong to different products',
    );
  }
  if (id === undefined) return values.name ? { ...resolved, id } : fail(texts.product.nameRequired);
  if (seen.has(id)) return fail(`This product is already in row ${seen.get(id)}`);
  seen.set(id, draft.row);
  return { ...resolved, id };
};
