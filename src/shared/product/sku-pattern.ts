import type { VariantDraft } from './variant-draft.ts';

/** How an import names variants that come without a SKU. */
export const defaultSkuPattern = '{product}-{n:3}';

/** What tokens of a pattern can stand for, beside the names of attributes. */
const ownTokens = ['product', 'sku', 'n'] as const;

type Pattern = readonly ({ text: string } | { token: string; length: number | null })[];

const tokenPattern = /\{([^{}:]+)(?::(\d{1,2}))?\}/g;

const parsePattern = (pattern: string): Pattern => {
  const parts: ({ text: string } | { token: string; length: number | null })[] = [];
  let end = 0;
  for (const match of pattern.matchAll(tokenPattern)) {
    if (match.index > end) parts.push({ text: pattern.slice(end, match.index) });
    const [whole, token = '', length] = match;
    parts.push({ token: token.trim().toLowerCase(), length: length ? Number(length) : null });
    end = match.index + whole.length;
  }
  if (end < pattern.length) parts.push({ text: pattern.slice(end) });
  return parts;
};

/** A text as a part of a code: capitals and digits of any script, with hyphens between the words. */
const asCode = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The tokens of a pattern that stand for nothing here, as they were written. */
export const unknownTokens = (pattern: string, attributeNames: readonly string[]): string[] => {
  const known = new Set<string>([...ownTokens, ...attributeNames.map((name) => name.toLowerCase())]);
  return parsePattern(pattern).flatMap((part) =>
    'token' in part && !known.has(part.token) ? [`{${part.token}}`] : [],
  );
};

/**
 * SKUs for variants, from a pattern such as `{product}-{colour}-{n:3}`. `{product}` is the product's name, `{sku}` its
 * SKU, `{n}` counts from `start`, and the name of an attribute stands for the variant's value of it. A number after a
 * colon is how many digits the counter has, or how many characters of a text are taken.
 */
export const skusFromPattern = ({
  pattern,
  product,
  variants,
  start = 1,
}: {
  pattern: string;
  product: { name: string; sku: string };
  variants: readonly Pick<VariantDraft, 'attributeValueArr'>[];
  start?: number;
}): string[] => {
  const parts = parsePattern(pattern);
  const fixed: Record<string, string> = { product: asCode(product.name), sku: product.sku.trim() };
  return variants.map(({ attributeValueArr }, index) => {
    const textOf = (token: string): string => {
      const value = attributeValueArr.find(({ attributeName }) => attributeName.toLowerCase() === token);
      return value ? asCode(value.attributeValueName) : (fixed[token] ?? '');
    };
    return parts
      .map((part) => {
        if ('text' in part) return part.text;
        if (part.token === 'n') return String(start + index).padStart(part.length ?? 0, '0');
        return textOf(part.token).slice(0, part.length ?? undefined);
      })
      .join('');
  });
};
