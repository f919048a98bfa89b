import type { VariantDraft } from './variant-draft.ts';

/** A SKU and the path of its field: `sku` of the product or `attributeArr.3.sku`. */
export type SkuLocation = { sku: string; field: string };

type ProductSkus = { sku: string; attributeArr: readonly { sku: string }[] };

export const listSkuLocations = ({ sku, attributeArr }: ProductSkus): SkuLocation[] =>
  [
    { sku, field: 'sku' },
    ...attributeArr.map((variant, index) => ({ sku: variant.sku, field: `attributeArr.${index}.sku` })),
  ].filter((location) => location.sku !== '');

/** Returns every SKU that an earlier field already has. */
export const findDuplicateSkus = (skus: readonly SkuLocation[]): SkuLocation[] => {
  const seen = new Set<string>();
  return skus.filter(({ sku }) => {
    const isTaken = seen.has(sku);
    seen.add(sku);
    return isTaken;
  });
};

/** Pattern for variants that an import creates without a SKU. */
export const defaultSkuPattern = '{product}-{n:3}';

/** Tokens beside the names of attributes. */
const ownTokens = ['product', 'sku', 'n'] as const;

/** A name in braces, with a number after a colon. */
const tokenPattern = /\{([^{}:]+)(?::(\d{1,2}))?\}/g;

const normalizeToken = (name: string) => name.trim().toLowerCase();

const toCode = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Returns the unknown tokens of a pattern, for messages. */
export const unknownTokens = (pattern: string, attributeNames: readonly string[]): string[] => {
  const known = new Set<string>([...ownTokens, ...attributeNames.map((name) => name.toLowerCase())]);
  const tokens = Array.from(pattern.matchAll(tokenPattern), ([, name = '']) => normalizeToken(name));
  return tokens.filter((token) => !known.has(token)).map((token) => `{${token}}`);
};

type SkuOptions = {
  pattern: string;
  product: { name: string; sku: string };
  variants: readonly Pick<VariantDraft, 'attributeValueArr'>[];
  start?: number;
};

/**
 * Creates SKUs from a pattern such as `{product}-{colour}-{n:3}`: `{product}` is the product's name, `{sku}` its SKU,
 * `{n}` a counter from `start`, an attribute's name the variant's value. A number after a colon is the number of digits
 * of the counter, or the maximum length of a text.
 */
export const generateSkus = ({ pattern, product, variants, start = 1 }: SkuOptions): string[] => {
  const fixed: Record<string, string> = { product: toCode(product.name), sku: product.sku.trim() };
  return variants.map(({ attributeValueArr }, index) =>
    pattern.replace(tokenPattern, (_, name: string, length?: string) => {
      const token = normalizeToken(name);
      if (token === 'n') return String(start + index).padStart(Number(length ?? 0), '0');
      const value = attributeValueArr.find(({ attributeName }) => attributeName.toLowerCase() === token);
      const text = value ? toCode(value.attributeValueName) : (fixed[token] ?? '');
      return length ? text.slice(0, Number(length)) : text;
    }),
  );
};

type Variant = Pick<VariantDraft, 'attributeValueArr'>;
type Product = SkuOptions['product'];

/** Such as `{sku}-{colour:3}-{pack}`; starts with the product's name while it has no SKU. */
export const suggestPattern = (attributeNames: readonly string[], { sku }: Product, length = 3): string => {
  // A pattern can't contain these characters in a name.
  const tokens = attributeNames.filter((name) => !/[{}:]/.test(name)).map((name) => name.toLowerCase());
  const [first, ...others] = tokens;
  const shortened = first === undefined ? [] : [length > 0 ? `${first}:${length}` : first];
  return [sku.trim() === '' ? 'product' : 'sku', ...shortened, ...others].map((token) => `{${token}}`).join('-');
};

/** The SKU by the suggested pattern, with the first value shortened and in full. */
const suggestBoth = (variant: Variant, product: Product): [string, string] => {
  const names = variant.attributeValueArr.map(({ attributeName }) => attributeName);
  const generate = (length: number) =>
    generateSkus({ pattern: suggestPattern(names, product, length), product, variants: [variant] })[0] ?? '';
  return [generate(3), generate(0)];
};

/** A free SKU for a variant. */
export const suggestSku = (variant: Variant, product: Product, taken: ReadonlySet<string>): string => {
  const [short, long] = suggestBoth(variant, product);
  if (!taken.has(short)) return short;
  let sku = long;
  for (let count = 2; taken.has(sku); count += 1) sku = `${long}-${count}`;
  return sku;
};

const isSuggested = (variant: Variant & { sku: string }, product: Product): boolean => {
  const [short, long] = suggestBoth(variant, product);
  const { sku } = variant;
  return sku === short || sku === long || (sku.startsWith(`${long}-`) && /^\d+$/.test(sku.slice(long.length + 1)));
};

type NewVariant = Variant & { _id: string | null; sku: string };

/** Clears the suggested SKUs of variants that aren't stored yet, so that they don't count as the user's. */
export const clearSuggestedSkus = <Draft extends NewVariant>(variants: readonly Draft[], product: Product): Draft[] =>
  variants.map((variant) =>
    variant._id === null && variant.sku !== '' && isSuggested(variant, product) ? { ...variant, sku: '' } : variant,
  );

/** Suggests SKUs for the variants without one that aren't stored yet, once the product has a SKU or a name. */
export const fillSkus = <Draft extends NewVariant>(variants: readonly Draft[], product: Product): readonly Draft[] => {
  if (`${product.sku}${product.name}`.trim() === '') return variants;
  const taken = new Set([product.sku.trim(), ...variants.map(({ sku }) => sku.trim())]);
  return variants.map((variant) => {
    if (variant._id !== null || variant.sku !== '') return variant;
    const sku = suggestSku(variant, product, taken);
    taken.add(sku);
    return { ...variant, sku };
  });
};
