import { findDuplicateSkus, skusOf } from '#shared/product/skus.ts';
import { createSchema } from '#shared/resource/schemas.ts';
import { product } from '#shared/resources/product.ts';
import { isHtml } from '#shared/rich-text.ts';
import type { Row } from '../../database/tables.ts';
import { htmlToLines } from '../../records/search-text.ts';
import type { Draft } from '../../records/write.ts';
import { subCategoryMisfit } from '../../resources/product/rules.ts';
import { type SkuOwner, skuRepeatedMessage, skuTakenMessage } from '../../resources/product/skus.ts';
import type { ProductParts } from '../../resources/product/variant-parts.ts';
import type { StoredVariant } from '../../resources/product/variant-rows.ts';
import { changedValues } from '../plain/resource-importer.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import type { AttributeIndex } from './attribute-index.ts';
import { fieldErrorAt, type MatchedProduct } from './match-products.ts';
import { headerIn, type MergedVariant, mergeVariants, validateVariants } from './merge-variants.ts';
import type { NewSkus } from './new-skus.ts';
import type { ParsedProduct } from './parse-products.ts';

export type ProductWrite = Draft & { parts: ProductParts };

/** State of the import, including the SKUs of earlier rows. */
export type MergeContext = {
  report: ReportBuilder;
  attributeIndex: AttributeIndex;
  reservedSkus: Map<string, ParsedProduct>;
  /** Null if a variant without a SKU is an error. */
  skus: NewSkus | null;
};

type ExistingProduct = {
  current: Row | undefined;
  before: StoredVariant[];
  owners: ReadonlyMap<string, SkuOwner>;
};

const newProductSchema = createSchema(product);

const skuErrorAt = (
  draft: ParsedProduct,
  merged: readonly MergedVariant[],
  field: string,
  message: string,
) => {
  const own = merged[Number(field.split('.')[1])]?.draft;
  return own
    ? { row: own.row, column: headerIn(own, 'variantSku'), message, value: own.values.sku }
    : fieldErrorAt(draft, field === 'sku' ? 'sku' : 'name', message);
};

/** Finds SKUs that belong to another product. Reserves the SKUs if there are no errors. */
const reserveSkus = (
  { reservedSkus }: MergeContext,
  { draft, id }: MatchedProduct,
  { merged, owners, sku }: Pick<ExistingProduct, 'owners'> & { merged: MergedVariant[]; sku: string },
): ImportErrors => {
  const skus = skusOf({ sku, attributeArr: merged.map(({ variant }) => variant) });
  const errors = findDuplicateSkus(skus).map((one) =>
    skuErrorAt(draft, merged, one.field, skuRepeatedMessage(one.sku)),
  );
  for (const one of skus) {
    const owner = owners.get(one.sku);
    const other = reservedSkus.get(one.sku);
    const isTaken = owner && owner.productId !== id;
    if (isTaken) errors.push(skuErrorAt(draft, merged, one.field, skuTakenMessage(one.sku, owner)));
    else if (other && other !== draft) {
      const message = `SKU “${one.sku}” is already used in row ${other.row}`;
      errors.push(skuErrorAt(draft, merged, one.field, message));
    }
  }
  if (errors.length === 0) for (const one of skus) reservedSkus.set(one.sku, draft);
  return errors;
};

const conversionNotice = 'HTML was converted to plain text';

/** A specification is plain text. HTML from other programs is converted, unless the stored text is the same. */
const withPlainSpecification = (
  { draft, values }: MatchedProduct,
  { current, report }: { current: Row | undefined; report: ReportBuilder },
): Row => {
  const text = values.specification;
  if (typeof text !== 'string' || !('specification' in changedValues(current ?? {}, values))) return values;
  if (!isHtml(text)) return { ...values, specification: text.replaceAll('\r\n', '\n') };
  report.notice(fieldErrorAt(draft, 'specification', conversionNotice).column, conversionNotice);
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
  const missing = merged.filter(({ variant, draft: own }) => own && variant.sku === '').length;
  const name = String(values.name ?? current?.name ?? '');
  const created = merging.skus?.fill(merged, { name, sku }) ?? 0;
  const errors = validateVariants(merged);
  if (errors.length === 0) errors.push(...reserveSkus(merging, matched, { merged, owners, sku }));
  if (changes.categoryId && !changes.subCategoryId && current?.subCategoryId && !values.subCategoryId) {
    errors.push(fieldErrorAt(draft, 'categoryId', subCategoryMisfit));
  }
  report.count('missingSkus', missing - created);
  if (errors.length > 0) {
    report.fail(errors);
    return null;
  }
  report.count('createdSkus', created);
  const parts = { variants: merged.map(({ variant }) => variant), areChecked: true };
  if (current) return { id: String(current._id), current, values: changes, parts };
  return { values: newProductSchema.parse(values) as Row, parts };
};
