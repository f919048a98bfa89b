import type { FieldError } from '#shared/api.ts';
import { listSkuLocations } from '#shared/product/skus.ts';
import type { VariantInput } from '#shared/product/variant.ts';
import { combinationKey, matchVariants } from '#shared/product/variant-draft.ts';
import { newId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { validationError } from '../../lib/app-error.ts';
import type { RelatedDataChange, RelatedDataHooks, RelatedDataPlan, WriteContext } from '../../records/hooks.ts';
import { diffLists } from '../../records/list-changes.ts';
import { completenessInputs, type KeyedRules, readRules, scoreColumns } from '../completeness.ts';
import { assertDistinctGtins, type GtinUse } from './gtins.ts';
import { type PreparedVariant, prepareVariants } from './prepare-variants.ts';
import { replaceSkus, type SkuChange } from './skus.ts';
import {
  deriveColumns,
  isSameVariant,
  readValues,
  type StoredImage,
  type StoredVariant,
  type ValuesById,
} from './variant-rows.ts';
import {
  checkStoredVariants,
  collectValueIds,
  diffVariants,
  nameVariant,
  nameVariants,
  readImages,
  readNamedVariants,
  readVariants,
  removeVariants,
  toSearchTexts,
  type VariantsChange,
  writeVariants,
} from './variants.ts';

export type ProductRelatedData = {
  variants: readonly PreparedVariant[];
  /** The values come from stored products, which may predate a rule. */
  areValidated: boolean;
};

type Product = RelatedDataChange & { productId: string; related: ProductRelatedData | undefined };
type Compared = Product & VariantsChange;

/** Unchanged variants are the same objects as before, and an unchanged list is the same array. */
const toStored = (
  input: readonly PreparedVariant[],
  { before, isRestored }: { before: StoredVariant[]; isRestored: boolean },
): StoredVariant[] => {
  const matches = matchVariants({ before, input });
  const known = new Map<string, StoredImage>();
  for (const { images } of before) for (const image of images) known.set(image.file, image);
  const after = input.map(({ _id, name, productName, sku, price, gtin: sent, images, features, valueIds }, index) => {
    const existing = matches[index];
    const id = existing?._id ?? ((isRestored && _id) || newId());
    const named = images.map((image) => {
      const { name: knownName, alt: knownAlt } = known.get(image.file) ?? {};
      const own = existing?.images.find(({ file }) => file === image.file);
      const alt = image.alt === undefined ? (own?.alt ?? knownAlt) : image.alt;
      return { ...image, name: image.name ?? knownName ?? null, alt: alt || undefined };
    });
    const gtin = sent ?? existing?.gtin ?? '';
    const variant = { _id: id, name, productName, sku, price, gtin, images: named, features, valueIds };
    return existing && isSameVariant(existing, variant) ? existing : variant;
  });
  const isSame = after.length === before.length && after.every((variant, index) => variant === before[index]);
  return isSame ? before : after;
};

/** Whether the number of images changes even if the variants don't. */
const isThumbnailChanged = ({ row, current }: RelatedDataChange): boolean => row.thumbnail !== current?.thumbnail;

/** Whether the completeness may differ from the stored one. Replacing an SKU by another one doesn't matter. */
const mayChangeScore = ({ row, current, related }: RelatedDataChange): boolean =>
  !current ||
  related !== undefined ||
  completenessInputs.some((name) =>
    name === 'sku' ? Boolean(row.sku) !== Boolean(current.sku) : row[name] !== current[name],
  );

const listSkus = (variants: readonly StoredVariant[]) => variants.map(({ sku }) => sku);

const haveSameSkus = ({ before, after }: Compared): boolean =>
  before.length === after.length && before.every(({ sku }, index) => sku === after[index]?.sku);

const haveSameTexts = (compared: Compared): boolean =>
  haveSameSkus(compared) &&
  compared.before.every(({ name, gtin, valueIds }, index) => {
    const variant = compared.after[index];
    return name === variant?.name && gtin === variant.gtin && valueIds.join() === variant.valueIds.join();
  });

/** Leaves the variants out of the response if they weren't sent and would have to be read. */
const toResponse = ({ row, related, after }: Compared, values: ValuesById): Row => {
  const variantCount = Number(row.variantCount ?? 0);
  const includesVariants = related !== undefined || variantCount === 0;
  return {
    imageUrl: row.thumbnail ?? row.variantImage ?? null,
    variantCount,
    imageCount: Number(row.imageCount ?? 0),
    completeness: Number(row.completeness ?? 0),
    ...(includesVariants && { attributeArr: nameVariants(after, values) }),
  };
};

const buildPlan = (
  compared: Compared,
  { values, rules }: { values: ValuesById; rules: KeyedRules | null },
): RelatedDataPlan => {
  const { row, current, related, before, after } = compared;
  const isDerived = related !== undefined || isThumbnailChanged(compared);
  const derived = { ...row, ...(isDerived && deriveColumns(row, after)) };
  const planned = { ...compared, row: { ...derived, ...(rules && scoreColumns(derived, rules)) } };
  const plan = { row: planned.row, toResponse: () => toResponse(planned, values) };
  if (!current) {
    return { ...plan, searchTexts: toSearchTexts(after, values), after: { attributeArr: nameVariants(after, values) } };
  }
  if (before === after) return plan;
  const rows = diffLists(before, after, {
    toRow: (variant) => nameVariant(variant, values),
    diff: (stored, changed) => diffVariants(stored, changed, values),
  });
  return {
    ...plan,
    searchTexts: haveSameTexts(compared) ? undefined : toSearchTexts(after, values),
    before: { attributeArr: rows.before },
    after: { attributeArr: rows.after },
  };
};

const toSkuChange = ({ row, current, related, productId, before, after }: Compared): SkuChange => ({
  productId,
  before: new Set([...(current ? [String(current.sku)] : []), ...listSkus(before)]),
  after: listSkuLocations({ sku: String(row.sku), attributeArr: related ? after : [] }),
});

const hasNewSkus = (compared: Compared) => compared.row.sku !== compared.current?.sku || !haveSameSkus(compared);

const listGtins = ({ productId, row, before, after }: Compared): GtinUse[] => {
  const known = new Set(before.map(({ gtin }) => gtin));
  const uses = after.map(({ name, gtin }, index) => {
    const owner = `${row.name}, ${name}`;
    return { gtin, productId, owner, field: `attributeArr.${index}.gtin`, isNew: !known.has(gtin) };
  });
  return uses.filter(({ gtin }) => gtin !== '');
};

const findProblems = (variant: PreparedVariant, values: ValuesById): FieldError[] => {
  const problems: FieldError[] = [];
  const seen: string[] = [];
  const addProblem = (index: number, name: string, message: string) =>
    problems.push({ field: `attributeValueArr.${index}${name}`, message });
  for (const [index, valueId] of variant.valueIds.entries()) {
    const attributeId = values.get(valueId)?.attributeId;
    const inputAttributeId = variant.attributeIds?.[index];
    if (attributeId === undefined) {
      addProblem(index, '.attributeValueId', 'This attribute value no longer exists. Select another one.');
    } else if (inputAttributeId && inputAttributeId !== attributeId) {
      addProblem(index, '.attributeId', 'This value belongs to another attribute');
    } else if (seen.includes(attributeId)) {
      addProblem(index, '', `“${variant.name}” has two values for the same attribute`);
    } else seen.push(attributeId);
  }
  return problems;
};

/** Throws if values don't exist or don't fit, or if variants share a combination of values. */
const assertAttributeValues = (variants: readonly PreparedVariant[], values: ValuesById): void => {
  const combinations = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [index, variant] of variants.entries()) {
    const problems = findProblems(variant, values);
    const combination = combinationKey(variant.valueIds);
    const duplicateName = combinations.get(combination);
    combinations.set(combination, variant.name);
    if (combination && duplicateName !== undefined) {
      problems.push({
        field: 'attributeValueArr',
        message: `“${variant.name}” and “${duplicateName}” have the same attribute values`,
      });
    }
    for (const { field, message } of problems) {
      errors.push({ field: `attributeArr.${index}.${field}`, message });
    }
  }
  if (errors.length > 0) throw validationError(errors);
};

