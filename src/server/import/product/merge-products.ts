import type { FieldError } from '#shared/api.ts';
import { isHtml } from '#shared/plain-or-html.ts';
import { generateSkus } from '#shared/product/skus.ts';
import { validateProduct } from '#shared/product/validate-product.ts';
import { matchVariants } from '#shared/product/variant-draft.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { product } from '#shared/resources/product.ts';
import { type Database, type Row, resourceTables } from '../../database/tables.ts';
import type { AppError } from '../../lib/app-error.ts';
import { sanitizeSentRichText } from '../../records/sanitize-rich-text.ts';
import { htmlToLines } from '../../records/search-text.ts';
import type { Draft } from '../../records/write.ts';
import type { ProductRelatedData } from '../../resources/product/variant-hooks.ts';
import type { StoredImage, StoredVariant } from '../../resources/product/variant-rows.ts';
import { nameVariants } from '../../resources/product/variants.ts';
import type { ImportErrors, ReportBuilder } from '../report.ts';
import { changedValues } from '../resource/resource-importer.ts';
import type { AttributeIndex } from './attribute-index.ts';
import { createFieldError, getHeader, type ParsedProduct, type ParsedVariant } from './parse-products.ts';

/** A variant after the merge, and its parsed row; null if the file has no row for it. */
type MergedVariant = { variant: StoredVariant; draft: ParsedVariant | null };

/** An image that the product already has keeps its name. */
const keepExistingName = (image: StoredImage, existing: StoredImage | undefined): StoredImage =>
  existing && (existing.name !== null || image.name === null) ? { ...existing, alt: image.alt ?? existing.alt } : image;

/** Its id is only unique in its product: the write replaces it. */
const createBlankVariant = ({ name, index }: { name: string; index: number }): StoredVariant => ({
  _id: `new ${index}`,
  name,
  productName: '',
  sku: '',
  price: 0,
  gtin: '',
  images: [],
  features: [],
  valueIds: [],
});

/**
 * Merges the rows of a product into its variants. A row matches a variant by SKU, else by values, else by name.
 * Variants without a row stay as they are.
 */
const mergeVariants = (
  drafts: readonly ParsedVariant[],
  { before, attributeIndex }: { before: readonly StoredVariant[]; attributeIndex: AttributeIndex },
): MergedVariant[] => {
  const stored = new Map(before.flatMap(({ images }) => images.map((image) => [image.file, image] as const)));
  const bySku = new Map(before.map((variant) => [variant.sku, variant._id]));
  const input = drafts.map((draft) => {
    const values = draft.attributes.map((attribute) => attributeIndex.find(attribute));
    return {
      draft,
      _id: draft.values.sku ? bySku.get(draft.values.sku) : undefined,
      name: draft.values.name ?? values.map(({ name }) => name).join('-'),
      valueIds: values.map(({ _id }) => _id),
    };
  });
  const matches = matchVariants({ before, input });
  const merged = input.map(({ draft, name, valueIds }, index): MergedVariant => {
    const match = matches[index];
    const { images, features } = draft;
    const areValuesSame = match !== undefined && attributeIndex.hasSameValues(match.valueIds, draft.attributes);
    const changes = changedValues(match ?? {}, {
      ...draft.values,
      ...(images && { images: images.map((image) => keepExistingName(image, stored.get(image.file))) }),
      ...(features && { features }),
      ...(valueIds.length > 0 && !areValuesSame && { valueIds }),
    });
    const variant = { ...(match ?? createBlankVariant({ name, index })), ...changes };
    return { draft, variant };
  });
  const mergedById = new Map(merged.map((one) => [one.variant._id, one]));
  const mergedExisting = before.map((variant) => mergedById.get(variant._id) ?? { variant, draft: null });
  const existing = new Set(before.map(({ _id }) => _id));
  return [...mergedExisting, ...merged.filter(({ variant }) => !existing.has(variant._id))];
};

const toAttributeValues = ({ draft }: MergedVariant) =>
  (draft?.attributes ?? []).map(({ name, text }) => ({
    attributeValueId: '',
    attributeId: '',
    attributeValueName: text,
    attributeName: name,
  }));

export const loadSkus = async (database: Database, pattern: string) => {
  const rows = await resourceTables(database).selectFrom('productSku').select('sku').execute();
  const reservedSkus = new Set(rows.map(({ sku }) => String(sku)));
  const reserveUnique = (base: string): string => {
    let sku = base;
    for (let count = 2; reservedSkus.has(sku); count += 1) sku = `${base}-${count}`;
    reservedSkus.add(sku);
    return sku;
  };
  return {
    /** Reserves the SKUs that the file itself contains. */
    reserve: (skus: Iterable<string>): void => {
      for (const sku of skus) reservedSkus.add(sku);
    },
    /** Sets a unique SKU on every variant without one. Returns their number. */
    fill: (merged: readonly MergedVariant[], product: { name: string; sku: string }): number => {
      const skus = generateSkus({
        pattern,
        product,
        variants: merged.map((one) => ({ attributeValueArr: toAttributeValues(one) })),
      });
      const missing = merged.flatMap(({ variant, draft }, index) =>
        draft && variant.sku === '' ? [{ variant, index }] : [],
      );
      for (const { variant, index } of missing) variant.sku = reserveUnique(skus[index] || `SKU-${index + 1}`);
      return missing.length;
    },
  };
};

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
  skus: Awaited<ReturnType<typeof loadSkus>> | null;
};

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
    // Without a column of subcategories, a new category may not match the product's subcategory.
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
  { current, before }: { current: Row | undefined; before: StoredVariant[] },
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
