import { exportedHandle, productColumns } from '#shared/product/import-columns.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import type { Database, Row } from '../../database/tables.ts';
import type { SkuOwner } from '../../resources/product/skus.ts';
import { loadLookup, loadLookups, type RecordLookup, resolveReferences } from '../lookup.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import type { ParsedProduct } from './parse-products.ts';

type ImportError = ImportErrors[number];
type Resolved = { draft: ParsedProduct; values: Row };

/** A product with resolved references; `id` is undefined for a new product. */
export type MatchedProduct = Resolved & { id: string | undefined };

/** Existing records that rows can refer to, and the products of earlier rows. */
export type MatchContext = {
  report: ReportBuilder;
  lookups: ReadonlyMap<string, RecordLookup>;
  products: RecordLookup;
  /** Existing products by the handle that an export writes. */
  byHandle: ReadonlyMap<string, string>;
  seen: Map<string, number>;
};

export const loadMatchContext = async (database: Database, report: ReportBuilder): Promise<MatchContext> => {
  const products = await loadLookup(database, product);
  return {
    report,
    products,
    lookups: await loadLookups(database, product),
    byHandle: new Map(products.all().map(({ _id }) => [exportedHandle(String(_id)), String(_id)])),
    seen: new Map(),
  };
};

export const getHeader = ({ headers }: Pick<ParsedProduct, 'headers'>, field: string): string =>
  headers.get(field) ?? productColumns.find((column) => column.field === field)?.title ?? field;

export const createFieldError = (draft: ParsedProduct, field: string, message: string): ImportError => ({
  row: draft.row,
  column: getHeader(draft, field),
  message,
  value: draft.values[field] === undefined ? undefined : String(draft.values[field]),
});

/** A sub category sets its category, as everywhere else. */
const withCategory = ({ lookups }: MatchContext, { draft, values }: Resolved): Resolved => {
  const name = draft.references.find(({ field }) => field === 'subCategoryId')?.name;
  if (!values.subCategoryId || values.categoryId || name === undefined) return { draft, values };
  const sameName = lookups.get('subCategory')?.find(name) ?? [];
  const subCategory = sameName.find(({ _id }) => _id === values.subCategoryId);
  return { draft, values: { ...values, categoryId: subCategory?.categoryId } };
};

/** Resolves the references of a product; null if a record doesn't exist. */
export const resolveProductReferences = (matching: MatchContext, draft: ParsedProduct): Resolved | null => {
  const { report, lookups } = matching;
  const { ids, errors } = resolveReferences(draft, { resource: product, lookups });
  const isWarning = ({ column }: ImportError) => draft.isCategoryOptional && column === draft.headers.get('categoryId');
  for (const { column } of errors.filter(isWarning)) {
    report.notice(column, 'No category has this name. The category was left empty.');
  }
  const blocking = errors.filter((error) => !isWarning(error));
  if (blocking.length === 0) return withCategory(matching, { draft, values: { ...draft.values, ...ids } });
  report.fail(blocking);
  return null;
};

/** Finds existing products by the handle of an export, else by SKU, else by the SKUs of variants, else by name. */
const findCandidates = (
  { products, byHandle }: MatchContext,
  { draft, values }: Resolved,
  owners: ReadonlyMap<string, SkuOwner>,
): { ids: string[]; isByName: boolean } => {
  const exported = byHandle.get(draft.handle ?? '');
  if (exported !== undefined) return { ids: [exported], isByName: false };
  const findOwners = (skus: readonly unknown[]) => [
    ...new Set(skus.flatMap((sku) => owners.get(String(sku ?? ''))?.productId ?? [])),
  ];
  const byProductSku = findOwners([values.sku]);
  if (byProductSku.length > 0) return { ids: byProductSku, isByName: false };
  const byVariants = findOwners(draft.variants.map((variant) => variant.values.sku));
  if (byVariants.length > 0) return { ids: byVariants, isByName: false };
  const named = values.name ? products.find(String(values.name)) : [];
  return { ids: named.map(({ _id }) => String(_id)), isByName: true };
};

/** Finds the existing product; null if it is ambiguous, has no name or was already in an earlier row. */
export const matchProduct = (
  matching: MatchContext,
  resolved: Resolved,
  owners: ReadonlyMap<string, SkuOwner>,
): MatchedProduct | null => {
  const { report, seen } = matching;
  const { draft, values } = resolved;
  const { ids, isByName } = findCandidates(matching, resolved, owners);
  const [id] = ids;
  const fail = (message: string) => {
    report.fail([createFieldError(draft, 'name', message)]);
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
