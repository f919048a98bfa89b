import { isHtml } from '#shared/plain-or-html.ts';
import { findDuplicateSkus, listSkuLocations } from '#shared/product/skus.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../database/tables.ts';
import { sanitizeSentRichText } from '../../records/sanitize-rich-text.ts';
import { htmlToLines } from '../../records/search-text.ts';
import type { Draft } from '../../records/write.ts';
import { subCategoryMisfit } from '../../resources/product/hooks.ts';
import { type SkuOwner, skuRepeatedMessage, skuTakenMessage } from '../../resources/product/skus.ts';
import type { ProductRelatedData } from '../../resources/product/variant-hooks.ts';
import type { StoredVariant } from '../../resources/product/variant-rows.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { changedValues } from '../resource/resource-importer.ts';
import type { AttributeIndex } from './attribute-index.ts';
import { createFieldError, type MatchedProduct } from './match-products.ts';
import { getHeader, type MergedVariant, mergeVariants, type NewSkus, validateVariants } from './merge-variants.ts';
import type { ParsedProduct } from './parse-products.ts';

/** A product to write, and where it comes from. */
export type ProductWrite = Draft & { related: ProductRelatedData; draft: ParsedProduct };

/** State of the import, including the SKUs of earlier products with their row numbers. */
export type MergeContext = {
  report: ReportBuilder;
  attributeIndex: AttributeIndex;
  reservedSkus: Map<string, number>;
  /** Null if a variant without a SKU is an error. */
  skus: NewSkus | null;
};

type ExistingProduct = {
  current: Row | undefined;
  before: StoredVariant[];
  owners: ReadonlyMap<string, SkuOwner>;
};

const newProductSchema = createSchema(product);

const createSkuError = (draft: ParsedProduct, merged: readonly MergedVariant[], field: string, message: string) => {
  const parsedVariant = merged[Number(field.split('.')[1])]?.draft;
  return parsedVariant
    ? {
        row: parsedVariant.row,
        column: getHeader(parsedVariant, 'variantSku'),
        message,
        value: parsedVariant.values.sku,
      }
    : createFieldError(draft, field === 'sku' ? 'sku' : 'name', message);
};

/** Finds SKUs that belong to another product. Reserves the SKUs if there are no errors. */
const reserveSkus = (
  { reservedSkus }: MergeContext,
  { draft, id }: MatchedProduct,
  { merged, owners, sku }: Pick<ExistingProduct, 'owners'> & { merged: MergedVariant[]; sku: string },
): ImportErrors => {
  const skus = listSkuLocations({ sku, attributeArr: merged.map(({ variant }) => variant) });
  const errors = findDuplicateSkus(skus).map((location) =>
    createSkuError(draft, merged, location.field, skuRepeatedMessage(location.sku)),
  );
  for (const location of skus) {
    const owner = owners.get(location.sku);
    const otherRow = reservedSkus.get(location.sku);
    const isTaken = owner && owner.productId !== id;
    if (isTaken) errors.push(createSkuError(draft, merged, location.field, skuTakenMessage(location.sku, owner)));
    else if (otherRow !== undefined && otherRow !== draft.row) {
      const message = `SKU “${location.sku}” is already used in row ${otherRow}`;
      errors.push(createSkuError(draft, merged, location.field, message));
    }
  }
  if (errors.length === 0) for (const location of skus) reservedSkus.set(location.sku, draft.row);
  return errors;
};

/** A specification is plain text. HTML from other programs is converted, unless the stored text is the same. */
const withPlainSpecification = (
  { draft, values }: MatchedProduct,
  { current, report }: { current: Row | undefined; report: ReportBuilder },
): Row => {
  const text = values.specification;
  if (typeof text !== 'string' || !('specification' in changedValues(current ?? {}, values))) return values;
  if (!isHtml(text)) return { ...values, specification: text.replaceAll('\r\n', '\n') };
  const sanitized = sanitizeSentRichText(text);
  const removals = 'removals' in sanitized ? sanitized.removals : [];
  const without = removals.length > 0 ? `, without ${formatList(removals)}` : '';
  const notice = `HTML was converted to plain text${without}`;
  report.notice(createFieldError(draft, 'specification', notice).column, notice, draft.row);
  return { ...values, specification: htmlToLines(text) };
};

/** Merges an imported draft into the existing product and returns the rows to write; null if it has errors. */
export const mergeProduct = (
  merging: MergeContext,
  matched: MatchedProduct,
  { current, before, owners }: ExistingProduct,
): ProductWrite | null => {
  const { report, attributeIndex } = merging;
  const { draft } = matched;
  const values = withPlainSpecification(matched, { current, report });
  const merged = mergeVariants(draft.variants, { before, attributeIndex });
  const changes = current ? changedValues(current, values) : values;
  const sku = String(values.sku ?? current?.sku ?? '');
  const missing = merged.filter(({ variant, draft: parsedVariant }) => parsedVariant && variant.sku === '').length;
  const name = String(values.name ?? current?.name ?? '');
  const created = merging.skus?.fill(merged, { name, sku }) ?? 0;
  const errors = validateVariants(merged);
  if (errors.length === 0) errors.push(...reserveSkus(merging, matched, { merged, owners, sku }));
  if (changes.categoryId && !changes.subCategoryId && current?.subCategoryId && !values.subCategoryId) {
    errors.push(createFieldError(draft, 'categoryId', subCategoryMisfit));
  }
  report.count('missingSkus', missing - created);
  if (errors.length > 0) {
    report.fail(errors);
    return null;
  }
  report.count('createdSkus', created);
  const related = { variants: merged.map(({ variant }) => variant), areValidated: false };
  if (current) return { draft, id: String(current._id), current, values: changes, related };
  return { draft, values: newProductSchema.parse(values) as Row, related };
};
