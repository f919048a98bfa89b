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
