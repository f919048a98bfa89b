import type { ImportReport } from '#shared/import.ts';
import { isShopify, productColumns } from '#shared/product/import-columns.ts';
import { findRepeatedSkus, skusOf } from '#shared/product/skus.ts';
import { createSchema } from '#shared/resource/schemas.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import { letOthersIn } from '../../let-others-in.ts';
import { createRepository } from '../../resource/repository.ts';
import { subCategoryMisfit } from '../../resources/product/rules.ts';
import { findSkuOwners, repeatedText, type SkuOwner, takenText } from '../../resources/product/skus.ts';
import { readVariants, type StoredVariant } from '../../resources/product/variants.ts';
import type { Row } from '../../storage/tables.ts';
import type { Importer } from '../importer.ts';
import { loadLookup } from '../lookup.ts';
import { changesOf } from '../plain/plain-importer.ts';
import { loadLookups, resolveReferences } from '../plain/resolve.ts';
import { loadAttributes } from './attribute-book.ts';
import { findVariantProblems, type MergedVariant, mergeVariants, titleIn } from './merge-variants.ts';
import { groupRows, type ProductDraft, readProduct } from './product-drafts.ts';
import { ownFormat } from './product-rows.ts';
import { shopifyFormat } from './shopify.ts';
import { type ChangedProduct, type NewProduct, writeProducts } from './write-products.ts';

type ImportErrors = ImportReport['errors'];
type Resolved = { draft: ProductDraft; values: Row };
type Matched = Resolved & { id: string | undefined };

const newProductSchema = createSchema(product);
const productsAtOnce = 200;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const at = (draft: ProductDraft, field: string, message: string) => ({
  row: draft.row,
  column: titleIn(draft, field),
  message,
});

/** Where a SKU of a merged product stands in the sheet. */
const skuPlace = (draft: ProductDraft, merged: readonly MergedVariant[], field: string, message: string) => {
  const own = merged[Number(field.split('.')[1])]?.draft;
  return own
    ? { row: own.row, column: titleIn(own, 'variantSku'), message }
    : at(draft, field === 'sku' ? 'sku' : 'name', message);
};