const compare = async ({ database }: WriteContext, products: readonly Product[]): Promise<Compared[]> => {
  const ids = products.flatMap((change) =>
    change.current && (change.related || isThumbnailChanged(change)) ? [change.productId] : [],
  );
  const stored = await readVariants(database, ids);
  return products.map((product) => {
    const before = stored.get(product.productId) ?? [];
    const { related, isRestored } = product;
    const after = related ? toStored(related.variants, { before, isRestored }) : before;
    return { ...product, before, after };
  });
};

const plan = async (write: WriteContext, changes: readonly RelatedDataChange[]) => {
  const { database } = write;
  const products = await compare(
    write,
    changes.map((change) => ({
      ...change,
      related: change.related as ProductRelatedData | undefined,
      productId: String(change.row._id),
    })),
  );
  const changed = products.filter(({ before, after }) => before !== after);
  const ids = collectValueIds([...products.flatMap(({ before }) => before), ...changed.flatMap(({ after }) => after)]);
  const values = await readValues(database, { ids, forUpdate: true });
  const rules = products.some(mayChangeScore) ? await readRules(database) : null;
  for (const { related } of products) {
    if (related && !related.areValidated) assertAttributeValues(related.variants, values);
  }
  return {
    planned: products.map((product) => buildPlan(product, { values, rules })),
    write: async () => {
      await replaceSkus(database, products.filter(hasNewSkus).map(toSkuChange));
      await assertDistinctGtins(database, changed.flatMap(listGtins));
      await writeVariants(write, changed);
    },
  };
};

export const variantHooks: RelatedDataHooks = {
  prepare: async ({ attributeArr }, files): Promise<ProductRelatedData | undefined> =>
    attributeArr === undefined
      ? undefined
      : { variants: await prepareVariants(attributeArr as VariantInput[], files), areValidated: false },
  read: async (database, ids) => {
    const variants = await readNamedVariants(database, ids);
    return new Map([...variants].map(([id, attributeArr]) => [id, { attributeArr }]));
  },
  readFiles: readImages,
  plan,
  remove: removeVariants,
  check: checkStoredVariants,
};
