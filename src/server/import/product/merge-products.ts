import type { FieldError } from '#shared/api.ts';
import { isHtml } from '#shared/plain-or-html.ts';
import { validateProduct } from '#shared/product/validate-product.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../database/tables.ts';
import type { AppError } from '../../lib/app-error.ts';
import { sanitizeSentRichText } from '../../records/sanitize-rich-text.ts';
import { htmlToLines } from '../../records/search-text.ts';
import type { Draft } from '../../records/write.ts';
import type { ProductRelatedData } from '../../resources/product/variant-hooks.ts';
import type { StoredVariant } from '../../resources/product/variant-rows.ts';
import { nameVariants } from '../../resources/product/variants.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { changedValues } from '../resource/resource-importer.ts';
import type { AttributeIndex } from './attribute-index.ts';
import { type MergedVariant, mergeVariants, type NewSkus } from './merge-variants.ts';
import { createFieldError, getHeader, type ParsedProduct } from './parse-products.ts';

/** A product with resolved references; `id` is undefined for a new product. */
export type MatchedProduct = { draft: ParsedProduct; values: Row; id: string | undefined };

/** A product to write, and where it comes from. */
export type ProductWrite = Draft & { related: ProductRelatedData; draft: ParsedProduct; merged: MergedVariant[] };

export type MergeContext = {
  report: ReportBuilder;
  attributeIndex: AttributeIndex;
  /** The first row with each SKU. */
  rowBySku: Map<string, number>;
  /** Null if a variant without a SKU is an error. */
  skus: NewSkus | null;
};

type ExistingProduct = { current: Row | undefined; before: StoredVariant[] };

const newProductSchema = createSchema(product);

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

type Placed = Pick<ProductWrite, 'draft' | 'merged'>;

const variantColumns: Record<string, string> = { name: 'variantName', sku: 'variantSku' };

/** Places the error of a field such as `attributeArr.0.sku` in the row of its variant. */
const placeError = ({ draft, merged }: Placed, { field, message }: FieldError): ImportErrors[number] => {
  const [list, index, name = ''] = field.split('.');
  const parsedVariant = list === 'attributeArr' ? merged[Number(index)]?.draft : null;
  if (!parsedVariant) {
    // A sheet without subcategories can move a product out of the category of its own.
    const known = field === 'subCategoryId' && !draft.headers.has(field) ? 'categoryId' : field;
    return createFieldError(draft, known in product.fields ? known : 'name', message);
  }
  const { row, values, attributes } = parsedVariant;
  const column = variantColumns[name];
  if (column)
    return { row, column: getHeader(parsedVariant, column), message, value: name === 'sku' ? values.sku : undefined };
  return { row, column: attributes[0]?.title ?? '', message };
};

/** The errors of a product that the write rejected, at their cells. */
export const placeErrors = ({ rowBySku }: MergeContext, write: ProductWrite, error: AppError): ImportErrors => {
  const { draft, values, merged } = write;
  return (error.errors ?? [{ field: 'name', message: error.message }]).map(({ field, message }) => {
    const [, index, name] = field.split('.');
    const sku = field === 'sku' ? values.sku : name === 'sku' ? merged[Number(index)]?.variant.sku : undefined;
    const row = rowBySku.get(String(sku ?? ''));
    const isOfOtherRow = row !== undefined && row !== draft.row;
    return placeError(write, {
      field,
      message: isOfOtherRow ? `SKU “${sku}” is already used in row ${row}` : message,
    });
  });
};

/** Merges an imported draft into the existing product and returns the rows to write; null if it has errors. */
export const mergeProduct = (
  { report, attributeIndex, rowBySku, skus }: MergeContext,
  matched: MatchedProduct,
  { current, before }: ExistingProduct,
): ProductWrite | null => {
  const { draft } = matched;
  const values = withPlainSpecification(matched, { current, report });
  const merged = mergeVariants(draft.variants, { before, attributeIndex });
  const variants = merged.map(({ variant }) => variant);
  const sku = String(values.sku ?? current?.sku ?? '');
  const missing = merged.filter(({ variant, draft: parsedVariant }) => parsedVariant && variant.sku === '').length;
  const created = skus?.fill(merged, { name: String(values.name ?? current?.name ?? ''), sku }) ?? 0;
  report.count('missingSkus', missing - created);
  const errors = validateProduct({ attributeArr: nameVariants(variants, new Map()) }, { needsImages: false })
    // Stored variants without a row may predate a rule.
    .filter(({ field }) => merged[Number(field.split('.')[1])]?.draft);
  if (errors.length > 0) {
    report.fail(errors.map((error) => placeError({ draft, merged }, error)));
    return null;
  }
  report.count('createdSkus', created);
  for (const used of [sku, ...variants.map((variant) => variant.sku)]) {
    if (used !== '' && !rowBySku.has(used)) rowBySku.set(used, draft.row);
  }
  const write = { draft, merged, related: { variants, areValidated: false } };
  if (current) return { ...write, id: String(current._id), current, values: changedValues(current, values) };
  return { ...write, values: newProductSchema.parse(values) as Row };
};