/** The importer of products with their variants: a row a variant, or a row a product. */
export const productImporter = (): Importer<ProductDraft> => ({
  fields: productColumns,

  read: async (sheet, { context, report }) => {
    const toRow = isShopify(sheet.titles) ? shopifyFormat(sheet, report) : ownFormat(sheet, report);
    const { add, groups } = groupRows();
    for await (const source of sheet.rows) {
      report.row();
      const row = toRow(source);
      if (row) add(row);
    }
    const drafts: ProductDraft[] = [];
    for (const [index, group] of groups().entries()) {
      if (index % productsAtOnce === 0) await letOthersIn();
      const draft = await readProduct(group, { context, report });
      if (draft) drafts.push(draft);
    }
    return drafts;
  },

  prepare: async ({ write, report }) => {
    const { database, storage } = write;
    const lookups = await loadLookups(database, product);
    const products = await loadLookup(database, product);
    const book = await loadAttributes(write, report);
    /** Products that a row before spoke of, and SKUs that rows before took. */
    const seen = new Map<string, number>();
    const taken = new Map<string, { draft: ProductDraft; productName: string }>();

    const resolve = (draft: ProductDraft): Resolved | null => {
      const { ids, errors } = resolveReferences(draft, { resource: product, lookups });
      const isSoft = ({ column }: ImportErrors[number]) =>
        draft.isCategoryOptional && column === draft.titles.get('categoryId');
      for (const { column } of errors.filter(isSoft)) {
        report.notice(column, 'There is no category of this name. The category was left open');
      }
      const hard = errors.filter((error) => !isSoft(error));
      if (hard.length === 0) return { draft, values: { ...draft.values, ...ids } };
      report.fail(hard);
      return null;
    };

    const categoryOf = (subCategoryId: unknown, name: string) =>
      lookups
        .get('subCategory')
        ?.find(name)
        .find((row) => row._id === subCategoryId)?.categoryId;

    /** A sub category brings its category along, as it does everywhere. */
    const withCategory = ({ draft, values }: Resolved): Resolved => {
      const name = draft.references.find(({ field }) => field === 'subCategoryId')?.name;
      if (!values.subCategoryId || values.categoryId || name === undefined) return { draft, values };
      return { draft, values: { ...values, categoryId: categoryOf(values.subCategoryId, name) } };
    };

    const match = ({ draft, values }: Resolved, owners: Map<string, SkuOwner>): Matched | null => {
      const ownersOf = (skus: readonly unknown[]) => [
        ...new Set(skus.flatMap((sku) => owners.get(String(sku ?? ''))?.productId ?? [])),
      ];
      const byOwn = ownersOf([values.sku]);
      const byVariants = ownersOf(draft.variants.map((variant) => variant.values.sku));
      const named = values.name ? products.find(String(values.name)).map(({ _id }) => String(_id)) : [];
      const found = [byOwn, byVariants, named].find((ids) => ids.length > 0) ?? [];
      const [id] = found;
      const fail = (message: string) => {
        report.fail([at(draft, 'name', message)]);
        return null;
      };
      if (found.length > 1) {
        return fail(
          found === named
            ? `There are ${found.length} products of this name. Say which one by its SKU`
            : 'The SKUs of its variants belong to several products',
        );
      }
      if (id === undefined) return values.name ? { draft, values, id } : fail(texts.product.nameRequired);
      if (seen.has(id)) return fail(`The same product stands in row ${seen.get(id)} already`);
      seen.set(id, draft.row);
      return { draft, values, id };
    };

    const findSkuErrors = (
      { draft, values, id }: Matched,
      { merged, owners, sku }: { merged: MergedVariant[]; owners: Map<string, SkuOwner>; sku: string },
    ): ImportErrors => {
      const skus = skusOf({ sku, attributeArr: merged.map(({ variant }) => variant) });
      const errors = findRepeatedSkus(skus).map((one) =>
        skuPlace(draft, merged, one.field, repeatedText(one.sku)),
      );
      for (const one of skus) {
        const owner = owners.get(one.sku);
        const other = taken.get(one.sku);
        const isTaken = owner && owner.productId !== id;
        if (isTaken) errors.push(skuPlace(draft, merged, one.field, takenText(one.sku, owner)));
        else if (other && other.draft !== draft) {
          const message = `The SKU "${one.sku}" stands in row ${other.draft.row} already`;
          errors.push(skuPlace(draft, merged, one.field, message));
        }
      }
      if (errors.length === 0) {
        for (const one of skus) taken.set(one.sku, { draft, productName: String(values.name ?? '') });
      }
      return errors;
    };

    const merge = (
      matched: Matched,
      {
        current,
        before,
        owners,
      }: { current: Row | undefined; before: StoredVariant[]; owners: Map<string, SkuOwner> },
    ): NewProduct | ChangedProduct | null => {
      const { draft, values } = matched;
      const merged = mergeVariants(draft.variants, { before, book });
      const changes = current ? changesOf(current, values) : values;
      const errors = findVariantProblems(merged);
      const sku = String(values.sku ?? current?.sku ?? '');
      if (errors.length === 0) errors.push(...findSkuErrors(matched, { merged, owners, sku }));
      if (changes.categoryId && !changes.subCategoryId && current?.subCategoryId && !values.subCategoryId) {
        errors.push(at(draft, 'categoryId', subCategoryMisfit));
      }
      if (errors.length > 0) {
        report.fail(errors);
        return null;
      }
      const variants = merged.map(({ variant }) => variant);
      if (current) return { current, changes, before, variants };
      return { values: newProductSchema.parse(values) as Row, variants };
    };

    const writeSome = async (drafts: ProductDraft[]) => {
      const resolved = drafts.flatMap((draft) => resolve(draft) ?? []).map(withCategory);
      const skus = resolved.flatMap(({ draft, values }) => [
        ...(values.sku ? [String(values.sku)] : []),
        ...draft.variants.flatMap((variant) => variant.values.sku ?? []),
      ]);
      const owners = await findSkuOwners(database, skus);
      const matched = resolved.flatMap((one) => match(one, owners) ?? []);
      await book.ensure(
        matched.flatMap(({ draft }) => draft.variants.flatMap((variant) => variant.attributes)),
      );
      const ids = matched.flatMap(({ id }) => (id ? [id] : []));
      const rows = await createRepository(product, database).findRows({ ids, isLocked: storage.hasRowLocks });
      const byId = new Map(rows.map((row) => [row._id, row]));
      const stored = await readVariants(database, ids);

      const created: NewProduct[] = [];
      const changed: ChangedProduct[] = [];
      for (const one of matched) {
        const before = stored.get(one.id ?? '') ?? [];
        const merged = merge(one, { current: byId.get(one.id), before, owners });
        if (!merged) continue;
        if ('values' in merged) created.push(merged);
        else if (Object.keys(merged.changes).length > 0 || !isSame(merged.before, merged.variants)) {
          changed.push(merged);
        } else {
          report.count('unchanged', 1);
        }
      }
      await writeProducts(write, { created, changed });
      report.count('create', created.length);
      report.count('update', changed.length);
    };

    return async (drafts) => {
      for (let from = 0; from < drafts.length; from += productsAtOnce) {
        await writeSome(drafts.slice(from, from + productsAtOnce));
        await letOthersIn();
      }
    };
  },
});
